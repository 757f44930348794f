extension View {
  /// Runs a task from when this view appears until it disappears, when it is cancelled.
  ///
  /// The task starts after the update in which the view appears, and is not waited for when it is
  /// cancelled. When the view appears again, it starts again: when a destination that covered it is
  /// left, its row is scrolled back, its tab selected. A sheet does not make what is below disappear.
  /// The task inherits nothing of whoever mounted the tree or changed it: no task-local, no priority, no
  /// cancellation. Only what the action has captured reaches it, such as the view's state and environment.
  /// What the task starts inherits from it, as from any task.
  ///
  /// - Parameters:
  ///   - priority: The task's priority.
  ///   - action: What to run, on the main actor. It is the one of the view as it appeared: the action of
  ///     a view made later in its place does not run before the view appears again.
  /// - Returns: This view, and the task as long as it is there.
  public func task(
    priority: TaskPriority = .userInitiated,
    _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: 0, priority: priority, action: action)
  }

  /// Runs a task from when this view appears until it disappears, and starts it anew when `id` changes.
  ///
  /// The running task is cancelled then, and not waited for. In all else this is
  /// ``task(priority:_:)``.
  ///
  /// - Parameters:
  ///   - id: What the task is about: where it is not equal to the one before, the task starts anew.
  ///   - priority: The task's priority.
  ///   - action: What to run, on the main actor: the one that came with the `id`.
  /// - Returns: This view, and the task as long as it is there.
  public func task<ID: Equatable>(
    id: ID, priority: TaskPriority = .userInitiated,
    _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: id, priority: priority, action: action)
  }

  /// Runs an action when this view appears: when it has come into the tree, and when it can be seen
  /// again after a destination, another tab or scrolling had hidden it.
  ///
  /// It runs once all bodies are up to date, that of a view before those of the views in it;
  /// SwiftUI promises no order.
  ///
  /// - Parameter action: What to run; nil for nothing.
  /// - Returns: This view, and what it does then.
  public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    LifecycleView(content: self, onAppear: action, onDisappear: nil)
  }

  /// Runs an action when this view disappears: when it has left the tree, and when a destination
  /// covers it, another tab is selected, or it is scrolled away.
  ///
  /// It does not run when the host is released, nor for a sheet, which leaves what is below in sight.
  ///
  /// - Parameter action: What to run; nil for nothing. What it writes to the state of the view
  ///   itself is lost.
  /// - Returns: This view, and what it does then.
  public func onDisappear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    LifecycleView(content: self, onAppear: nil, onDisappear: action)
  }

  /// Runs an action after an update in which a value changed, with the old value and the new one.
  ///
  /// The value before the update is compared, by `==`, with the one after it: values in between are not
  /// seen. A write by the action makes another update; an action that keeps changing the value traps,
  /// after a thousand updates.
  ///
  /// - Parameters:
  ///   - value: The value. Reading it counts for the body around.
  ///   - initial: Whether the action runs each time that this view appears as well, with the value
  ///     twice.
  ///   - action: What to run: that of the view after the update.
  /// - Returns: This view, and what it does then.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, isInitial: initial, action: action)
  }

  /// Runs an action after an update in which a value changed.
  ///
  /// In all else this is `onChange` with an action that is given the two values.
  ///
  /// - Parameters:
  ///   - value: The value. Reading it counts for the body around.
  ///   - initial: Whether the action runs each time that this view appears as well.
  ///   - action: What to run: that of the view after the update.
  /// - Returns: This view, and what it does then.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    ChangeView(content: self, value: value, isInitial: initial) { _, _ in action() }
  }
}

struct TaskView<Content: View, ID: Equatable>: PrimitiveView {
  let content: Content
  let id: ID
  let priority: TaskPriority
  let action: @MainActor @Sendable () async -> Void

  static var awaitsMembers: Bool { true }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }

  func appear(_ node: ViewNode) {
    node.kept = Kept(node.tree.activity.start(priority: priority, action))
  }

  func change(_ node: ViewNode, from old: TaskView) {
    // The task of a view that is about to appear starts then.
    guard id != old.id, node.isInSight, node.kept is Kept<Int> else { return }
    disappear(node)
    appear(node)
  }

  func disappear(_ node: ViewNode) {
    guard let task = node.kept as? Kept<Int> else { return }
    node.tree.activity.cancel(task.value)
    node.kept = nil
  }
}

struct LifecycleView<Content: View>: PrimitiveView {
  let content: Content
  let onAppear: (@MainActor () -> Void)?
  let onDisappear: (@MainActor () -> Void)?

  static var awaitsMembers: Bool { true }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }

  func appear(_ node: ViewNode) {
    onAppear?()
  }

  func disappear(_ node: ViewNode) {
    onDisappear?()
  }
}

struct ChangeView<Content: View, Value: Equatable>: PrimitiveView {
  let content: Content
  let value: Value
  let isInitial: Bool
  let action: @MainActor (Value, Value) -> Void

  static var awaitsMembers: Bool { true }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }

  func appear(_ node: ViewNode) {
    if isInitial { action(value, value) }
  }

  func change(_ node: ViewNode, from old: ChangeView) {
    if value != old.value { action(old.value, value) }
  }
}

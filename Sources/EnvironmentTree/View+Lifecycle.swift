extension View {
  /// Runs a task from when this view comes into the tree until it leaves it, when it is cancelled.
  ///
  /// The task runs on the main actor, and inherits no task-local of whoever mounted the tree.
  public func task(
    priority: TaskPriority = .userInitiated,
    _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: 0, priority: priority, action: action)
  }

  /// Runs a task as long as this view is in the tree, and starts it anew when `id` changes.
  ///
  /// The running task is cancelled then, and not waited for.
  public func task<ID: Equatable>(
    id: ID, priority: TaskPriority = .userInitiated,
    _ action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: id, priority: priority, action: action)
  }

  /// Runs an action when this view has come into the tree.
  public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    LifecycleView(content: self, onAppear: action, onDisappear: nil)
  }

  /// Runs an action when this view has left the tree.
  public func onDisappear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    LifecycleView(content: self, onAppear: nil, onDisappear: action)
  }

  /// Runs an action after an update in which a value changed, with the old value and the new one.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, isInitial: initial, action: action)
  }

  /// Runs an action after an update in which a value changed.
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

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }

  func appear(_ node: ViewNode) {
    node.kept = TaskNumber(node.tree.activity.start(priority: priority, action))
  }

  func change(_ node: ViewNode, from old: TaskView) {
    guard id != old.id else { return }
    disappear(node)
    appear(node)
  }

  func disappear(_ node: ViewNode) {
    guard let task = node.kept as? TaskNumber else { return }
    node.tree.activity.cancel(task.number)
  }
}

/// What cancels a task that a node started.
private final class TaskNumber {
  let number: Int
  init(_ number: Int) {
    self.number = number
  }
}

struct LifecycleView<Content: View>: PrimitiveView {
  let content: Content
  let onAppear: (@MainActor () -> Void)?
  let onDisappear: (@MainActor () -> Void)?

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

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }

  func appear(_ node: ViewNode) {
    if isInitial { action(value, value) }
  }

  func change(_ node: ViewNode, from old: ChangeView) {
    if value != old.value { action(old.value, value) }
  }
}

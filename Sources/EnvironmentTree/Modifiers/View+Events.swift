extension View {
  /// Sets the action that refreshes this view; the views in it find the action as `\.refresh`.
  ///
  /// - Parameter action: What to run when a host calls ``TreeHost/refresh()``, or a view calls
  ///   `refresh()`.
  /// - Returns: This view, which can be refreshed.
  public func refreshable(
    action: @escaping @MainActor @Sendable () async -> Void
  ) -> some View {
    environment(\.refresh, RefreshAction(action: action))
  }

  /// Runs an action when a field in this view is submitted: see ``TreeHost/submit(_:at:)``.
  ///
  /// Where several views around a field have one, all run, the innermost first.
  ///
  /// - Parameters:
  ///   - triggers: Which fields: those of text, or those to search by.
  ///   - action: What to run.
  /// - Returns: This view, and what it does then.
  public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    transformEnvironment(\.submitActions) {
      $0.insert(SubmitAction(triggers: triggers, action: action), at: 0)
    }
  }

  /// Keeps submissions of the fields in this view from running the actions of the views around.
  ///
  /// - Parameter isBlocking: Whether to; false changes nothing.
  /// - Returns: This view, in that environment.
  public func submitScope(_ isBlocking: Bool = true) -> some View {
    transformEnvironment(\.submitActions) { if isBlocking { $0 = [] } }
  }

  /// Runs an action for each element of a sequence, as long as this view is in the tree.
  ///
  /// SwiftUI has this for Combine's publishers. The sequence is the one that the view had when it came into
  /// the tree: the sequences of later evaluations are not iterated.
  ///
  /// - Parameters:
  ///   - sequence: Gives the elements, such as a stream or notifications.
  ///   - action: What to run, on the main actor: that of the latest evaluation.
  /// - Returns: This view, and what it does then.
  public func onReceive<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, perform action: @escaping @MainActor (Elements.Element) -> Void
  ) -> some View where Elements.Element: Sendable, Elements.Failure == Never {
    ReceivingView(content: self, sequence: sequence, action: action)
  }
}

/// Refreshes what a view shows: call it like a function.
@MainActor public struct RefreshAction {
  let action: @MainActor @Sendable () async -> Void

  /// Refreshes, and returns when that is done.
  public func callAsFunction() async {
    await action()
  }
}

/// Which fields a submission is of.
public struct SubmitTriggers: OptionSet, Sendable {
  /// The kinds of fields as bits.
  public let rawValue: Int

  /// Creates a set of kinds.
  ///
  /// - Parameter rawValue: The kinds as bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Fields that take text.
  public static let text = SubmitTriggers(rawValue: 1)
  /// Fields to search by.
  public static let search = SubmitTriggers(rawValue: 2)
}

struct SubmitAction {
  let triggers: SubmitTriggers
  let action: @MainActor () -> Void
}

extension EnvironmentValues {
  /// Refreshes the view around, where there is one that can be.
  public internal(set) var refresh: RefreshAction? {
    get { self[RefreshKey.self] }
    set { self[RefreshKey.self] = newValue }
  }

  /// What a submission runs, in order.
  var submitActions: [SubmitAction] {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

private enum RefreshKey: EnvironmentKey {
  static var defaultValue: RefreshAction? { nil }
}

private enum SubmitKey: EnvironmentKey {
  static var defaultValue: [SubmitAction] { [] }
}

struct ReceivingView<Content: View, Elements: AsyncSequence & Sendable>: PrimitiveView
where Elements.Element: Sendable, Elements.Failure == Never {
  let content: Content
  let sequence: Elements
  let action: @MainActor (Elements.Element) -> Void

  func expand(_ node: ViewNode) -> [Element] {
    let known = node.kept as? Receiver<Elements.Element>
    let receiver = known ?? Receiver()
    receiver.action = action
    node.kept = receiver
    if known == nil {
      node.tree.afterUpdate {
        guard node.isMounted else { return }
        receiver.task = node.tree.activity.start(priority: nil) { [sequence, weak receiver] in
          for await element in sequence { receiver?.action?(element) }
        }
      }
    }
    return [Element(.position(0), .make(content))]
  }

  func leave(_ node: ViewNode) {
    guard let receiver = node.kept as? Receiver<Elements.Element> else { return }
    receiver.action = nil
    if let task = receiver.task { node.tree.activity.cancel(task) }
  }
}

@MainActor private final class Receiver<Value> {
  var action: (@MainActor (Value) -> Void)?
  var task: Int?
}

/// Several views, or none, to a modifier that is for each of them.
@MainActor protocol MemberViews: PrimitiveView {
  /// Makes the content of a node that shows what a modifier makes of each of the views.
  func modified(_ modifier: any MemberModifier) -> NodeContent

  /// Whether there is none.
  var isNone: Bool { get }
}

extension View {
  /// Whether this is several views of which there is none.
  var hasNoMember: Bool { (self as? any MemberViews)?.isNone ?? false }
}

/// What is done to each member of a ``Group``.
@MainActor protocol MemberModifier {
  /// Makes the content of a node that shows what this makes of one view.
  func content<Member: View>(of member: Member) -> NodeContent
}

extension MemberModifier {
  /// Makes the content of a node that shows what this makes of each view that `view` consists of.
  func modify<V: View>(_ view: V) -> NodeContent {
    guard let members = view as? any MemberViews else { return content(of: view) }
    return members.modified(self)
  }

  /// Makes the content for several views, where `view` is several.
  func makeContent<V: View>(for view: V) -> NodeContent? {
    (view as? any MemberViews)?.modified(self)
  }
}

/// A view whose content is there already.
struct MemberView: View, PrimitiveView {
  private let content: NodeContent

  init(_ content: NodeContent) {
    self.content = content
  }

  func makeContent() -> NodeContent { content }
}

extension ForEach: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    .make(map { MemberView(modifier.modify($0)) })
  }

  var isNone: Bool { data.isEmpty }
}

// MARK: What is for each member

extension LifecycleView: MemberModifier {
  func makeContent() -> NodeContent { makeContent(for: content) ?? PrimitiveContent(self) }

  func content<Member: View>(of member: Member) -> NodeContent {
    PrimitiveContent(
      LifecycleView<Member>(content: member, onAppear: onAppear, onDisappear: onDisappear))
  }
}

extension TaskView: MemberModifier {
  func makeContent() -> NodeContent { makeContent(for: content) ?? PrimitiveContent(self) }

  func content<Member: View>(of member: Member) -> NodeContent {
    PrimitiveContent(
      TaskView<Member, ID>(content: member, id: id, priority: priority, action: action))
  }
}

/// What is done to each member, and then to what that makes of it.
private struct Both: MemberModifier {
  let inner: any MemberModifier
  let outer: any MemberModifier

  func content<Member: View>(of member: Member) -> NodeContent {
    outer.content(of: MemberView(inner.content(of: member)))
  }
}

extension LifecycleView: MemberViews where Content: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    content.modified(Both(inner: self, outer: modifier))
  }

  var isNone: Bool { content.isNone }
}

extension TaskView: MemberViews where Content: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    content.modified(Both(inner: self, outer: modifier))
  }

  var isNone: Bool { content.isNone }
}

// MARK: What stands between

extension EnvironmentView: MemberViews where Content: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    .make(
      EnvironmentView<MemberView, Value>(
        content: MemberView(modifier.modify(content)), keyPath: keyPath, value: value))
  }

  var isNone: Bool { content.isNone }
}

extension TransformView: MemberViews where Content: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    .make(
      TransformView<MemberView>(
        content: MemberView(modifier.modify(content)), transform: transform))
  }

  var isNone: Bool { content.isNone }
}

extension ChangeView: MemberViews where Content: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    .make(
      ChangeView<MemberView, Value>(
        content: MemberView(modifier.modify(content)), value: value, isInitial: isInitial,
        action: action))
  }

  /// It looks on where there is nothing as well, and goes on when there is something.
  var isNone: Bool { false }
}

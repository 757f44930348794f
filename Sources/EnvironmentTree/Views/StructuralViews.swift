/// A view with nothing in it, which nothing appears of: a task of it does not run, as in SwiftUI.
public struct EmptyView: View, PrimitiveView {
  /// Creates an empty view.
  public init() {}
}

extension EmptyView: MemberViews {
  // There is nobody to appear.
  func modified(_ modifier: any MemberModifier) -> NodeContent { .make(self) }
  var isNone: Bool { true }
}

/// Several views in a row, as the statements of a ``ViewBuilder`` closure make it.
public struct TupleView<T>: View, PrimitiveView {
  private let make: @MainActor ((any MemberModifier)?) -> [NodeContent]
  private let areNone: @MainActor () -> Bool
  private var modifier: (any MemberModifier)?

  init<each V: View>(_ view: repeat each V) where T == (repeat each V) {
    let views = (repeat each view)
    make = { modifier in
      var contents: [NodeContent] = []
      repeat contents.append(modifier?.modify(each views) ?? .make(each views))
      return contents
    }
    areNone = {
      for view in repeat each views {
        guard view.hasNoMember else { return false }
      }
      return true
    }
  }

  func expand(_ node: ViewNode) -> [Element] {
    make(modifier).enumerated().map { Element(.position($0.offset), $0.element) }
  }
}

extension TupleView: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    var views = self
    views.modifier = modifier
    return .make(views)
  }

  var isNone: Bool { areNone() }
}

/// One of two views.
public struct ConditionalView<First: View, Second: View>: View, PrimitiveView {
  enum Branch {
    case first(First)
    case second(Second)
  }

  private let branch: Branch

  init(_ branch: Branch) {
    self.branch = branch
  }

  func expand(_ node: ViewNode) -> [Element] {
    switch branch {
    case .first(let view): [Element(.position(0), .make(view))]
    case .second(let view): [Element(.position(1), .make(view))]
    }
  }
}

extension ConditionalView: MemberViews {
  // One view, whichever it is, unless it is none.
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    isNone ? .make(self) : modifier.content(of: self)
  }

  var isNone: Bool {
    switch branch {
    case .first(let view): view.hasNoMember
    case .second(let view): view.hasNoMember
    }
  }
}

extension Optional: View, PrimitiveView where Wrapped: View {
  func expand(_ node: ViewNode) -> [Element] {
    map { [Element(.position(0), .make($0))] } ?? []
  }
}

extension Optional: MemberViews where Wrapped: View {
  func modified(_ modifier: any MemberModifier) -> NodeContent {
    .make(map { MemberView(modifier.modify($0)) })
  }

  var isNone: Bool { map(\.hasNoMember) ?? true }
}

/// A view of any type.
///
/// Where the type inside changes, the state inside is dropped.
public struct AnyView: View, PrimitiveView {
  private let make: @MainActor () -> NodeContent

  /// Creates a view that hides the type of another.
  ///
  /// - Parameter view: The other.
  public init<Content: View>(_ view: Content) {
    make = { .make(view) }
  }

  /// Creates a view that hides the type of another.
  ///
  /// - Parameter view: The other.
  public init<Content: View>(erasing view: Content) {
    self.init(view)
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), make())] }
}

/// Several views, each of which a modifier around them is for.
///
/// `onAppear`, `onDisappear` and `task` of a group are those of each view in it, and of none where there
/// is none. A condition with two branches is one view: SwiftUI's documentation has it that they run
/// each time that the condition changes. A stack is one view, whatever is in it.
public struct Group<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a group.
  ///
  /// - Parameter content: Makes the views. Runs now: what it reads, the body around it reads.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
}

extension Group: MemberViews {
  func modified(_ modifier: any MemberModifier) -> NodeContent { modifier.modify(content) }
  var isNone: Bool { content.hasNoMember }
}

/// A view with nothing in it, which never appears: its `task` does not run, as in SwiftUI.
public struct EmptyView: View, PrimitiveView {
  /// Creates an empty view.
  public init() {}
}

/// Several views in a row, as the statements of a ``ViewBuilder`` closure make it.
public struct TupleView<T>: View, PrimitiveView, Equivalent {
  private let value: T
  /// Knows the types, and nothing else.
  private let make: @MainActor (T) -> [NodeContent]

  init<each V: View>(_ view: repeat each V) where T == (repeat each V) {
    value = (repeat each view)
    make = { (views: (repeat each V)) in
      var contents: [NodeContent] = []
      repeat contents.append(.make(each views))
      return contents
    }
  }

  func isEquivalent(to other: TupleView) -> Bool { areEquivalent(value, other.value) }

  func expand(_ node: ViewNode) -> [Element] {
    make(value).enumerated().map { Element(.position($0.offset), $0.element) }
  }
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

extension Optional: View, PrimitiveView where Wrapped: View {
  func expand(_ node: ViewNode) -> [Element] {
    map { [Element(.position(0), .make($0))] } ?? []
  }
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

/// Several views, which a modifier around them is for.
///
/// A group appears with the first view in it that does, and disappears with the last: where there is
/// none, its `onAppear` and `task` do not run.
public struct Group<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a group.
  ///
  /// - Parameter content: Makes the views. Runs now: its reads count for the body around it.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
}

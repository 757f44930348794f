extension View {
  /// Puts views into the bar above or below this view, in the environment of this view.
  ///
  /// - Parameter content: Makes the views. Runs now: its reads count for the body around it.
  /// - Returns: This view, and the bar.
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    ToolbarView(content: self, bar: content())
  }
}

extension View {
  /// Puts items into the bar above or below this view, in the environment of this view.
  ///
  /// - Parameter content: Makes the items. Runs now: its reads count for the body around it.
  /// - Returns: This view, and the bar.
  public func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View {
    ToolbarView(content: self, bar: ToolbarContentView(content: content()))
  }
}

/// What stands in a toolbar.
@MainActor @preconcurrency public protocol ToolbarContent {
  /// The content that this one consists of.
  associatedtype Body: ToolbarContent

  /// What this content consists of.
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
  /// Traps: the tree knows what a primitive item is, and does not ask.
  public var body: Never {
    fatalError("\(Self.self) is a primitive of a toolbar: it has no body.")
  }
}

/// Makes toolbar content of the statements of a closure.
@resultBuilder public enum ToolbarContentBuilder {
  /// Makes an expression part of the result.
  ///
  /// - Parameter content: The content that the expression gives.
  /// - Returns: That content.
  @MainActor public static func buildExpression<Content: ToolbarContent>(
    _ content: Content
  ) -> Content {
    content
  }

  /// Makes content of one statement.
  ///
  /// - Parameter content: The content of the statement.
  /// - Returns: That content.
  @MainActor public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content {
    content
  }

  /// Makes content of several statements.
  ///
  /// - Parameter content: The contents of the statements, in order.
  /// - Returns: Content of all of them.
  /// - Complexity: O(*n*), where *n* is the number of statements.
  @MainActor public static func buildBlock<each Content: ToolbarContent>(
    _ content: repeat each Content
  ) -> some ToolbarContent {
    ToolbarGroup(view: TupleView(repeat ToolbarContentView(content: each content)))
  }

  /// Makes content of an `if` without `else`.
  ///
  /// - Parameter content: The content of the branch, or nil where the condition is false.
  /// - Returns: That content, or none.
  @MainActor public static func buildIf<Content: ToolbarContent>(
    _ content: Content?
  ) -> some ToolbarContent {
    ToolbarGroup(view: content.map { ToolbarContentView(content: $0) })
  }

  /// Makes content of the first branch.
  ///
  /// - Parameter first: The content of the branch.
  /// - Returns: That content.
  @MainActor public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
    first: First
  ) -> ToolbarGroup<ConditionalView<ToolbarContentView<First>, ToolbarContentView<Second>>> {
    ToolbarGroup(view: ConditionalView(.first(ToolbarContentView(content: first))))
  }

  /// Makes content of the second branch.
  ///
  /// - Parameter second: The content of the branch.
  /// - Returns: That content.
  @MainActor public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
    second: Second
  ) -> ToolbarGroup<ConditionalView<ToolbarContentView<First>, ToolbarContentView<Second>>> {
    ToolbarGroup(view: ConditionalView(.second(ToolbarContentView(content: second))))
  }
}

/// An item of a toolbar.
public struct ToolbarItem<Content: View>: ToolbarContent, PrimitiveToolbarContent {
  private let content: Content

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - placement: Ignored.
  ///   - content: Makes the view. Runs now: its reads count for the body around it.
  public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  /// Creates an item that users can move, which they cannot here.
  ///
  /// - Parameters:
  ///   - id: Ignored.
  ///   - placement: Ignored.
  ///   - content: Makes the view. Runs now: its reads count for the body around it.
  public init(
    id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  var node: NodeContent { .make(content) }
}

/// Several items of a toolbar.
public struct ToolbarItemGroup<Content: View>: ToolbarContent, PrimitiveToolbarContent {
  private let content: Content

  /// Creates items.
  ///
  /// - Parameters:
  ///   - placement: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  var node: NodeContent { .make(content) }
}

/// Where an item of a toolbar stands, which changes nothing here.
public struct ToolbarItemPlacement: Hashable, Sendable {
  private let name: String

  /// Where it belongs.
  public static let automatic = ToolbarItemPlacement(name: "automatic")
  /// In the middle.
  public static let principal = ToolbarItemPlacement(name: "principal")
  /// Where navigation is.
  public static let navigation = ToolbarItemPlacement(name: "navigation")
  /// Where what a screen is for is done.
  public static let primaryAction = ToolbarItemPlacement(name: "primaryAction")
  /// Where something else is done.
  public static let secondaryAction = ToolbarItemPlacement(name: "secondaryAction")
  /// Where something is confirmed.
  public static let confirmationAction = ToolbarItemPlacement(name: "confirmationAction")
  /// Where something is given up.
  public static let cancellationAction = ToolbarItemPlacement(name: "cancellationAction")
  /// Where something is deleted.
  public static let destructiveAction = ToolbarItemPlacement(name: "destructiveAction")
  /// Above the keyboard.
  public static let keyboard = ToolbarItemPlacement(name: "keyboard")
  /// At the bottom.
  public static let bottomBar = ToolbarItemPlacement(name: "bottomBar")
  /// Where reading begins.
  public static let topBarLeading = ToolbarItemPlacement(name: "topBarLeading")
  /// Where reading ends.
  public static let topBarTrailing = ToolbarItemPlacement(name: "topBarTrailing")
  /// Where reading begins.
  public static let navigationBarLeading = topBarLeading
  /// Where reading ends.
  public static let navigationBarTrailing = topBarTrailing
  /// Where something is said.
  public static let status = ToolbarItemPlacement(name: "status")
}

/// Toolbar content that the tree knows by itself.
@MainActor protocol PrimitiveToolbarContent: ToolbarContent where Body == Never {
  var node: NodeContent { get }
}

extension NodeContent {
  @MainActor fileprivate static func make<C: ToolbarContent>(toolbar content: C) -> NodeContent {
    if let primitive = content as? any PrimitiveToolbarContent { return primitive.node }
    return BodyContent(content) { .make(toolbar: $0.body) }
  }
}

/// Toolbar content, as a view.
public struct ToolbarContentView<Content: ToolbarContent>: View, PrimitiveView {
  let content: Content

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(toolbar: content))] }
}

/// Toolbar content of a view.
public struct ToolbarGroup<Content: View>: ToolbarContent, PrimitiveToolbarContent {
  let view: Content
  var node: NodeContent { .make(view) }
}

struct ToolbarView<Content: View, Bar: View>: PrimitiveView {
  let content: Content
  let bar: Bar

  func expand(_ node: ViewNode) -> [Element] {
    [Element(.position(0), .make(content)), Element(.position(1), .make(ToolbarBar(content: bar)))]
  }
}

struct ToolbarBar<Content: View>: PrimitiveView {
  let content: Content

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("Toolbar") }
  func row(_ node: ViewNode) -> RowRole { .none }
}

/// Presents choices when it is tapped.
///
/// The choices come into the tree when the menu is opened, in the menu's environment. A button among them
/// closes the menu, after its action, and the menus that this one is in; a menu among them opens on top.
public struct Menu<Label: View, Content: View>: View, LibraryView {
  private let label: Label
  private let content: Content
  private let primaryAction: (@MainActor () -> Void)?
  @State private var isOpen = false

  /// Creates a menu with a view for a label.
  ///
  /// - Parameters:
  ///   - content: Makes the choices. Runs now; their bodies run when the menu is opened.
  ///   - label: Makes the label, whose texts a host knows the menu by. Runs now.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
    primaryAction = nil
  }

  /// Creates a menu that does something when it is tapped, and opens when it is held.
  ///
  /// - Parameters:
  ///   - content: Makes the choices. Runs now; their bodies run when the menu is opened.
  ///   - label: Makes the label, whose texts a host knows the menu by. Runs now.
  ///   - primaryAction: Runs at a tap; ``TreeHost/hold(_:at:)`` opens the menu.
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
    primaryAction: @escaping @MainActor () -> Void
  ) {
    self.content = content()
    self.label = label()
    self.primaryAction = primaryAction
  }

  /// What is tapped, and the choices once it has been.
  public var body: some View {
    HandlingView(
      content: Trigger(
        label: label, action: primaryAction.map { .tap($0) } ?? .open { isOpen = true })
    ) {
      Handler(.hold) { isOpen = true }
    }
    .presenting(.menu, $isOpen) { AnyView(content) }
  }
}

extension Menu where Label == Text {
  /// Creates a menu with a title.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - content: Makes the choices. Runs now; their bodies run when the menu is opened.
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension Menu where Label == EnvironmentTree.Label<Text, Image> {
  /// Creates a menu with a title and a picture.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - systemImage: Ignored.
  ///   - content: Makes the choices. Runs now; their bodies run when the menu is opened.
  public init<S: StringProtocol>(
    _ title: S, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { EnvironmentTree.Label(title, systemImage: systemImage) }
  }
}

extension View {
  /// Presents choices when this view is held: see ``TreeHost/hold(_:at:)``.
  ///
  /// They are in the environment of this view, and each of their buttons closes them.
  ///
  /// - Parameter menuItems: Makes the choices. Runs now; their bodies run when the menu is opened.
  /// - Returns: This view, and the choices once it was held.
  public func contextMenu<Items: View>(@ViewBuilder menuItems: () -> Items) -> some View {
    RevealingView(content: self, items: menuItems(), kind: .contextMenu, event: .hold)
  }

  /// Presents choices when this view is held, with a preview of it.
  ///
  /// - Parameters:
  ///   - menuItems: Makes the choices. Runs now; their bodies run when the menu is opened.
  ///   - preview: Makes what stands beside the choices. Runs now; its body runs when they are opened.
  /// - Returns: This view, and the choices once it was held.
  public func contextMenu<Items: View, Preview: View>(
    @ViewBuilder menuItems: () -> Items, @ViewBuilder preview: () -> Preview
  ) -> some View {
    RevealingView(
      content: self,
      items: TupleView(preview(), menuItems()), kind: .contextMenu, event: .hold)
  }

  /// Puts buttons behind a row, which a swipe shows: see ``TreeHost/swipe(_:edge:at:)``.
  ///
  /// They are in the environment of this view, and each of them closes the row.
  ///
  /// - Parameters:
  ///   - edge: The side on which they are.
  ///   - allowsFullSwipe: Ignored: a swipe shows the buttons, and runs none.
  ///   - content: Makes the buttons. Runs now; their bodies run when they are shown.
  /// - Returns: This view, and the buttons once it was swiped.
  public func swipeActions<Actions: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> Actions
  ) -> some View {
    RevealingView(content: self, items: content(), kind: .swipeActions, event: .swipe(edge))
  }
}

/// A view that shows others when something is done with it.
struct RevealingView<Content: View, Items: View>: View, LibraryView {
  let content: Content
  let items: Items
  let kind: PresentationKind
  let event: Handler.Event
  @State private var isOpen = false

  var body: some View {
    HandlingView(content: content) { Handler(event) { isOpen = true } }
      .presenting(kind, $isOpen) { AnyView(items) }
  }
}

/// The part of a menu that is tapped, with the menu's line in an outline.
struct Trigger<Label: View>: PrimitiveView {
  let label: Label
  let action: Description.Action

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(label))] }

  func describe(_ node: ViewNode) -> Description? {
    Description("Menu", .content, action: action)
  }
}

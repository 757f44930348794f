extension View {
  /// Presents what a closure makes, as long as a binding is true and the closure makes something.
  func presenting(
    _ kind: PresentationKind, _ isPresented: Binding<Bool>, title: String? = nil,
    onDismiss: (@MainActor () -> Void)? = nil, _ content: @escaping @MainActor () -> AnyView?
  ) -> some View {
    PresentingView(content: self, kind: kind, onDismiss: onDismiss) {
      guard isPresented.wrappedValue, let view = content() else { return nil }
      return .init(id: 0, title: title, view: view) { isPresented.wrappedValue = false }
    }
  }

  /// Presents what a closure makes of an item, as long as a binding holds one.
  func presenting<Item, ID: Hashable, Content: View>(
    _ kind: PresentationKind, _ item: Binding<Item?>, id: KeyPath<Item, ID>,
    onDismiss: (@MainActor () -> Void)? = nil, _ content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    PresentingView(content: self, kind: kind, onDismiss: onDismiss) {
      item.wrappedValue.map { value in
        .init(id: AnyHashable(value[keyPath: id]), title: nil, view: AnyView(content(value))) {
          item.wrappedValue = nil
        }
      }
    }
  }
}

/// A view, and what it presents at the moment.
struct PresentingView<Content: View>: PrimitiveView {
  struct Shown {
    let id: AnyHashable
    let title: String?
    let view: AnyView
    let dismiss: @MainActor () -> Void
  }

  let content: Content
  let kind: PresentationKind
  /// Where on a stack's path the destination is, if it is one of those.
  var offset: Int?
  /// Called when a presentation has gone, whoever has sent it away.
  var onDismiss: (@MainActor () -> Void)?
  /// Reads the binding, and gives what is to be presented.
  let shown: @MainActor () -> Shown?

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    var elements = [Element(.position(0), .make(content))]
    let known = node.kept as? PresentationScope
    let shown = shown()
    if let last = known?.shown, last != shown?.id, let onDismiss {
      node.tree.afterUpdate(onDismiss)
    }
    guard let shown else {
      node.kept = nil
      return elements
    }
    let navigation = kind == .destination ? node.scope.values.navigation : nil
    if kind == .destination, navigation == nil {
      reportFault("A destination was to be shown outside every NavigationStack")
      return elements
    }
    // Each presentation has its own dismisser: a late call of the one before must not send the next away.
    let last = known?.shown == shown.id ? known : nil
    let kept = last ?? PresentationScope(node, kind, navigation, shown.id)
    node.kept = kept
    kept.dismisser.action = shown.dismiss
    let cover = CoverView(
      content: shown.view, kind: kind, title: shown.title, dismisser: kept.dismisser,
      navigation: navigation, offset: offset)
    elements.append(Element(.id(shown.id), .make(cover), in: kept.scope))
    return elements
  }
}

/// One presentation: its environment, on that of the presenter or the stack, and its dismisser.
final class PresentationScope {
  let dismisser = Dismisser()
  let shown: AnyHashable
  let scope: EnvironmentScope

  init(
    _ presenter: ViewNode, _ kind: PresentationKind, _ stack: Navigation?, _ shown: AnyHashable
  ) {
    self.shown = shown
    let dismisser = dismisser
    scope = EnvironmentScope(below: presenter, on: stack?.scope) { [weak stack] in
      // In a presentation that its buttons close, `dismiss` and the stack stay those of the presenting view.
      if !kind.isLeftByButtons {
        $0.dismiss = DismissAction(dismisser)
        $0.navigation = stack
        $0.isPresented = true
      }
      if !kind.isMenu { $0.isEnabled = true }
      $0.canBeHit = true
    }
  }
}

/// What is presented, as the host and the outline know it.
struct CoverView: PrimitiveView {
  let content: AnyView
  let kind: PresentationKind
  let title: String?
  let dismisser: Dismisser
  /// The stack that a destination is in.
  let navigation: Navigation?
  /// Where it is on the stack's path.
  let offset: Int?

  func expand(_ node: ViewNode) -> [Element] {
    if node.kept == nil { navigation?.add(node, at: offset) }
    node.kept = navigation
    return [Element(.position(0), .make(content))]
  }

  func leave(_ node: ViewNode) {
    dismisser.end()
    navigation?.remove(node)
  }

  /// Whether a destination is covered, or its stack hidden; a sheet is not, whatever covers its presenter.
  func isCovered(_ node: ViewNode) -> Bool {
    guard let navigation else { return false }
    return navigation.isHidden || navigation.top != node.id
  }

  func row(_ node: ViewNode) -> RowRole { .none }

  func describe(_ node: ViewNode) -> Description? {
    Description(
      kind.name, title.map { .text($0) } ?? .none,
      action: .presentation { [dismisser] in dismisser.action() })
  }
}

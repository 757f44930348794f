extension View {
  /// Goes to a destination as long as a binding is true.
  ///
  /// It is in the environment of the stack. Outside every stack it is not shown, and a fault is
  /// reported on standard error.
  ///
  /// - Parameters:
  ///   - isPresented: Whether to be there; set to false when the destination is left.
  ///   - destination: Makes the destination's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the destination where there is one.
  public func navigationDestination<Destination: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) -> some View {
    presenting(.destination, isPresented) { AnyView(destination()) }
  }

  /// Goes to a destination as long as a binding holds an item, in the environment of the stack.
  ///
  /// Another item is another destination, with state of its own.
  ///
  /// - Parameters:
  ///   - item: Holds what the destination is about; set to nil when it is left.
  ///   - destination: Makes the destination's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the destination where there is one.
  public func navigationDestination<Item: Hashable, Destination: View>(
    item: Binding<Item?>, @ViewBuilder destination: @escaping @MainActor (Item) -> Destination
  ) -> some View {
    presenting(.destination, item, id: \.self, destination)
  }

  /// Makes the destinations for the values of a type on the path of the stack that this view is in.
  ///
  /// The destinations are in the environment of the stack. State stays with the place on the path:
  /// another value in the same place has the state of the one before. Where a type is declared more
  /// than once, the declaration nearest the root is used, and the others only show their view: so a
  /// destination may declare its own type. Outside a stack there is nothing to make.
  ///
  /// - Parameters:
  ///   - type: The type of the values; those of others are left to other modifiers.
  ///   - destination: Makes the view of a value. It runs again when something that it has read changes.
  /// - Returns: This view, and the destinations where there are any.
  /// - Complexity: O(1). An evaluation is O(*n*), where *n* is the number of values on the path.
  public func navigationDestination<Value: Hashable, Destination: View>(
    for type: Value.Type, @ViewBuilder destination: @escaping @MainActor (Value) -> Destination
  ) -> some View {
    PathDestinations(content: self, destination: destination)
  }
}

/// The destinations on a stack's path, each on top of the one before.
struct PathDestinations<Content: View, Value: Hashable, Destination: View>: PrimitiveView {
  let content: Content
  let destination: @MainActor (Value) -> Destination

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    let content = Element(.position(0), .make(content))
    guard let navigation = node.scope.values.navigation, navigation.declare(Value.self, at: node)
    else { return [content] }
    return [content, Element(.position(1), .make(destinations(navigation)))]
  }

  func leave(_ node: ViewNode) {
    node.scope.values.navigation?.withdraw(Value.self, at: node)
  }

  private func destinations(_ navigation: Navigation) -> some View {
    let path = Array(navigation.path.get().enumerated())
    var views = ForEach(path, id: \.offset) { offset, element in
      if let value = element.base as? Value {
        PathDestination(
          navigation: navigation, offset: offset, value: value, destination: destination)
      }
    }
    views.isLazy = false
    return views
  }
}

/// The destination for one value, a view of its own: another value on the path is no reason to evaluate it.
private struct PathDestination<Value: Hashable, Destination: View>: View, LibraryView {
  let navigation: Navigation
  let offset: Int
  let value: Value
  let destination: @MainActor (Value) -> Destination

  var body: some View {
    PresentingView(content: EmptyView(), kind: .destination, offset: offset) {
      .init(id: 0, title: nil, view: AnyView(destination(value))) {
        navigation.path.set(Array(navigation.path.get().prefix(offset)))
      }
    }
  }
}

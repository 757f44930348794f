extension View {
  /// Names the control that this view is, or whose label it is in, such as a button with a picture.
  ///
  /// ```swift
  /// Button { isShown = true } label: {
  ///   Image(systemName: "plus").accessibilityLabel("Add")
  /// }
  /// ```
  ///
  /// A host then knows the control by this name: `host.tap("Add")`. A text by itself keeps its own.
  ///
  /// - Parameter label: What it is called.
  /// - Returns: This view, by that name.
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
    NamedView(content: self, name: String(label))
  }

  /// Names the control that this view is, or whose label it is in.
  ///
  /// - Parameter label: What it is called.
  /// - Returns: This view, by that name.
  public func accessibilityLabel(_ label: Text) -> some View {
    NamedView(content: self, name: label.string)
  }
}

struct NamedView<Content: View>: PrimitiveView {
  let content: Content
  let name: String

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = GivenName(name)
    return [Element(.position(0), .make(content))]
  }
}

private final class GivenName {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

@MainActor extension ViewNode {
  /// The accessibility label that stands for all views in this node, if it is the node of one.
  var givenName: String? { (kept as? GivenName)?.name }

  /// The nearest accessibility label around this view, if there is one that is for this view alone.
  var nameAround: String? {
    var node = self
    while let parent = node.parent, parent.children.count == 1, parent.description == nil {
      if let name = parent.givenName { return name }
      node = parent
    }
    return nil
  }
}

extension View {
  /// Says what a control is called in whose label this is, or that this is: one that shows a picture.
  ///
  /// ```swift
  /// Button { isShown = true } label: {
  ///   Image(systemName: "plus").accessibilityLabel("Add")
  /// }
  /// ```
  ///
  /// A host then knows the control by it: `host.tap("Add")`. A text by itself stays what it says.
  ///
  /// - Parameter label: What it is called.
  /// - Returns: This view, by that name.
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
    NamedView(content: self, name: String(label))
  }

  /// Says what a control is called in whose label this is, or that this is.
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
  /// What the views in this one are called together, if somebody has said so.
  var givenName: String? { (kept as? GivenName)?.name }

  /// What somebody has called this view, around it.
  var nameAround: String? {
    var node = self
    while let parent = node.parent, parent.children.count == 1, parent.description == nil {
      if let name = parent.givenName { return name }
      node = parent
    }
    return nil
  }
}

extension View {
  /// Puts a field to search by above this view.
  ///
  /// A host knows it by its prompt, or as "Search". Its submission is one of ``SubmitTriggers/search``.
  ///
  /// - Parameters:
  ///   - text: Holds the text that is searched for.
  ///   - placement: Ignored.
  ///   - prompt: What the field says while it is empty.
  /// - Returns: This view, and the field.
  public func searchable<S: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View {
    SearchableView(content: self, field: TextField(prompt, text: text, name: "SearchField"))
  }

  /// Puts a field to search by above this view.
  ///
  /// - Parameters:
  ///   - text: Holds the text that is searched for.
  ///   - placement: Ignored.
  ///   - prompt: What the field says while it is empty; "Search" where it is nil.
  /// - Returns: This view, and the field.
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    searchable(text: text, placement: placement, prompt: prompt?.string ?? "Search")
  }
}

/// Where a field to search by stands, which changes nothing here.
public enum SearchFieldPlacement: Sendable {
  /// Where it belongs.
  case automatic
  /// In the bar of the navigation.
  case navigationBarDrawer
  /// In the sidebar.
  case sidebar
  /// In the toolbar.
  case toolbar
}

struct SearchableView<Content: View>: PrimitiveView {
  let content: Content
  let field: TextField

  func expand(_ node: ViewNode) -> [Element] {
    [Element(.position(1), .make(field)), Element(.position(0), .make(content))]
  }
}

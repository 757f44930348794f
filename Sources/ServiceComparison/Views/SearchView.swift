public import EnvironmentTree

/// A field for a query, and what was found.
public struct SearchView: View {
  private let model: SearchModel

  /// Creates a view.
  ///
  /// - Parameter model: What it shows.
  public init(_ model: SearchModel) {
    self.model = model
  }

  /// The field, its buttons, and the results.
  public var body: some View {
    VStack {
      TextField("Search", text: Bindable(model).query)
      Button("Fetch") { Task { await model.fetch() } }
      Button("Open") { Task { await model.open() } }
      if let result = model.result { Text(result) }
      if let message = model.errorMessage { Text(message) }
    }
  }
}

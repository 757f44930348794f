public import EnvironmentTree

/// Shows one product, or an alert that says what to do.
public struct ItemDetailView: View {
  private let model: ItemDetailModel

  /// Creates a view.
  ///
  /// - Parameter model: What it shows.
  public init(_ model: ItemDetailModel) {
    self.model = model
  }

  /// The product.
  public var body: some View {
    Form {
      if model.isLoading {
        ProgressView()
      } else if let item = model.item {
        Text(item.name)
      }
    }
    .alert(
      "Error",
      isPresented: Binding(
        get: { model.error != nil },
        set: { if !$0 { model.error = nil } }),
      presenting: model.error
    ) { error in
      Button("OK") {}
      if error.recoverySuggestion != nil {
        Button("Retry") { Task { await model.load() } }
      }
    } message: { error in
      Text(error.errorDescription ?? "")
      if let suggestion = error.recoverySuggestion { Text(suggestion) }
    }
    .task { await model.load() }
  }
}

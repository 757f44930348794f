public import EnvironmentTree

/// Shows one order, and goes when it has been processed.
public struct OrderDetailView: View {
  @State private var model: OrderDetailModel
  @Environment(\.dismiss) private var dismiss

  /// Creates a view.
  ///
  /// - Parameter model: What it shows; the first one is kept.
  public init(_ model: OrderDetailModel) {
    _model = State(initialValue: model)
  }

  /// The order.
  public var body: some View {
    VStack {
      Text(model.order.title)
      if let message = model.errorMessage { Text(message) }
      Button("Process") {
        Task { if await model.process() { dismiss() } }
      }
      .disabled(model.isProcessing)
    }
  }
}

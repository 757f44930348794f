public import EnvironmentTree

/// Lists orders, and presents the chosen one in a sheet.
public struct OrderListView: View {
  private let model: OrderListModel

  /// Creates a view.
  ///
  /// - Parameter model: What it shows.
  public init(_ model: OrderListModel) {
    self.model = model
  }

  /// The list.
  public var body: some View {
    NavigationStack {
      List(model.orders) { order in
        Button(order.title) { model.selected = order }
      }
      if let message = model.errorMessage { Text(message) }
    }
    .sheet(item: Bindable(model).selected) { OrderDetailView(model.detail(of: $0)) }
    .task { await model.load() }
  }
}

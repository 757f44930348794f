/// Payments that reach nobody; their receipts name who simulated them.
public struct SimulatedPayments: PaymentService {
  private let name: String

  /// Creates payments whose receipts begin with a name.
  public init(_ name: String) {
    self.name = name
  }

  /// Gives a receipt, and charges nobody.
  public func charge(_ amount: Int) -> String { "\(name) \(amount)" }
}

/// Charges customers.
public protocol PaymentService: Sendable {
  /// Charges an amount and gives the receipt's text.
  func charge(_ amount: Int) -> String
}

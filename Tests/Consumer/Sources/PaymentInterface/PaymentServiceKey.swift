public import Injection

/// Names the payment service; its live value is registered by another module.
public enum PaymentServiceKey: InjectedInterfaceKey {
  /// Payments whose receipts say that a test made them.
  public static let testValue: any PaymentService = SimulatedPayments("test")
  /// Payments whose receipts say that a preview made them.
  public static let previewValue: any PaymentService = SimulatedPayments("preview")
}

extension InjectedValues {
  /// Charges customers.
  public var payments: any PaymentService {
    get { self[PaymentServiceKey.self] }
    set { self[PaymentServiceKey.self] = newValue }
  }
}

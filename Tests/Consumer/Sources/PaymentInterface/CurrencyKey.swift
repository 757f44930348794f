public import Injection

/// Names the currency that customers pay in.
public enum CurrencyKey: InjectedKey {
  public static let liveValue = "EUR"
  public static let testValue = "XTS"
}

extension InjectedValues {
  /// The currency that customers pay in, by its ISO 4217 code.
  public var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

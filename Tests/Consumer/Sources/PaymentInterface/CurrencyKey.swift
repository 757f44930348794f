public import Injection

/// Names the currency that customers pay in.
public enum CurrencyKey: InjectedKey {
  /// The currency of an app.
  public static let liveValue = "EUR"
  /// The code that ISO 4217 reserves for tests.
  public static let testValue = "XTS"
}

extension InjectedValues {
  /// The currency that customers pay in, by its ISO 4217 code.
  public var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

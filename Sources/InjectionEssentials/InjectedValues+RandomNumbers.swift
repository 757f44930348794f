public import Injection

extension InjectedValues {
  /// What random numbers are drawn from.
  ///
  /// Live and in previews the system's generator. In tests each draw is an issue, and draws from the
  /// system's.
  public var randomNumberGenerator: SharedRandomNumberGenerator {
    get { self[RandomNumberGeneratorKey.self] }
    set { self[RandomNumberGeneratorKey.self] = newValue }
  }
}

private enum RandomNumberGeneratorKey: InjectedKey {
  static var liveValue: SharedRandomNumberGenerator {
    SharedRandomNumberGenerator { SystemRandomNumberGenerator.draw() }
  }
  static var previewValue: SharedRandomNumberGenerator { liveValue }
  static var testValue: SharedRandomNumberGenerator {
    SharedRandomNumberGenerator(
      unimplemented(
        "randomNumberGenerator",
        mending: "Write '$0.randomNumberGenerator = .seeded(42)'",
        placeholder: SystemRandomNumberGenerator.draw()))
  }
}

extension SystemRandomNumberGenerator {
  /// Needs no lock: the system's generator has no state of its own.
  fileprivate static func draw() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}

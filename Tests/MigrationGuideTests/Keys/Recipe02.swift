import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

final class Decoder: Sendable {}

struct DecoderEnvironmentKey: EnvironmentKey {
  static var defaultValue: Decoder { Decoder() }
}

extension EnvironmentValues {
  var decoder: Decoder {
    get { self[DecoderEnvironmentKey.self] }
    set { self[DecoderEnvironmentKey.self] = newValue }
  }
}

enum DecoderKey: InjectedKey {
  static var liveValue: Decoder { Decoder() }
  static var testValue: Decoder { Decoder() }
}

extension InjectedValues {
  var decoder: Decoder {
    get { self[DecoderKey.self] }
    set { self[DecoderKey.self] = newValue }
  }
}

@Suite("Recipe 2", .injected(.allowsLostReads)) @MainActor struct Recipe02Tests {
  @Test("A computed default is made at each read of the environment, and once in the container")
  func builds() {
    let values = EnvironmentValues()
    #expect(values.decoder !== values.decoder)
    #expect(injected(\.decoder) === injected(\.decoder))
  }
}

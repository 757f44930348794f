import Injection
import InjectionTesting
import PollenLive
import Testing
import WeatherClient

@Suite(.injected) struct PollenTests {
  @Test("In tests, a live value that is a conformance of another module is not missed")
  func tests() {
    #expect(injected(\.pollen).level() == 0)
    #expect(PollenKey.liveValue.level() == 3)
  }

  @Test("In a program, it is not found: the program ends at the first read")
  func program() async {
    await #expect(processExitsWith: .failure) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        _ = injected(\.pollen)
      }
    }
  }

  @Test("verify finds it at launch, before anybody reads")
  func verified() throws {
    let error = #expect(throws: InjectedVerificationError.self) {
      try InjectedValues.verify([PollenKey.self])
    }
    #expect(error?.missing.map(\.key) == ["PollenKey"])
  }

  @Test("Registered, it is found")
  func registered() throws {
    withInjectedValues {
      $0.context = .live
      $0.register(PollenKey.self) { PollenKey.liveValue }
    } operation: {
      #expect(injected(\.pollen).level() == 3)
    }
  }
}

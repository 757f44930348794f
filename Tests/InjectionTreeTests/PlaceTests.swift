import EnvironmentTree
import Injection
import InjectionTree
import Testing

private struct ScopesReader: View {
  @Environment(\.injectedValues) private var values
  var body: some View {
    let explanation = values.run { InjectedValues.explain(ForecastsKey.self) }
    Text(([explanation.source.place ?? ""] + explanation.scopes).joined(separator: " "))
  }
}

@Suite("A scope of the tree is named by its modifier") @MainActor struct PlaceTests {
  @Test("Each modifier is a scope, at its own place")
  func places() {
    let line = #line + 3
    let host = TreeHost(
      ScopesReader()
        .injectedValues { $0.forecasts.tomorrow = "snow" }
        .injectedValues { $0.forecasts.tomorrow = "hail" })
    let file = "InjectionTreeTests/PlaceTests.swift"
    #expect(
      host.outline.hasPrefix("Text \"\(file):\(line) \(file):\(line) \(file):\(line + 1)"))
  }

  @Test("A preview's scope is named by its trait")
  func preview() {
    let line = #line + 1
    let host = TreeHost(Preview(traits: .injectedValues()) { ScopesReader() })
    #expect(host.outline.contains("InjectionTreeTests/PlaceTests.swift:\(line)"))
  }
}

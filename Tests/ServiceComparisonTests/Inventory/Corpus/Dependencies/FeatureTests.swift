// swift-format-ignore-file
import ComposableArchitecture
import DependenciesTestSupport
import Testing

@Suite(.dependencies { $0.bakery = .mock }) //= dependency override: .dependencies
@MainActor struct ShopTests {
  @Test(.dependency(\.oven, QuietOven())) //= dependency override: oven
  func bakes() async {
    let store = TestStore(initialState: Shop.State()) {
      Shop()
    } withDependencies: { //= store of the Composable Architecture: withDependencies
      $0.bakery.loaves = { _ in [] }
    }
    store.dependencies.oven = QuietOven() //= store of the Composable Architecture: store.dependencies
    store.dependencies.date.now = .distantPast //= store of the Composable Architecture: store.dependencies
    store.dependencies = .test //= store of the Composable Architecture: store.dependencies
    store.dependencies[Yeast.self] = .dry //= store of the Composable Architecture: store.dependencies
    let counter = TestStoreOf<Counter>(initialState: .init()) { Counter() }
    counter.dependencies.oven = QuietOven() //= store of the Composable Architecture: counter.dependencies
    await store.send(.counter(.bake))
  }

  @Test(.tags(.slow), .dependency(Yeast.dry), .dependencies { $0.uuid = .incrementing }) //= dependency override: Yeast; dependency override: .dependencies
  func rises() {}

  @Test(.dependencies) func fresh() {} //= dependency override: .dependencies
}

final class OldTests: XCTestCase {
  override func invokeTest() {
    withDependencies { //= dependency override: withDependencies
      $0.date.now = .distantPast
    } operation: {
      super.invokeTest()
    }
  }

  func testTypes() {
    @Dependency(path) var anything //= @Dependency: path
  }
}

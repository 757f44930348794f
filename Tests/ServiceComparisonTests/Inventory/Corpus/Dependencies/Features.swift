// swift-format-ignore-file
import ComposableArchitecture
import SwiftUI

@Reducer struct Counter {
  @ObservableState struct State: Equatable { var loaves = 0 }
  enum Action { case bake, baked(Int) }
  @Dependency(\.bakery.loaves) var loaves //= @Dependency: bakery.loaves
  @Dependency(\.dismiss) var dismiss //= @Dependency: dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bake: .run { send in await send(.baked(try loaves(1).count)) }
      case .baked(let count): state.loaves = count; return .none
      }
    }
  }
}

@Reducer struct Shop {
  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) { Counter() }
      .dependency(\.bakery, .mock) //= store of the Composable Architecture: bakery
    Scope(state: \.other, action: \.other) {
      Counter()
        .dependency(\.oven, QuietOven()) //= store of the Composable Architecture: oven
        .transformDependency(\.bakery) { $0.isOpen = { true } } //= store of the Composable Architecture: bakery
        .transformDependency(\.self) { $0.date = .constant(.distantPast) } //= store of the Composable Architecture: self
        .dependency(Yeast.dry) //= store of the Composable Architecture: Yeast
    }
    OnboardingReducer()
      ._printChanges()
      .dependency( //= store of the Composable Architecture: flour
        \.flour, .rye)
  }
}

@MainActor func makeStore() -> StoreOf<Shop> {
  Store(initialState: Shop.State()) {
    Shop()
  } withDependencies: { //= store of the Composable Architecture: withDependencies
    $0.bakery = .mock
    $0.oven = QuietOven()
  }
}

let inline = Store(initialState: Shop.State(), reducer: { Shop() }, withDependencies: { $0.oven = QuietOven() }) //= store of the Composable Architecture: withDependencies
let handed = Store(initialState: Shop.State(), reducer: { Shop() }, withDependencies: prepare) //= store of the Composable Architecture: withDependencies

#Preview(traits: .dependency(\.bakery, .mock)) { ShopView() } //= dependency override: bakery
#Preview(traits: .dependencies { $0.oven = QuietOven() }) { ShopView() } //= dependency override: .dependencies
#Preview("Closed", traits: .fixedLayout(width: 1, height: 1), .dependency(Yeast.dry)) { //= dependency override: Yeast
  ShopView(
    store: Store(initialState: Shop.State()) { Shop() } withDependencies: { $0.bakery = .mock }) //= store of the Composable Architecture: withDependencies
}

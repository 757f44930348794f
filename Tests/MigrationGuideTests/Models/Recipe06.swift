import Injection
import InjectionTesting
import ModelObservation
import Observation
import Testing

enum Recipe06 {
  enum Before {
    @MainActor @Observable final class CartModel {
      @ObservationIgnored @Injected(\.catalog) private var catalog
      var items: [Int] = []
      var count: Int { items.count }
      var titles: [String] { items.map { catalog.title(of: $0) } }
    }
  }

  enum After {
    @MainActor final class CartModel: ObservableModel, Observable {
      @Injected(\.catalog) private var catalog
      @Observed var items: [Int] = []
      private var makeCount: Int { items.count }
      @Derived(\CartModel.makeCount) var count: Int
      var titles: [String] { items.map { catalog.title(of: $0) } }
    }
  }
}

@Suite("Recipe 6", .injected(.allowsLostReads)) @MainActor struct Recipe06Tests {
  @Test("An observable model needs no mark beside a wrapper, and tells of values, not of writes")
  func observation() {
    final class Count: Sendable {
      let value = SharedObserved(0)
    }
    let standard = Recipe06.Before.CartModel()
    standard.items = [1]
    let fired = Count()
    withObservationTracking {
      _ = standard.count
    } onChange: {
      fired.value.value += 1
    }
    standard.items = [2]
    #expect(fired.value.value == 1)

    let model = Recipe06.After.CartModel()
    model.items = [1]
    var counts: [Int] = []
    let token = observe { counts.append(model.count) }
    model.items = [2]
    #expect(counts == [1])
    model.items = [2, 3]
    #expect(counts == [1, 2])
    #expect(model.titles == ["test", "test"])
    #expect(
      isHeard {
        model.items = [3]
      } by: {
        _ = model.count
      })
    token.cancel()
  }
}

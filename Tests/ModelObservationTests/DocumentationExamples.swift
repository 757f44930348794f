import Injection
import ModelObservation
import Observation
import Testing

// What the guide shows, word for word, in functions that run it.

final class Profile: ObservableModel {
  @Observed var first = "Ada"
  @Observed var last = "Lovelace"
  var fullName: String { first + " " + last }
}

final class Cart: ObservableModel {
  @Observed var prices: [Int] = []
  private var sum: Int { prices.reduce(0, +) }
  @Derived(\Cart.sum) var total: Int
}

struct Weak<Object: AnyObject> {
  weak var object: Object?
}

final class Item: ObservableModel {
  @Observed private var parentReference = Weak<Item>()
  var parent: Item? {
    get { parentReference.object }
    set { parentReference = Weak(object: newValue) }
  }
}

final class Slider: ObservableModel {
  @Observed(didSet: Slider.clamp) var value = 1
  private func clamp() { if value > 9 { value = 9 } }
}

@MainActor final class Ticker: ObservableModel {
  @Observed var price = 100
}

final class Settings: ObservableModel, Observable {
  @Observed var theme = "light"
}

final class Levels: ObservableModel {
  @Observed var peak = 0
}

actor Recorder {
  private let levels = Levels()
  private var token: ObservationToken?
  private(set) var heard: [Int] = []

  func start() {
    token = observe { [weak self] in
      self?.assumeIsolated { $0.heard.append($0.levels.peak) }
    }
  }

  func record(_ level: Int) { levels.peak = max(levels.peak, level) }
}

struct Greeter: Sendable {
  var greet: @Sendable (String) -> String
}

enum GreeterKey: InjectedKey {
  static var liveValue: Greeter { Greeter { "Hello, \($0)" } }
  static var testValue: Greeter { liveValue }
}

extension InjectedValues {
  var greeter: Greeter {
    get { self[GreeterKey.self] }
    set { self[GreeterKey.self] = newValue }
  }
}

@MainActor final class GreetingModel: ObservableModel {
  @Injected(\.greeter) var greeter
  @Observed var name = "Ada"
  private var makeTitle: String { greeter.greet(name) }
  @Derived(\GreetingModel.makeTitle) var title: String
}

@Suite("The guide's examples") struct DocumentationExamples {
  @Test("Services")
  @MainActor func services() {
    var titles: [String] = []
    let model = withInjectedValues {
      $0.greeter = Greeter { "Salut, \($0)" }
    } operation: {
      GreetingModel()
    }
    let token = observe { titles.append(model.title) }
    model.name = "Grace"
    // titles is ["Salut, Ada", "Salut, Grace"]
    #expect(titles == ["Salut, Ada", "Salut, Grace"])
    token.cancel()
  }

  @Test("Observing")
  func observing() {
    var label = ""
    let profile = Profile()
    let token = observe { label = profile.fullName }
    profile.first = "Grace"
    profile.last = "Hopper"
    // label is "Grace Hopper"
    #expect(label == "Grace Hopper")
    token.cancel()
  }

  @Test("Batches")
  func batches() {
    var names: [String] = []
    let profile = Profile()
    let token = observe { names.append(profile.fullName) }
    batchUpdates {
      profile.first = "Grace"
      profile.last = "Hopper"
    }
    // names is ["Ada Lovelace", "Grace Hopper"]
    #expect(names == ["Ada Lovelace", "Grace Hopper"])
    token.cancel()
  }

  @Test("Derived properties")
  func derived() {
    var totals: [Int] = []
    let cart = Cart()
    let token = observe { totals.append(cart.total) }
    cart.prices = [5, 7]
    cart.prices = [7, 5]
    // totals is [0, 12]: the last change left the total as it was
    #expect(totals == [0, 12])
    token.cancel()
  }

  @Test("One change")
  func once() {
    var needsDisplay = false
    let profile = Profile()
    let name = withTracking {
      profile.fullName
    } onChange: {
      needsDisplay = true
    }
    profile.last = "Byron"
    #expect(name == "Ada Lovelace")
    #expect(needsDisplay)
  }

  @Test("Sequences")
  @MainActor func sequences() async {
    var seen: [Int] = []
    let ticker = Ticker()
    for await price in changes(of: { ticker.price }) {
      seen.append(price)
      if price == 102 { break }
      ticker.price += 5
      ticker.price -= 4
    }
    // seen is [100, 101, 102]
    #expect(seen == [100, 101, 102])
  }

  @Test("Handles")
  func handles() {
    let profile = Profile()
    profile.$first.value = "Grace"
    let last = profile.$last.binding
    last.value = "Hopper"
    // profile.fullName is "Grace Hopper"
    #expect(profile.fullName == "Grace Hopper")
  }

  @Test("References that do not keep their objects")
  func weakReferences() {
    let item = Item()
    var parent: Item? = Item()
    var seen: [Bool] = []
    let token = observe { seen.append(item.parent != nil) }
    item.parent = parent
    #expect(seen == [false, true])
    parent = nil
    #expect(item.parent == nil)
    token.cancel()
  }

  @Test("Putting values right")
  func clamping() {
    var values: [Int] = []
    let slider = Slider()
    let token = observe { values.append(slider.value) }
    slider.value = 20
    // values is [1, 9]
    #expect(values == [1, 9])
    token.cancel()
  }

  @Test("An observer's own token")
  func ownToken() {
    var greeted: [String] = []
    let profile = Profile()
    let token = observe { token in
      greeted.append(profile.first)
      if greeted.count == 2 { token.cancel() }
    }
    profile.first = "Grace"
    profile.first = "Edsger"
    #expect(greeted == ["Ada", "Grace"])
    token.cancel()
  }

  @Test("Cleanups")
  func cleanups() {
    var log: [String] = []
    let profile = Profile()
    let token = observe {
      let name = profile.first
      log.append("open \(name)")
      onCleanup { log.append("close \(name)") }
    }
    profile.first = "Grace"
    token.cancel()
    // log is ["open Ada", "close Ada", "open Grace", "close Grace"]
    #expect(log == ["open Ada", "close Ada", "open Grace", "close Grace"])
  }

  @Test("An actor")
  func actor() async {
    var recorder: Recorder? = Recorder()
    await recorder?.start()
    await recorder?.record(3)
    #expect(await recorder?.heard == [0, 3])
    weak let left = recorder
    recorder = nil
    #expect(left == nil)
  }

  @Test("Shared cells")
  @MainActor func shared() async {
    let downloads = SharedObserved(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask { downloads.withValue { $0 += 1 } }
      }
    }
    // downloads.value is 10
    #expect(downloads.value == 10)
  }

  @Test("The bridge")
  func bridge() {
    let settings = Settings()
    let changed = SharedObserved(false)
    withObservationTracking {
      _ = settings.theme
    } onChange: {
      changed.value = true
    }
    settings.theme = "dark"
    #expect(changed.value)
  }
}

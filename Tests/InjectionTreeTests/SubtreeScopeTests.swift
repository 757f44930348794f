import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import TestSupport
import Testing

/// Built from another service.
private final class Phrase: Sendable {
  let greeter: Greeter
  init(_ greeter: Greeter) {
    self.greeter = greeter
  }
}

private enum PhraseKey: InjectedKey {
  static var liveValue: Phrase { Phrase(injected(\.greeter)) }
  static var testValue: Phrase { liveValue }
}

/// Read in a scope that is open while other tests run: by nobody else.
private enum ToneKey: InjectedKey {
  static var liveValue: String { "calm" }
  static var testValue: String { liveValue }
}

private enum WeatherKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { liveValue }
}

private enum SongKey: InjectedKey {
  static var liveValue: Phrase { Phrase(Greeter(greeting: injected(\.tone))) }
  static var testValue: Phrase { liveValue }
}

/// Prepared from that.
private enum LetterKey: AsyncInjectedKey {
  static func liveValue() async -> Phrase { injected(\.song) }
  static func testValue() async -> Phrase { injected(\.song) }
}

/// Goes when nobody holds it.
private final class Pen: Sendable {}

private enum PenKey: InjectedKey {
  static var liveValue: Pen { Pen() }
  static var testValue: Pen { liveValue }
  static var lifetime: InjectedLifetime { .weak }
}

/// Prepared with a pen, which it does not keep.
private enum NoteKey: AsyncInjectedKey {
  static func liveValue() async -> String { "\(injected(\.tone)), \(type(of: injected(\.pen)))" }
  static func testValue() async -> String { await liveValue() }
}

@MainActor private final class Held {
  var pen: Pen?
}

extension InjectedValues {
  fileprivate var greetingBox: GreetingBox { self[GreetingBoxKey.self] }
  fileprivate var pen: Pen { self[PenKey.self] }
  fileprivate var tone: String {
    get { self[ToneKey.self] }
    set { self[ToneKey.self] = newValue }
  }
  fileprivate var weather: Int {
    get { self[WeatherKey.self] }
    set { self[WeatherKey.self] = newValue }
  }
  fileprivate var song: Phrase { self[SongKey.self] }
  fileprivate var letter: Phrase { self[LetterKey.self] }
  fileprivate var phrase: Phrase {
    get { self[PhraseKey.self] }
    set { self[PhraseKey.self] = newValue }
  }
}

@MainActor private final class Account: ObservableModel {
  @Observed var greeting = "Salt"
  @Observed var isLong = false
}

/// Built from the greeter, and told apart by a number.
private final class GreetingBox: Sendable {
  private static let lastNumber = Counter()
  let greeting = injected(\.greeter.greeting)
  let number = GreetingBox.lastNumber.increment()
}

private enum GreetingBoxKey: InjectedKey {
  static var liveValue: GreetingBox { GreetingBox() }
  static var testValue: GreetingBox { liveValue }
}

/// Which services bodies and models have seen.
@MainActor private final class Seen {
  private(set) var phrases: [Phrase] = []
  var count: Int { Set(phrases.map(ObjectIdentifier.init)).count }

  func callAsFunction(_ phrase: Phrase) {
    phrases.append(phrase)
  }
}

private struct PhraseButton: View {
  let seen: Seen
  @InjectedEnvironment(\.phrase) private var phrase
  @State private var turn = 0
  var body: some View {
    let _ = seen(phrase)
    Button("view \(turn)") { turn += 1 }
  }
}

private struct SongText: View {
  let seen: Seen
  @InjectedEnvironment private var song: Phrase

  init(_ song: KeyPath<InjectedValues, Phrase>, seen: Seen) {
    _song = InjectedEnvironment(song)
    self.seen = seen
  }

  var body: some View {
    let _ = seen(song)
    Text("sung")
  }
}

@MainActor private final class PhraseModel: ObservableModel {
  @Injected(\.phrase) var phrase
}

private struct ModelButton: View {
  let seen: Seen
  @InjectedModel({ PhraseModel() }) private var model
  @State private var turn = 0
  var body: some View {
    let _ = seen(model.phrase)
    Button("model \(turn)") { turn += 1 }
  }
}

private struct Pair: View {
  let seen: Seen
  var body: some View {
    PhraseButton(seen: seen)
    ModelButton(seen: seen)
  }
}

@Suite("A service that is built from an overridden one is one for its subtree") @MainActor
struct SubtreeScopeTests {
  @Test("What a preparation has built does not come beside what others were given meanwhile")
  func preparedMeanwhile() async {
    struct Screen: View {
      let seen: Seen
      let gate: Gate
      @State private var number = 0
      var body: some View {
        Group {
          PreparedInjectedValues {
            await gate.wait()
            try await InjectedValues.prepare(LetterKey.self)
          } content: {
            SongText(\.letter, seen: seen)
            SongText(\.song, seen: seen).injectedValues { $0.weather = -1 }
          } placeholder: {
            Text("wait")
          } failure: {
            Text("failed: \($0)")
          }
          if number > 0 { SongText(\.song, seen: seen) }
        }
        .injectedValues {
          $0.tone = "merry"
          $0.weather = number
        }
        Button("rain") { number += 1 }
      }
    }
    let (seen, gate) = (Seen(), Gate())
    let host = TreeHost(Screen(seen: seen, gate: gate))
    await host.settle()
    host.tap("rain")
    gate.open()
    await host.finish()
    #expect(!host.outline.contains("wait"))
    #expect(seen.phrases.count > 2)
    #expect(seen.count == 1)
  }

  @Test("What a preparation was made from, and has gone, is not what others are given beside it")
  func preparedFromWeak() async {
    struct Screen: View {
      let gate: Gate
      let runs: Counter
      let held: Held
      @State private var number = 0
      var body: some View {
        PreparedInjectedValues {
          runs.increment()
          await gate.wait()
          try await InjectedValues.prepare(NoteKey.self)
          held.pen = injected(\.pen)
        } content: {
          Text("written")
        } placeholder: {
          Text("wait")
        } failure: {
          Text("failed: \($0)")
        }
        .injectedValues {
          $0.tone = "merry"
          $0.weather = number
        }
        Button("rain") { number += 1 }
      }
    }
    let (gate, runs) = (Gate(), Counter())
    let host = TreeHost(Screen(gate: gate, runs: runs, held: Held()))
    await host.settle()
    host.tap("rain")
    gate.open()
    await host.finish()
    #expect(host.outline.contains("written"))
    #expect(runs.value == 1)
  }

  @Test(
    "Bodies and models share it, also below an override of another service",
    arguments: [true, false])
  func shared(isInnerFirst: Bool) {
    let seen = Seen()
    let host = TreeHost {
      Group {
        if isInnerFirst { Pair(seen: seen).injectedValues { $0.store = Store("inner") } }
        Pair(seen: seen)
        Pair(seen: seen).injectedValues { $0.store = Store("inner") }
      }
      .injectedValues { $0.greeter.greeting = "Salut" }
    }
    host.tap("view 0")
    host.tap("model 0")
    #expect(seen.phrases.allSatisfy { $0.greeter.greeting == "Salut" })
    #expect(seen.phrases.count == (isInnerFirst ? 8 : 6))
    #expect(seen.count == 1)
  }

  @Test("Outside, and below an override of what it is built from, it is another one")
  func separate() {
    let seen = Seen()
    let host = TreeHost {
      Pair(seen: seen)
      Group {
        Pair(seen: seen)
        Pair(seen: seen).injectedValues { $0.greeter.greeting = "Ciao" }
      }
      .injectedValues { $0.greeter.greeting = "Salut" }
    }
    #expect(
      seen.phrases.map(\.greeter.greeting) == ["Hello", "Hello", "Salut", "Salut", "Ciao", "Ciao"])
    #expect(seen.count == 3)
    withExtendedLifetime(host) {}
  }

  @Test("A model keeps the one that it has read when the tree's services are set anew")
  func setAnew() {
    struct Parent: View {
      let seen: Seen
      @State private var greeting = "Salut"
      var body: some View {
        Button("Change") { greeting = "Ciao" }
        ModelButton(seen: seen).injectedValues { $0.greeter.greeting = greeting }
      }
    }
    let seen = Seen()
    let host = TreeHost(Parent(seen: seen))
    host.tap("Change")
    host.tap("model 0")
    #expect(seen.phrases.map(\.greeter.greeting) == ["Salut", "Salut"])
    #expect(seen.count == 1)
  }

  @Test("It is freed with the tree")
  func freed() {
    weak var phrase: Phrase?
    var host: TreeHost?
    do {
      let seen = Seen()
      host = TreeHost(Pair(seen: seen).injectedValues { $0.greeter.greeting = "Salut" })
      phrase = seen.phrases.first
    }
    #expect(host?.outline.isEmpty == false)
    #expect(phrase != nil)
    host = nil
    #expect(phrase == nil)
  }

  @Test("An update that runs on later values is that of the body which made it for them")
  func laterClosure() async {
    struct Page: View {
      let account: Account
      var body: some View {
        let suffix = account.isLong ? "" : "a"
        BoxText().injectedValues { $0.greeter.greeting += suffix }
      }
    }
    struct BoxText: View {
      @InjectedEnvironment(\.greetingBox) private var box
      var body: some View { Text("\(box.greeting) \(box.number)") }
    }
    struct Root: View {
      let account: Account
      var body: some View {
        Page(account: account).injectedValues { $0.greeter.greeting = account.greeting }
      }
    }
    let account = Account()
    let host = TreeHost(Root(account: account))
    let first = host.outline
    #expect(first.hasPrefix("Text \"Salta "))
    host.resetEvaluations()
    batchUpdates {
      account.greeting = "Salta"
      account.isLong = true
    }
    await host.settle()
    #expect(host.outline == first)
    #expect(host.evaluations.counts == ["Page": 1])
  }

  @Test("What a model was made with stays as long as the model, also where the tree has another")
  func keptByModel() {
    @MainActor final class Writer {
      weak var phrase: Phrase?
      init() { phrase = injected(\.phrase) }
    }
    @MainActor final class Box {
      weak var writer: Writer?
      func callAsFunction(_ writer: Writer) { self.writer = writer }
    }
    struct Child: View {
      @InjectedModel({ Writer() }) private var writer
      let box: Box
      var body: some View {
        let _ = box(writer)
        Text("child")
      }
    }
    struct Screen: View {
      let box: Box
      @State private var greeting = "Hello"
      @State private var isShown = true
      var body: some View {
        Button("Other") { greeting = "Salt" }
        Button("Hide") { isShown = false }
        if isShown {
          Child(box: box).injectedValues { $0.greeter = Greeter(greeting: greeting) }
        }
      }
    }
    let box = Box()
    let host = TreeHost(Screen(box: box).injectedValues(.current))
    #expect(box.writer?.phrase?.greeter.greeting == "Hello")
    host.tap("Other")
    #expect(box.writer?.phrase?.greeter.greeting == "Hello")
    host.tap("Hide")
    #expect(box.writer == nil)
  }
}

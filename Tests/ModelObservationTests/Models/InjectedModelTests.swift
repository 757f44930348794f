import Injection
import ModelObservation
import Testing

// MARK: Services

private protocol GreetingService: Sendable {
  func greeting(for name: String) -> String
}

private struct Greetings: GreetingService {
  var word: String
  func greeting(for name: String) -> String { "\(word), \(name)" }
}

private enum GreetingKey: InjectedKey {
  static var liveValue: any GreetingService { Greetings(word: "Hello") }
  static var testValue: any GreetingService { Greetings(word: "Test") }
}

/// A service that is a model itself.
@MainActor private final class Account: ObservableModel {
  @Observed var name = "nobody"
  // A key's values are made in nonisolated code.
  nonisolated init() {}

  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

private enum AccountKey: InjectedKey {
  static var liveValue: Account { Account() }
  static var testValue: Account { Account() }
}

/// A service whose state several isolations write.
private enum StatusKey: InjectedKey {
  static var liveValue: SharedObserved<String> { SharedObserved("live") }
  static var testValue: SharedObserved<String> { SharedObserved("offline") }
}

extension InjectedValues {
  fileprivate var greetings: any GreetingService {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }

  fileprivate var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }

  fileprivate var status: SharedObserved<String> {
    get { self[StatusKey.self] }
    set { self[StatusKey.self] = newValue }
  }
}

// MARK: Models

private final class Welcome: ObservableModel {
  @Injected(\.greetings) var greetings
  @Injected({ $0[StatusKey.self] }) var status
  @Observed var name = "Ada"
  var plain: String { greetings.greeting(for: name) }
  @Derived(\Welcome.plain) var derived: String
}

@MainActor private final class MainWelcome: ObservableModel {
  @Injected(\.greetings) var greetings
  @Injected(\.account) var account
  @Observed var mark = "!"
  @Observed private(set) var loads = 0
  private var makeTitle: String { greetings.greeting(for: account.name) + mark }
  @Derived(\MainWelcome.makeTitle) var title: String

  func load() async {
    loads += 1
  }
}

private class OpenWelcome<Value: Equatable>: ObservableModel {
  @Injected(\.greetings) var greetings
  @Observed var value: Value
  init(_ value: Value) { self.value = value }
}

private final class SubWelcome: OpenWelcome<Int> {
  @Injected(\.greetings) var others
  @Observed var count = 0
  private var makeText: String { others.greeting(for: "\(value + count)") }
  @Derived(\SubWelcome.makeText) var text: String
}

// MARK: Tests

@Suite("Models that consume injected services") struct InjectedModelTests {
  private static func scope<Result>(_ word: String, _ body: () -> Result) -> Result {
    withInjectedValues {
      $0.greetings = Greetings(word: word)
    } operation: {
      body()
    }
  }

  @Test("An override in a scope reaches a model made there, and stays with it")
  func madeInScope() {
    let model = Self.scope("Salut") { Welcome() }
    #expect(model.plain == "Salut, Ada")
    #expect(model.derived == "Salut, Ada")
    #expect(Welcome().plain == "Test, Ada")
  }

  @Test("An override in a scope reaches a model of the main actor made there")
  @MainActor func madeInScopeOnMain() {
    let account = Account("Grace")
    let model = withInjectedValues {
      $0.greetings = Greetings(word: "Salut")
      $0.account = account
    } operation: {
      MainWelcome()
    }
    #expect(model.title == "Salut, Grace!")
    #expect(model.account === account)
  }

  @Test("An override reaches a model that an async scope makes, across a suspension")
  @MainActor func madeInAsyncScope() async {
    let model = await withInjectedValues {
      $0.greetings = Greetings(word: "Salut")
    } operation: {
      let model = MainWelcome()
      await model.load()
      await Task.yield()
      return model
    }
    #expect(model.loads == 1)
    #expect(model.greetings.greeting(for: "x") == "Salut, x")
  }

  @Test("A scope newer than the model reaches it while it runs")
  func newerScope() {
    let model = Self.scope("Salut") { Welcome() }
    #expect(Self.scope("Ciao") { model.plain } == "Ciao, Ada")
    #expect(model.plain == "Salut, Ada")
  }

  @Test("A change is observed through a derived getter that reads a service")
  func observedThroughDerived() {
    let model = Self.scope("Salut") { Welcome() }
    var (plain, derived): ([String], [String]) = ([], [])
    let tokens = [
      observe { plain.append(model.plain) }, observe { derived.append(model.derived) },
    ]
    model.name = "Grace"
    model.name = "Grace"
    #expect(plain == ["Salut, Ada", "Salut, Grace"])
    #expect(derived == plain)
    withExtendedLifetime(tokens) {}
  }

  @Test("A change is observed through a derived getter on the main actor")
  @MainActor func observedThroughDerivedOnMain() {
    let model = withInjectedValues {
      $0.greetings = Greetings(word: "Salut")
      $0.account = Account("Ada")
    } operation: {
      MainWelcome()
    }
    var seen: [String] = []
    let token = observe { seen.append(model.title) }
    model.mark = "?"
    #expect(seen == ["Salut, Ada!", "Salut, Ada?"])
    token.cancel()
  }

  @Test("Observers that run inside another scope's write keep to rule 1")
  func observerInScope() {
    let model = Self.scope("Salut") { Welcome() }
    var seen: [String] = []
    let token = observe { seen.append(model.plain) }
    // The observer runs on the writer, so in the writer's scope, which is newer than the model.
    Self.scope("Ciao") { model.name = "Grace" }
    model.name = "Edith"
    #expect(seen == ["Salut, Ada", "Ciao, Grace", "Salut, Edith"])
    token.cancel()
  }

  @Test("A service is no input: entering a scope evaluates no derived property anew")
  func servicesAreNoInputs() {
    let model = Self.scope("Salut") { Welcome() }
    #expect(model.derived == "Salut, Ada")
    Self.scope("Ciao") {
      #expect(model.derived == "Salut, Ada")
      #expect(model.plain == "Ciao, Ada")
      model.name = "Grace"
      #expect(model.derived == "Ciao, Grace")
    }
  }

  @Test("A service that is a model is tracked through @Injected")
  @MainActor func serviceIsModel() async {
    let account = Account("Ada")
    let model = withInjectedValues {
      $0.account = account
    } operation: {
      MainWelcome()
    }
    var seen: [String] = []
    for await title in changes(of: { model.title }) {
      seen.append(title)
      guard seen.count < 2 else { break }
      account.name = "Grace"
    }
    #expect(seen == ["Test, Ada!", "Test, Grace!"])
  }

  @Test("A cell that is a service is tracked through @Injected")
  func serviceIsCell() {
    let status = SharedObserved("offline")
    let model = withInjectedValues {
      $0.status = status
    } operation: {
      Welcome()
    }
    var seen: [String] = []
    let token = observe { seen.append(model.status.value) }
    status.value = "online"
    #expect(seen == ["offline", "online"])
    token.cancel()
  }

  /// Says what its observer of a cell finds in the scope that this runs in.
  private actor Reporter {
    private var token: ObservationToken?

    func start(_ status: SharedObserved<String>, _ report: @escaping @Sendable (String) -> Void) {
      token = observe { report(injected(\.greetings).greeting(for: status.value)) }
    }

    func stop() { token = nil }
  }

  @Test("An observer of a cell runs in the scope of who writes, on another actor as well")
  func observerScope() async {
    let status = SharedObserved("Ada")
    let reporter = Reporter()
    let (reports, report) = AsyncStream<String>.makeStream()
    await reporter.start(status) { report.yield($0) }
    Self.scope("Salut") { status.value = "Grace" }
    var seen: [String] = []
    for await text in reports {
      seen.append(text)
      if seen.count == 2 { break }
    }
    #expect(seen == ["Test, Ada", "Salut, Grace"])
    await reporter.stop()
  }

  @Test("An issue of an actor's observer belongs to the test that writes")
  func observerIssue() async {
    let status = SharedObserved("Ada")
    let reporter = Reporter()
    let (reports, report) = AsyncStream<String>.makeStream()
    await withKnownIssue {
      await reporter.start(status) {
        #expect($0.hasSuffix("Ada"))
        report.yield($0)
      }
      status.value = "Grace"
      for await text in reports where text.hasSuffix("Grace") { break }
    }
    await reporter.stop()
  }

  @Test("Generic classes and subclasses take services too")
  func subclasses() {
    let model = Self.scope("Salut") { SubWelcome(1) }
    var seen: [String] = []
    let token = observe { seen.append(model.text) }
    model.value = 2
    model.count = 3
    #expect(seen == ["Salut, 1", "Salut, 2", "Salut, 5"])
    #expect(model.greetings.greeting(for: "x") == "Salut, x")
    token.cancel()
  }

  @Test("Reading a service is not recorded, and a model that captured its scope is freed")
  func lifetime() {
    weak var gone: Welcome?
    Self.scope("Salut") {
      let model = Welcome()
      gone = model
      var runs = 0
      let token = observe {
        runs += 1
        _ = model.greetings
      }
      model.name = "Grace"
      #expect(runs == 1)
      token.cancel()
    }
    #expect(gone == nil)
  }
}

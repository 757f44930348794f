import Injection
import TestSupport
import Testing

@Suite("Scopes: what is overridden, until when, and what leaving restores")
struct ScopeTests {
  @Test("Without a scope, a key gives its default")
  func noScope() {
    #expect(injected(\.name) == "default")
  }

  // MARK: Nesting

  @Test("An inner scope shadows the outer one and leaves it as it was")
  func nested() {
    withInjectedValues {
      $0.name = "outer"
      $0.count = 1
    } operation: {
      withInjectedValues {
        $0.name = "inner"
      } operation: {
        #expect(injected(\.name) == "inner")
        #expect(injected(\.count) == 1)
      }
      #expect(injected(\.name) == "outer")
    }
    #expect(injected(\.name) == "default")
    #expect(injected(\.count) == 0)
  }

  @Test("An inner scope shadows the outer one across suspensions")
  func nestedAsync() async {
    await withInjectedValues {
      $0.name = "outer"
    } operation: {
      await withInjectedValues {
        $0.count = 2
      } operation: {
        await Task {}.value
        #expect(injected(\.name) == "outer")
        #expect(injected(\.count) == 2)
      }
      await Task {}.value
      #expect(injected(\.count) == 0)
    }
    #expect(injected(\.name) == "default")
  }

  @Test("Sibling scopes see nothing of each other")
  func siblings() {
    withInjectedValues {
      $0.name = "first"
    } operation: {
      #expect(injected(\.name) == "first")
    }
    withInjectedValues {
      $0.count = 7
    } operation: {
      #expect(injected(\.name) == "default")
      #expect(injected(\.count) == 7)
    }
  }

  @Test("Scopes of parallel tasks see nothing of each other, while all are open")
  func parallelSiblings() async {
    let entered = Counter()
    let allEntered = Gate()
    await withTaskGroup { group in
      for index in 0..<16 {
        group.addTask {
          await withInjectedValues {
            $0.count = index
          } operation: {
            if entered.increment() == 16 { allEntered.open() }
            await allEntered.wait()
            return injected(\.count) == index
          }
        }
      }
      for await sawItsOwn in group { #expect(sawItsOwn) }
    }
  }

  @Test("A scope gives back what its operation returns")
  func result() async {
    let number = withInjectedValues {
      $0.count = 20
    } operation: {
      injected(\.count) + 1
    }
    let later = await withInjectedValues {
      $0.count = 40
    } operation: {
      await Task { injected(\.count) + 2 }.value
    }
    #expect(number == 21)
    #expect(later == 42)
  }

  @Test("A scope of a hundred scopes still reads the outermost")
  func deep() {
    func descend(_ depth: Int) {
      guard depth > 0 else {
        #expect(injected(\.name) == "outermost")
        #expect(injected(\.count) == 1)
        return
      }
      withInjectedValues {
        $0.count = depth
      } operation: {
        descend(depth - 1)
      }
    }
    withInjectedValues {
      $0.name = "outermost"
    } operation: {
      descend(100)
    }
  }

  @Test("A scope of 200,000 assignments is left, captured and freed")
  func long() {
    let captured = withInjectedValues { values in
      for count in 1...200_000 { values.count = count }
    } operation: {
      #expect(injected(\.count) == 200_000)
      return InjectedValues.current
    }
    #expect(captured.run { injected(\.count) } == 200_000)
  }

  @Test("Scopes that stand on each other are let go of one after the other")
  func chain() async {
    var values = InjectedValues.current
    for count in 1...100_000 {
      values.count = count
      values.run { #expect(injected(\.count) == count) }
    }
    // And their homes, which are all that a service holds that was built there.
    let service = values.run { injected { $0[ChainedServiceKey.self] } }
    values = .current
    #expect(service.count() == 100_000)
  }

  @Test("Scopes that stand on each other, where nothing was read, are read from the innermost")
  func chainOfUnread() {
    var values = InjectedValues.current
    for count in 1...100_000 {
      values.count = count
      values.run {}
    }
    #expect(values.run { injected(\.name) } == injected(\.name))
  }

  // MARK: Update closures

  @Test("An update runs in the enclosing scope and sees its own earlier assignments")
  func updateSeesItself() {
    withInjectedValues {
      $0.count = 1
    } operation: {
      withInjectedValues {
        #expect($0.count == 1)
        $0.count += 1
        #expect($0.count == 2)
        #expect(injected(\.count) == 1)
        $0.name = "number \($0.count)"
      } operation: {
        #expect(injected(\.count) == 2)
        #expect(injected(\.name) == "number 2")
      }
    }
  }

  @Test("An async update runs in the enclosing scope and sees its own earlier assignments")
  func asyncUpdate() async {
    await withInjectedValues {
      $0.count = 1
    } operation: {
      await withInjectedValues {
        $0.count = await Task { injected(\.count) + 10 }.value
        $0.name = "number \($0.count), \(injected(\.count)) outside"
      } operation: {
        await Task {}.value
        #expect(injected(\.name) == "number 11, 1 outside")
      }
    }
  }

  @Test("The last assignment to a key counts")
  func lastAssignment() {
    withInjectedValues {
      $0.name = "first"
      $0.name = "second"
    } operation: {
      #expect(injected(\.name) == "second")
    }
  }

  @Test("An update may change a part of a value in place")
  func inPlace() {
    withInjectedValues {
      $0.config.flag = true
    } operation: {
      withInjectedValues {
        $0.config.retries += 2
      } operation: {
        #expect(injected(\.config) == Config(flag: true, retries: 5))
      }
      #expect(injected(\.config) == Config(flag: true, retries: 3))
    }
    #expect(injected(\.config) == Config(flag: false, retries: 3))
  }

  @Test("An update that reads what it assigns to is one scope")
  func readInUpdate() {
    let line = #line + 1
    withInjectedValues {
      $0.name = "first"
      for _ in 0..<1_000 { $0.count += 1 }
      $0.name += ", second"
    } operation: {
      #expect(injected(\.name) == "first, second")
      #expect(injected(\.count) == 1_000)
      #expect(InjectedValues.explain(\.name).scopes == ["InjectionTests/ScopeTests.swift:\(line)"])
    }
  }

  @Test("What an update has built from what it assigned is shared with its operation")
  func builtInUpdate() {
    withInjectedValues {
      $0.count = 1
      let service = $0[ChainedServiceKey.self]
      $0.name = "later"
      $0[ChainedPartKey.self] = service
    } operation: {
      #expect(injected { $0[ChainedServiceKey.self] } === injected { $0[ChainedPartKey.self] })
    }
  }

  @Test("An update inside another one ends by itself")
  func updateInUpdate() {
    withInjectedValues {
      $0.context = .live
    } operation: {
      withInjectedValues {
        $0.name = "outer"
        let inner = $0.overriding { $0.name = "inner" }
        // A part of a key without a live value may be changed by an update alone.
        $0[ChainedPartsKey.self].first = inner.run { injected(\.name) }
        let copy = $0
        $0[ChainedPartsKey.self].second = copy.run {
          withInjectedValues {
            $0.count = 2
          } operation: {
            injected(\.name)
          }
        }
      } operation: {
        let parts = injected { $0[ChainedPartsKey.self] }
        #expect(parts.first == "inner")
        #expect(parts.second == "outer")
      }
    }
  }

  @Test("An empty update changes nothing")
  func emptyUpdate() async {
    await withInjectedValues {
      $0.name = "outer"
    } operation: {
      withInjectedValues { _ in
      } operation: {
        #expect(injected(\.name) == "outer")
      }
      await withInjectedValues { _ in
      } operation: {
        await Task {}.value
        #expect(injected(\.name) == "outer")
      }
    }
  }

  @Test("A read through the key's type is the same as one through its accessor")
  func keyType() {
    withInjectedValues {
      $0[NameKey.self] = "typed"
    } operation: {
      #expect(injected(\.name) == "typed")
      #expect(injected { $0[NameKey.self] } == "typed")
      #expect(InjectedValues.current[NameKey.self] == "typed")
    }
  }
}

private struct Config: Equatable {
  var flag = false
  var retries = 3
}

private enum CountKey: InjectedKey {
  static let liveValue = -1
  static let testValue = 0
}

private enum ConfigKey: InjectedKey {
  static let liveValue = Config()
  static let testValue = Config()
}

extension InjectedValues {
  fileprivate var count: Int {
    get { self[CountKey.self] }
    set { self[CountKey.self] = newValue }
  }

  fileprivate var config: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }
}

private final class ChainedService: Sendable {
  let count = Injected(\.count)

  init() { _ = count() }
}

private enum ChainedServiceKey: InjectedInterfaceKey {
  static var testValue: ChainedService { ChainedService() }
}

private enum ChainedPartKey: InjectedInterfaceKey {
  static var testValue: ChainedService { ChainedService() }
}

private enum ChainedPartsKey: InjectedInterfaceKey {
  static var testValue: (first: String, second: String) { ("", "") }
}

extension ScopeTests {
  @Test("A closure that cannot throw stays one, also where it is asynchronous")
  func signatures() async throws {
    let (plain, asynchronous, both) = withInjectedValues {
      $0.name = "scope"
    } operation: {
      (
        InjectedValues.propagating { (number: Int) in "\(injected(\.name)) \(number)" },
        InjectedValues.propagating { (number: Int) async in
          await Task.yield()
          return "\(injected(\.name)) \(number)"
        },
        InjectedValues.propagating { (number: Int) async throws in
          try await Task.sleep(for: .zero)
          return "\(injected(\.name)) \(number)"
        }
      )
    }
    #expect(plain(1) == "scope 1")
    #expect(await asynchronous(2) == "scope 2")
    #expect(try await both(3) == "scope 3")
  }

  @Test("An update that throws stands beside an operation with typed throws")
  func typedOperation() async throws {
    struct Failure: Error {}
    func check(_ name: String) throws(Failure) { if injected(\.name) != name { throw Failure() } }
    func prepare() throws {}
    try withInjectedValues {
      $0.name = "inner"
      try prepare()
    } operation: { () throws(Failure) in
      try check("inner")
    }
    try withInjectedValues(from: self) {
      $0.name = "model's"
      try prepare()
    } operation: { () throws(Failure) in
      try check("model's")
    }
    try await withInjectedValues {
      $0.name = "later"
      try await Task.sleep(for: .zero)
    } operation: { () async throws(Failure) in
      await Task.yield()
      try check("later")
    }
  }
}

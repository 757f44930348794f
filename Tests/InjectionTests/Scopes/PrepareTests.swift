import Injection
import TestSupport
import Testing

@Suite("Rule 1: prepared values stand between the owner's scopes and the default")
struct PrepareTests {
  @Test("A prepared value is read outside scopes, by owners made earlier, and under a scope's own")
  func order() async {
    let owner = Owner()
    prepareInjectedValues { $0.city = "prepared" }
    #expect(injected(\.city) == "prepared")
    #expect(owner.city == "prepared")
    let carried = InjectedValues.current
    #expect(await Task.detached { carried.run { injected(\.city) } }.value == "prepared")
    withInjectedValues {
      $0.city = "scope"
    } operation: {
      #expect(injected(\.city) == "scope")
      #expect(owner.city == "scope")
    }
    #expect(injected(\.city) == "prepared")
  }

  @Test("An update sees what was prepared before; the later value stays")
  func twice() {
    prepareInjectedValues { $0.country = "first" }
    prepareInjectedValues { $0.country += ", second" }
    #expect(injected(\.country) == "first, second")
  }

  @Test("What a launch has built while it prepared is built anew for what is prepared after it")
  func afterABuild() {
    prepareInjectedValues {
      _ = $0[DockKey.self]
      $0[DepthKey.self] = 5
    }
    #expect(injected { $0[HarbourKey.self] }.dock.depth == 5)
    withInjectedValues {
      $0.country = "scope"
    } operation: {
      #expect(injected { $0[DockKey.self] }.depth == 5)
      #expect(injected { $0[HarbourKey.self] }.dock.depth == 5)
    }
  }

  @Test("What a default peeks at while a launch prepares has no reader yet")
  func peekWhileItPrepares() async {
    let issues = await collectingIssues {
      prepareInjectedValues {
        $0.country = $0[PeekingKey.self]
        $0.river = "prepared"
      }
    }
    #expect(issues.isEmpty)
    #expect(injected(\.river) == "prepared")
    #expect(injected(\.country) == "at default")
  }

  @Test("What runs in a launch's values has no reader yet, also where somebody looks on")
  func readWhileItPrepares() async {
    let issues = await collectingIssues {
      InjectedValues.trace {
        prepareInjectedValues { values in
          let river = values.run { injected(\.river) }
          values.country = "at \(river)"
          values.river = "prepared"
        }
      } to: { _ in
      }
    }
    #expect(issues.isEmpty)
    #expect(injected(\.river) == "prepared")
    #expect(injected(\.country) == "at default")
  }

  @Test("A key that has been read keeps its value")
  func afterARead() async {
    #expect(injected(\.river) == "default")
    let report = await issueReport { prepareInjectedValues { $0.river = "too late" } }
    #expect(report.contains("after 'river' had read it"))
    #expect(injected(\.river) == "default")
  }

  @Test("A key that comes too late keeps its value, however much is prepared with it")
  func lateAmongMany() async {
    #expect(injected(\.river) == "default")
    _ = await issueReport {
      prepareInjectedValues { values in
        values.context = .live
        values[DepthKey.self] += 1
        values.river = "too late"
        for _ in 0..<9 { values.city = "prepared" }
      }
    }
    withInjectedValues {
      $0.country = "scope"
    } operation: {
      #expect(injected(\.city) == "prepared")
      #expect(injected(\.river) == "default")
    }
  }

  @Test("A key that comes too late is reported once, also where its update runs again")
  func afterAReadTwice() async {
    #expect(injected(\.river) == "default")
    var runs = 0
    let issues = await collectingIssues {
      let here = InjectedValues.current
      prepareInjectedValues {
        runs += 1
        $0.river = "too late"
        // Another thread prepares at once.
        if runs == 1 {
          onThreadInPlace { here.run { prepareInjectedValues { $0.city = "prepared" } } }
        }
      }
    }
    #expect(runs == 2)
    #expect(issues.count == 1)
  }

  @Test("A key that one update touches several times is reported once")
  func lateOnce() async {
    #expect(injected(\.river) == "default")
    let issues = await collectingIssues {
      prepareInjectedValues {
        $0.river = "too late"
        $0.decorate(RiverKey.self) { $0 + ", decorated" }
        $0.river += ", again"
      }
    }
    #expect(issues.count == 1)
    #expect(injected(\.river) == "default")
  }

  @Test(
    "Who reads what a launch has built while it prepared is the first reader of all it was built from",
    arguments: [false, true])
  func readerOfWhatALaunchBuilt(isDecorated: Bool) async {
    prepareInjectedValues {
      if isDecorated {
        $0.decorate(\.lakeSign) { Lake(name: "[\($0.name)]") }
      } else {
        $0.city = $0.lakeSign.name
      }
    }
    let first = injected(\.lakeSign)
    let report = await issueReport { prepareInjectedValues { $0.lakeName = "late" } }
    #expect(report.contains("LakeNameKey was prepared"))
    #expect(report.contains("after 'lakeSign' had read it"))
    #expect(injected(\.lakeSign) === first)
    let name = withInjectedValues {
      $0.country = "scope"
    } operation: {
      injected(\.lakeName)
    }
    #expect(name != "late")
  }

  @Test("A key whose first read still builds its value keeps that")
  func duringTheFirstRead() async {
    let report = await issueReport { #expect(injected { $0[SourceKey.self] } == "default") }
    #expect(report.contains("had read it"))
    #expect(injected { $0[SourceKey.self] } == "default")
    withInjectedValues {
      $0.city = "inside"
    } operation: {
      #expect(injected { $0[SourceKey.self] } == "default")
    }
  }

  @Test("Many prepared values, of many keys and of one, are found each by its own")
  func many() {
    prepareInjectedValues {
      for index in 0..<20 {
        $0.decorate(RiverKey.self) { "\($0) \(index)" }
        $0.decorate(CountryKey.self) { "\($0), \(index)" }
      }
    }
    let numbers = (0..<20).map { "\($0)" }
    #expect(injected(\.river) == (["default"] + numbers).joined(separator: " "))
    withInjectedValues {
      $0.decorate(CountryKey.self) { "[\($0)]" }
    } operation: {
      #expect(injected(\.country) == "[" + (["default"] + numbers).joined(separator: ", ") + "]")
    }
  }

  @Test("A key that has been read behind a decoration keeps its value")
  func behindADecoration() async {
    await withInjectedValues {
      $0.decorate(RiverKey.self) { "[\($0)]" }
    } operation: {
      #expect(injected(\.river) == "[default]")
      let report = await issueReport { prepareInjectedValues { $0.river = "too late" } }
      #expect(report.contains("after 'river' had read it"))
      #expect(injected(\.river) == "[default]")
    }
    #expect(injected(\.river) == "default")
  }

  @Test("Captured values are not prepared, and what was prepared before stays")
  func captured() async {
    prepareInjectedValues { $0.country = "prepared" }
    let saved = InjectedValues.current.overriding { $0.city = "captured" }
    let report = await issueReport { prepareInjectedValues { $0 = saved } }
    #expect(report.contains("nothing is prepared"))
    #expect(injected(\.country) == "prepared")
    #expect(injected(\.city) == "default")
  }

  @Test("A key that something was made from keeps its value, and so does the context")
  func afterABuild() async {
    prepareInjectedValues { $0.register(LakeNameKey.self) { "first" } }
    #expect(injected(\.lakeSign).name == "first")
    let report = await issueReport {
      prepareInjectedValues {
        $0.register(LakeNameKey.self) { "second" }
        $0.context = .live
      }
    }
    #expect(report.contains("LakeNameKey was prepared"))
    #expect(report.contains("context was prepared"))
    #expect(report.contains("after 'lakeName' had read it to build LakeSignKey"))
    #expect(injected(\.lakeName) == "first")
    #expect(InjectedValues.current.context == .test)
  }

  @Test("A registration is made at the first read, once, and by whoever reads")
  func registration() {
    let count = Counter()
    prepareInjectedValues {
      $0.register(LakeKey.self) {
        count.increment()
        return Lake(name: injected(\.lakeName))
      }
    }
    #expect(count.value == 0)
    let lake = injected(\.lake)
    #expect(lake.name == "default")
    #expect(injected(\.lake) === lake)
    #expect(count.value == 1)
    withInjectedValues {
      $0.lakeName = "other"
    } operation: {
      #expect(injected(\.lake).name == "other")
    }
    #expect(injected(\.lake) === lake)
    #expect(count.value == 2)
  }

  @Test("Updates that prepare at once are all kept")
  func concurrently() async {
    await withTaskGroup { group in
      for index in 0..<50 {
        group.addTask {
          prepareInjectedValues { $0.numbers.append(index) }
        }
      }
    }
    #expect(injected(\.numbers).sorted() == Array(0..<50))
  }

  @Test("A key that is prepared while it is first read has one value")
  func whileRead() async {
    await race(for: Void.self, rounds: 100)
  }

  /// Prepares and reads a key at once; in each round it is another one.
  private func race<Round>(for round: Round.Type, rounds: Int) async {
    let roles = Counter()
    // Who comes too late is told so.
    _ = await collectingIssues {
      let given = await readInTasks(2) {
        if roles.increment() == 1 {
          prepareInjectedValues { $0[RacedKey<Round>.self] = "prepared" }
          return injected { $0[RacedKey<Round>.self] }
        }
        return injected { $0[RacedKey<Round>.self] }
      }
      #expect(given[0] == given[1])
    }
    if rounds > 1 { await race(for: RacedKey<Round>.self, rounds: rounds - 1) }
  }
}

private enum RacedKey<Round>: InjectedInterfaceKey {
  static var testValue: String { "default" }
}

private struct Owner {
  @Injected(\.city) var city
}

private final class Lake: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

private enum CityKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "default"
}

private enum CountryKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "default"
}

private enum RiverKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "default"
}

private enum LakeNameKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "default"
}

private enum LakeKey: InjectedInterfaceKey {
  static var testValue: Lake { Lake(name: "unregistered") }
}

private enum LakeSignKey: InjectedInterfaceKey {
  static var testValue: Lake { Lake(name: injected(\.lakeName)) }
}

private enum NumbersKey: InjectedInterfaceKey {
  static var testValue: [Int] { [] }
}

extension InjectedValues {
  fileprivate var city: String {
    get { self[CityKey.self] }
    set { self[CityKey.self] = newValue }
  }

  fileprivate var country: String {
    get { self[CountryKey.self] }
    set { self[CountryKey.self] = newValue }
  }

  fileprivate var river: String {
    get { self[RiverKey.self] }
    set { self[RiverKey.self] = newValue }
  }

  fileprivate var lakeName: String {
    get { self[LakeNameKey.self] }
    set { self[LakeNameKey.self] = newValue }
  }

  fileprivate var lake: Lake { self[LakeKey.self] }

  fileprivate var lakeSign: Lake { self[LakeSignKey.self] }

  fileprivate var numbers: [Int] {
    get { self[NumbersKey.self] }
    set { self[NumbersKey.self] = newValue }
  }
}

/// Is prepared while its default is built.
private enum SourceKey: InjectedInterfaceKey {
  static var testValue: String {
    prepareInjectedValues { $0[SourceKey.self] = "too late" }
    return "default"
  }
}

private final class Dock: Sendable {
  let depth = injected { $0[DepthKey.self] }
}

private final class Harbour: Sendable {
  let dock = injected { $0[DockKey.self] }
}

private enum DepthKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum DockKey: InjectedInterfaceKey {
  static var testValue: Dock { Dock() }
}

private enum HarbourKey: InjectedInterfaceKey {
  static var testValue: Harbour { Harbour() }
}

private enum PeekingKey: InjectedInterfaceKey {
  static var testValue: String { "at " + InjectedValues.peek(\.river) }
}

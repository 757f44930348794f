import Injection
import TestSupport
import Testing

@Suite("Rule 1: what a launch has saved and read, when it has ended")
struct SavedLaunchTests {
  @Test("Values that a launch has saved are read as everywhere once it has ended")
  func saved() async {
    var saved = InjectedValues.current
    var inside = saved
    prepareInjectedValues {
      $0[LaunchKey.self] = "first"
      saved = $0
      inside = withInjectedValues {
        $0[EarlyLaunchKey.self] = "inside"
      } operation: {
        .current
      }
    }
    #expect(saved.run { injected { $0[LaunchKey.self] } } == "first")
    let report = await issueReport { saved.run { _ = injected { $0[MissingLaunchKey.self] } } }
    #expect(report.contains("no test value for MissingLaunchKey"))
    #expect(inside.run { injected { $0[LateLaunchKey.self] } } == "default")
    let late = await issueReport { prepareInjectedValues { $0[LateLaunchKey.self] = "too late" } }
    #expect(late.contains("LateLaunchKey was prepared"))
  }

  @Test("What a launch reads may be built, by way of others, from what it prepares next")
  func builtFromPrepared() async {
    let issues = await collectingIssues {
      prepareInjectedValues {
        #expect($0[LaunchAtticKey.self] == "attic on floor on ground")
        #expect($0[LaunchRoofKey.self] == "roof on attic on floor on ground")
        $0[LaunchGroundKey.self] = "rock"
      }
    }
    #expect(issues.isEmpty)
    #expect(injected { $0[LaunchAtticKey.self] } == "attic on floor on rock")
  }

  @Test("What a launch has built reads as everything once it has ended")
  func built() async {
    prepareInjectedValues { $0[RadioKey.self].timeout = 3 }
    let client = injected { $0[RadioKey.self] }
    #expect(client.timeout == 3)
    #expect(client.late() == "default")
    let late = await issueReport { prepareInjectedValues { $0[LateLaunchKey.self] = "too late" } }
    #expect(late.contains("LateLaunchKey was prepared"))
  }

  @Test(
    "What a launch has read, and not prepared, comes too late for a later one",
    arguments: [false, true])
  func readByALaunch(assignsAnother: Bool) async {
    prepareInjectedValues {
      let beacon = $0[BeaconKey.self]
      if assignsAnother { $0[TowerKey.self].beacon = beacon }
    }
    let mast = Mast()
    let report = await issueReport {
      prepareInjectedValues {
        $0[LaunchKey.self] = "prepared"
        $0[MastKey.self] = mast
      }
    }
    #expect(report.contains("MastKey was prepared"))
    #expect(report.contains("to build BeaconKey"))
    #expect(report.contains("in the scope of InjectionTests/SavedLaunchTests.swift:"))
    let second = await issueReport {
      prepareInjectedValues { $0[BeaconKey.self] = Beacon(mast) }
    }
    #expect(second.contains("BeaconKey was prepared"))
    let beacon = injected { $0[BeaconKey.self] }
    #expect(beacon.mast !== mast)
    #expect(injected { $0[TowerKey.self] }.beacon === (assignsAnother ? beacon : nil))
    #expect(injected { $0[LaunchKey.self] } == "prepared")
  }

  @Test("A launch that throws has read nothing, and each may change a part of what another has")
  func readsOfLaunches() async {
    let issues = await collectingIssues {
      #expect(throws: CancellationError.self) {
        try prepareInjectedValues { values throws(CancellationError) in
          _ = values[EarlyLaunchKey.self]
          throw CancellationError()
        }
      }
      prepareInjectedValues { $0[EarlyLaunchKey.self] += ", first" }
      prepareInjectedValues { $0[EarlyLaunchKey.self] += ", second" }
    }
    #expect(issues.isEmpty)
    #expect(injected { $0[EarlyLaunchKey.self] } == "default, first, second")
  }

  @Test("What a launch that threw has saved is not prepared, nor a scope on what is prepared")
  func savedByThrowing() async {
    prepareInjectedValues { $0[EarlyLaunchKey.self] = "first" }
    var saved = InjectedValues.current
    #expect(throws: CancellationError.self) {
      try prepareInjectedValues { values throws(CancellationError) in
        values[LaunchKey.self] = "thrown"
        saved = values
        throw CancellationError()
      }
    }
    let issues = await expectingIssues {
      prepareInjectedValues { $0 = saved }
      prepareInjectedValues { $0 = $0.overriding { $0[LateLaunchKey.self] = "on top" } }
    }
    #expect(issues.count == 2)
    #expect(injected { $0[EarlyLaunchKey.self] } == "first")
    #expect(injected { $0[LaunchKey.self] } == "default")
    #expect(injected { $0[LateLaunchKey.self] } == "default")
  }

  @Test("Nor in the process; nobody is given what a launch has built before it decided")
  func ofProcess() async {
    await #expect(processExitsWith: .success) {
      var saved = InjectedValues.current
      try? prepareInjectedValues { values throws(CancellationError) in
        values[EarlyLaunchKey.self] = "thrown"
        saved = values
        throw CancellationError()
      }
      let report = await issueReport { prepareInjectedValues { $0 = saved } }
      precondition(report.contains("nothing is prepared"))
      precondition(injected { $0[EarlyLaunchKey.self] } == "default")
      prepareInjectedValues {
        for _ in 0..<2 { _ = $0[LaunchTableKey.self] }
        $0[LateLaunchKey.self] = "decided"
      }
      precondition(injected { $0[LaunchTableKey.self] }.late == "decided")
    }
  }

  @Test("What was prepared too late is not in what the launch has saved, of however many keys")
  func savedTooLate() async {
    #expect(injected { $0[ReadBeforeKey.self] } == 0)
    var saved = InjectedValues.current
    let report = await issueReport {
      prepareInjectedValues {
        $0[ReadBeforeKey.self] = 2
        prepare(&$0, inMany: 1)
        // Between, so that what comes after is looked up from here.
        saved = $0
        $0[ManyKey<Int>.self] = 3
        #expect(saved[ReadBeforeKey.self] == 2)
      }
    }
    #expect(report.contains("ReadBeforeKey"))
    #expect(saved[ReadBeforeKey.self] == injected { $0[ReadBeforeKey.self] })
  }

  @Test("A later launch does not put what one has saved in the place of what was prepared")
  func savedByAnother() async {
    var saved = InjectedValues.current
    prepareInjectedValues {
      $0[EarlyLaunchKey.self] = "first"
      saved = $0
      $0[LaunchKey.self] = "first"
    }
    var inside = saved
    let ofProcess = await onThread { InjectedValues.current }
    for values in [saved, ofProcess] {
      let report = await issueReport {
        prepareInjectedValues {
          $0[EarlyLaunchKey.self] = "later"
          $0 = values
        }
      }
      #expect(report.contains("nothing is prepared"))
    }
    let report = await issueReport {
      prepareInjectedValues {
        $0[EarlyLaunchKey.self] = "later"
        inside = withInjectedValues {
          $0[LaunchKey.self] = "inside"
        } operation: {
          .current
        }
        $0 = inside
      }
    }
    #expect(report.contains("nothing is prepared"))
    #expect(injected { $0[EarlyLaunchKey.self] } == "first")
    #expect(injected { $0[LaunchKey.self] } == "first")
  }
}

extension SavedLaunchTests {
  @Test("What a key that came too late has kept a reader from is given to that in the end")
  func lateInside() async {
    let first = injected { $0[LaunchTableKey.self] }
    var saved = InjectedValues.current
    let report = await issueReport {
      prepareInjectedValues {
        $0[LateLaunchKey.self] = "too late"
        saved = $0
        saved.run { _ = injected { $0[LaunchTableKey.self] } }
      }
    }
    #expect(report.contains("LateLaunchKey was prepared"))
    #expect(saved.run { injected { $0[LaunchTableKey.self] } } === first)
    let table = withInjectedValues {
      $0[EarlyLaunchKey.self] = "other"
    } operation: {
      injected { $0[LaunchTableKey.self] }
    }
    #expect(table === first)
  }
}

extension SavedLaunchTests {
  @Test(
    "What a later launch builds from what an earlier one has prepared is one for all",
    arguments: [false, true])
  func laterLaunch(decidesContext: Bool) {
    prepareInjectedValues {
      if decidesContext { $0.context = .preview }
      $0.register(MastKey.self) { Mast() }
    }
    prepareInjectedValues {
      $0[EarlyLaunchKey.self] = "prepared"
      $0[TowerKey.self] = Tower(mast: $0[MastKey.self], beacon: $0[BeaconKey.self])
    }
    let tower = injected { $0[TowerKey.self] }
    #expect(tower.mast === injected { $0[MastKey.self] })
    #expect(tower.beacon === injected { $0[BeaconKey.self] })
    withInjectedValues {
      $0[LaunchKey.self] = "scope"
    } operation: {
      #expect(tower.beacon === injected { $0[BeaconKey.self] })
    }
  }

  @Test("A scope that is opened in a later launch has all its overrides, then and afterwards")
  func openedInLaterLaunch() async {
    prepareInjectedValues {
      $0[LaunchKey.self] = "first"
      $0[MastKey.self] = Mast()
    }
    var saved = InjectedValues.current
    func inside(_ values: InjectedValues) -> [String] {
      values.run {
        withInjectedValues {
          $0[EarlyLaunchKey.self] = "a"
          $0[LateLaunchKey.self] = "b"
        } operation: {
          [injected { $0[EarlyLaunchKey.self] }, injected { $0[LaunchTableKey.self] }.late]
            + [injected { $0[LaunchKey.self] }]
        }
      }
    }
    prepareInjectedValues {
      $0[TowerKey.self] = Tower()
      #expect(inside($0) == ["a", "b", "first"])
      saved = $0
    }
    #expect(inside(saved) == ["a", "b", "first"])
    // What such a scope decides has no reader whom a prepared value would have reached.
    let issues = await collectingIssues {
      prepareInjectedValues {
        $0[EarlyLaunchKey.self] = "prepared"
        $0[LateLaunchKey.self] = "prepared"
      }
    }
    #expect(issues.isEmpty)
    #expect(injected { $0[LaunchTableKey.self] }.late == "prepared")
  }

  @Test("In a process too, a launch's values note reads, and give nothing that came too late")
  func inAProcess() async {
    await #expect(processExitsWith: .success) {
      prepareInjectedValues { $0[EarlyLaunchKey.self] = "old" }
      prepareInjectedValues { values in
        values[TowerKey.self].beacon = Beacon(Mast())
        precondition(values.run { injected { $0[EarlyLaunchKey.self] } } == "old")
      }
      var saved = InjectedValues.current
      let report = await issueReport {
        prepareInjectedValues {
          precondition($0.run { injected { $0[TowerKey.self] } }.beacon != nil)
          $0[EarlyLaunchKey.self] = "too late"
          saved = $0
          $0[LaunchKey.self] = "in time"
        }
      }
      precondition(report.contains("EarlyLaunchKey was prepared"))
      precondition(injected { $0[EarlyLaunchKey.self] } == "old")
      precondition(saved[EarlyLaunchKey.self] == "old")
      prepareInjectedValues { values in
        precondition(values.run { injected { $0[LaunchKey.self] } } == "in time")
      }
      let late = await issueReport { prepareInjectedValues { $0[LaunchKey.self] = "too late" } }
      precondition(late.contains("LaunchKey was prepared"))
      precondition(injected { $0[LaunchKey.self] } == "in time")
    }
  }

  @Test("A later launch decorates what an earlier one has prepared, and that is made once")
  func laterDecoration() {
    prepareInjectedValues { $0.register(BeaconKey.self) { Beacon(injected { $0[MastKey.self] }) } }
    var seen: Beacon?
    prepareInjectedValues {
      seen = $0[BeaconKey.self]
      $0.decorate(BeaconKey.self) { Beacon($0.mast, inside: $0) }
      #expect($0[BeaconKey.self].inside === seen)
    }
    let beacon = injected { $0[BeaconKey.self] }
    #expect(beacon.inside === seen && beacon.mast === injected { $0[MastKey.self] })
  }
}

private final class Mast: Sendable {}

private enum MastKey: InjectedInterfaceKey {
  static var testValue: Mast { Mast() }
  static var previewValue: Mast { Mast() }
}

private final class Beacon: Sendable {
  let mast: Mast
  let inside: Beacon?

  init(_ mast: Mast, inside: Beacon? = nil) {
    self.mast = mast
    self.inside = inside
  }
}

private enum BeaconKey: InjectedInterfaceKey {
  static var testValue: Beacon { Beacon(injected { $0[MastKey.self] }) }
  static var previewValue: Beacon { testValue }
}

private struct Tower: Sendable {
  var mast: Mast?
  var beacon: Beacon?
}

private enum TowerKey: InjectedInterfaceKey {
  static var testValue: Tower { Tower() }
  static var previewValue: Tower { Tower() }
}

private final class LaunchTable: Sendable {
  let late = injected { $0[LateLaunchKey.self] }
}

private enum LaunchTableKey: InjectedInterfaceKey {
  static var testValue: LaunchTable { LaunchTable() }
}

private enum EarlyLaunchKey: InjectedInterfaceKey { static var testValue: String { "default" } }
private enum LaunchKey: InjectedInterfaceKey { static var testValue: String { "default" } }
private enum LateLaunchKey: InjectedInterfaceKey { static var testValue: String { "default" } }

private struct Radio: Sendable {
  var timeout = 0
  let late = Injected { $0[LateLaunchKey.self] }
}

private enum RadioKey: InjectedInterfaceKey { static var testValue: Radio { Radio() } }

/// Has no test value.
private enum MissingLaunchKey: InjectedKey { static var liveValue: String { "live" } }

private enum ReadBeforeKey: InjectedInterfaceKey { static var testValue: Int { 0 } }

/// A key for each type.
private enum ManyKey<Tag>: InjectedInterfaceKey { static var testValue: Int { 0 } }

/// Assigns so many keys that a value is looked up by an index.
private func prepare(_ values: inout InjectedValues, inMany value: Int) {
  func assign<Tag>(_ tag: Tag.Type) { values[ManyKey<Tag>.self] = value }
  func assignAll<each Tag>(_ tags: repeat (each Tag).Type) { repeat assign(each tags) }
  assignAll(
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, Bool.self, String.self)
}

private enum LaunchGroundKey: InjectedInterfaceKey { static var testValue: String { "ground" } }

private enum LaunchFloorKey: InjectedInterfaceKey {
  static var testValue: String { "floor on " + injected { $0[LaunchGroundKey.self] } }
}

private enum LaunchAtticKey: InjectedInterfaceKey {
  static var testValue: String { "attic on " + injected { $0[LaunchFloorKey.self] } }
}

private enum LaunchRoofKey: InjectedInterfaceKey {
  static var testValue: String { "roof on " + injected { $0[LaunchAtticKey.self] } }
}

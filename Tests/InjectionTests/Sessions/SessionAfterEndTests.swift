import Dispatch
import Injection
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// What is read through a session that has ended: it is given, and kept by nobody, whoever asks.
@Suite("Rule 6: a read through an ended session is kept by nobody")
struct SessionAfterEndTests {
  @Test("Each reader is reported once: requests that go on each, one that reads again no more")
  func readers() async {
    let session = InjectedSession { $0.engineFlag = 4 }
    let requests = (5...6).map { id in
      session.run { InjectedValues.current.overriding { $0.number = id } }
    }
    let report = await collectingIssues {
      await session.end()
      for values in requests + requests { values.run { _ = injected(\.engineFlag) } }
    }
    #expect(report.count == 2)
    #expect(report.allSatisfy { $0.message.contains("'engineFlag' read") })
  }

  @Test("The context is nothing of a session, though one that has ended overrides it")
  func context() async {
    let session = InjectedSession { $0.context = .preview }
    let values = session.run { InjectedValues.current }
    await session.end()
    let issues = await collectingIssues {
      #expect(values.run { injected(\.context) } == .preview)
    }
    #expect(issues.isEmpty)
  }

  @Test("A scope that was captured in the session, and first reads after its end, keeps nothing")
  func captured() async {
    await expectingEnd { session in
      let inner = session.run { InjectedValues.current.overriding { $0.engineFlag = 5 } }
      await session.end()
      #expect(inner.keepNothing)
      #expect(inner.run { injected(\.engineBoth) }.flag == 5)
      #expect(inner.run { injected(\.engineBoth) }.store.api == 3)
    }
  }

  @Test("Nor does a scope that read before, or one that is opened in the session after its end")
  func readBefore() async {
    await expectingEnd { session in
      let inner = session.run { InjectedValues.current.overriding { $0.engineFlag = 5 } }
      _ = inner.run { injected(\.engineBoth) }
      await session.end()
      #expect(inner.keepNothing)
      let values = session.run { InjectedValues.current.overriding { $0.engineFlag = 6 } }
      #expect(values.keepNothing)
    }
  }

  @Test("What has escaped a scope inside reads on after the end, and keeps nothing")
  func escaped() async {
    await expectingEnd { session in
      let service = session.run {
        withInjectedValues {
          $0.engineFlag = 5
        } operation: {
          injected(\.engineOther)
        }
      }
      await session.end()
      weak let late = service.late
      #expect(late == nil)
      #expect(service.late.api == 3)
    }
  }

  @Test("What a service's own scope assigns is read through the session that keeps the service")
  func assignedWhileBuilt() async {
    let session = InjectedSession { $0.account = "Ada" }
    let opener = session.run { injected { $0[OpenerKey.self] } }
    #expect(opener.number() == 7)
    await session.end()
    let report = await issueReport { #expect(opener.number() == 7) }
    #expect(report.contains("'number' read NumberKey through the session of"))
  }

  @Test("So is what a scope assigns that is opened later, where the service was built")
  func assignedWhereBuilt() async {
    let session = InjectedSession { $0.account = "Ada" }
    let values = session.run { injected { $0[OpenerKey.self] } }.values
    let inner = values.overriding { $0[NumberKey.self] = 8 }
    #expect(inner.run { injected(\.number) } == 8)
    await session.end()
    let report = await issueReport { #expect(inner.run { injected(\.number) } == 8) }
    #expect(report.contains("'number' read NumberKey through the session of"))
  }

  @Test("What is held is given, where a branch outside the session has decided it too")
  func heldInBranches() async {
    await expectingEnd { session in
      let inside = session.run { EngineModel() }
      let outside = withInjectedValues {
        $0.engineFlag = 7
      } operation: {
        EngineModel()
      }
      // Read inside by what was made outside, and the other way round.
      let reads: [@Sendable () -> EngineBoth] = [
        { [values = inside.values] in values.run { outside.both } },
        { [values = outside.values] in values.run { inside.both } },
      ]
      let held = reads.map { $0() }
      #expect(held.allSatisfy { $0.flag == 7 && $0.store.api == 3 })
      await session.end()
      for (read, both) in zip(reads, held) { #expect(read() === both) }
    }
  }

  @Test("A scope or a session that is opened where a branch outside has joined it ends with it")
  func openedInBranches() async {
    await expectingEnd { session in
      let model = session.run { EngineModel() }
      let (scope, inner) = withInjectedValues {
        $0.engineFlag = 7
      } operation: {
        withInjectedValues(from: model) {
          let scope = InjectedValues.current.overriding { $0.engineFlag = 8 }
          return (scope, InjectedSession { $0.engineFlag = 9 }.run { InjectedValues.current })
        }
      }
      for (values, flag) in [(scope, 8), (inner, 9)] {
        weak let both = values.run { injected(\.engineBoth) }
        #expect(both?.flag == flag && both?.store.api == 3)
      }
      await session.end()
      #expect(scope.keepNothing)
      #expect(inner.keepNothing)
    }
  }

  @Test(
    "An owner that is read in another scope after the end keeps nothing there, nor does its child")
  func merged() async {
    await expectingEnd { session in
      let model = session.run { EngineModel() }
      await withInjectedValues {
        $0.engineFlag = 7
      } operation: {
        let child = withInjectedValues(from: model) { EngineModel() }
        weak let before = child.both
        #expect(before != nil)
        await session.end()
        #expect(before == nil)
        #expect(model.keepsNothing)
        #expect(child.keepsNothing)
        #expect(child.both.flag == 7 && child.both.store.api == 3)
      }
    }
  }

  @Test(
    "What is still held is given to all who read it before: inside, further inside, through owners")
  func held() async {
    await expectingEnd { session in
      let model = session.run { EngineModel() }
      let inner = session.run { InjectedValues.current.overriding { $0.engineFlag = 5 } }
      let (store, both) = inner.run { (injected(\.engineStore), injected(\.engineBoth)) }
      #expect(model.store === store)
      await session.end()
      #expect(model.store === store)
      #expect(inner.run { injected(\.engineStore) } === store)
      #expect(inner.run { injected(\.engineBoth) } === both)
      #expect(session.run { injected(\.engineStore) } === store)
    }
  }

  @Test("What others hold is given also when the session's handle has gone")
  func heldWithoutHandle() async {
    let report = await issueReport {
      var session: InjectedSession? = InjectedSession { $0.engineAPI = 3 }
      let other = session?.run { injected(\.engineOther) }
      let store = other?.late
      await session?.end()
      #expect(other?.late === store)
      session = nil
      #expect(other?.late === store)
    }
    #expect(report.contains("which has ended"))
  }

  @Test("What is held is given at every moment of the end")
  func heldMeanwhile() async {
    for _ in 0..<200 {
      await expectingEnd { session in
        let store = session.run { injected(\.engineStore) }
        let owner = session.run { EngineModel() }
        await withTaskGroup { group in
          group.addTask {
            var isAlwaysHeld = true
            while !Task.isCancelled {
              for _ in 0..<100 where owner.store !== store { isAlwaysHeld = false }
              await Task.yield()
            }
            #expect(isAlwaysHeld)
          }
          await Task.yield()
          await session.end()
          group.cancelAll()
        }
        #expect(owner.store === store)
      }
    }
  }

  @Test("A weak value that was built for a session and an owner outside stays while others hold it")
  func weakAcrossBranches() async {
    let report = await issueReport {
      let owner = withInjectedValues {
        $0.engineFlag = 7
      } operation: {
        Injected { $0[FaintKey.self] }
      }
      let session = InjectedSession { $0.engineAPI = 3 }
      let values = session.run { InjectedValues.current }
      let held = values.run { owner() }
      #expect(values.run { owner() } === held)
      await session.end()
      #expect(values.run { owner() } === held)
    }
    #expect(report.contains("which has ended"))
  }

  @Test("Two sessions that end at the same time let go of what was built for both")
  func endingTogether() async {
    let journal = Journal()
    let sessions = ["a", "b"].map { name in
      let session = InjectedSession {
        $0.account = name
        $0.journal = journal
      }
      session.onEnd(AccountStoreKey.self) { await $0.close() }
      return session
    }
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let owner = sessions[0].run { Injected(\.accountStore) }
    sessions[0].run {
      _ = injected { $0[AccountStoreKey.self] }
      let slow = injected { $0[SlowToGoKey.self] }
      slow.whenGone.withLock { $0 = { [begun, goOn] in _ = (begun.signal(), goOn.wait()) } }
    }
    weak let store = sessions[1].run { owner() }
    #expect(store != nil)
    // The first one stands still in the middle of its end.
    let end = Task.detached { [first = sessions[0]] in await first.end() }
    await onThread { [begun] in begun.wait() }
    await sessions[1].end()
    goOn.signal()
    await end.value
    #expect(store == nil)
    #expect(Set(journal.all) == ["closed a's database", "closed b's database"])
  }

  @Test(
    "A deinitialiser that reads while its session ends sees what the session had, and builds nothing"
  )
  func farewell() async {
    let journal = Journal()
    let session = InjectedSession {
      $0.account = "Ada"
      $0.journal = journal
    }
    let inner = session.run { InjectedValues.current.overriding { $0.text = "inside" } }
    let other = inner.run { InjectedSession() }
    // In the scope further inside, and in the session in that: both are captured, and keep nothing.
    inner.run { _ = injected { $0[FarewellKey.self] } }
    other.run { _ = injected { $0[FarewellKey.self] } }
    #expect(journal.all.isEmpty)
    await session.end()
    #expect(journal.all == ["Ada, the same, inside", "Ada, the same, inside"])
    withExtendedLifetime((inner, other)) {}
  }
}

/// Runs a body with a session that it ends; afterwards, whoever reads through it is told.
private func expectingEnd(_ body: (InjectedSession) async -> Void) async {
  let report = await issueReport { await body(InjectedSession { $0.engineAPI = 3 }) }
  #expect(report.contains("which has ended"))
}

extension InjectedValues {
  /// Whether what is built here goes as soon as nobody else holds it.
  fileprivate var keepNothing: Bool {
    weak let both = run { injected(\.engineBoth) }
    return both == nil
  }
}

extension EngineModel {
  fileprivate var keepsNothing: Bool {
    weak let both = both
    return both == nil
  }
}

/// Takes its time to go.
private final class SlowToGo: Sendable {
  let account = injected(\.account)
  let whenGone = Mutex<(@Sendable () -> Void)?>(nil)

  deinit { whenGone.withLock { $0 }?() }
}

private enum FaintKey: InjectedInterfaceKey {
  static var testValue: EngineBoth { EngineBoth() }
  static var lifetime: InjectedLifetime { .weak }
}

private enum SlowToGoKey: InjectedInterfaceKey {
  static var testValue: SlowToGo { SlowToGo() }
  static var lifetime: InjectedLifetime { .session }
}

/// Assigns what it reads by itself.
private final class Opener: Sendable {
  let account = injected(\.account)
  let values = InjectedValues.current
  let number = withInjectedValues {
    $0.number = 7
  } operation: {
    Injected(\.number)
  }
}

private enum OpenerKey: InjectedInterfaceKey {
  static var testValue: Opener { Opener() }
}

/// Says goodbye with what it was made from.
private final class Farewell: Sendable {
  private let store = Injected(\.accountStore)
  private let text = Injected(\.text)
  private let number: ObjectIdentifier
  private let journal = injected(\.journal)

  init() {
    number = ObjectIdentifier(injected(\.accountStore))
    _ = injected(\.text)
  }

  deinit {
    let store = store()
    journal.note(
      "\(store.owner), \(ObjectIdentifier(store) == number ? "the same" : "another"), \(text())")
  }
}

private enum FarewellKey: InjectedInterfaceKey {
  static var testValue: Farewell { Farewell() }
}

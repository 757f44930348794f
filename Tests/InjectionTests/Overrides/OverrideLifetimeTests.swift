import Injection
import TestSupport
import Testing

@Suite("Rule 4: how long a scope keeps what was built in it")
struct OverrideLifetimeTests {
  @Test("What was built in a scope is freed when the scope ends")
  func freed() async {
    let probe = Probe()
    weak let now = withInjectedValues {
      $0.probe = probe
    } operation: {
      Weak(injected(\.top))
    }.object
    #expect(now == nil)

    weak let later = await withInjectedValues {
      $0.probe = probe
    } operation: {
      await Task { Weak(injected(\.top)) }.value
    }.object
    #expect(later == nil)
    #expect(probe.users == ["Middle", "Top", "Middle", "Top"])
  }

  @Test("The last one made goes first with its scope: a deinitialiser reads what is left")
  func order() {
    final class Goodbye: Sendable {
      let top = Injected(\.top)
      let seen: Seen
      init(_ seen: Seen) { self.seen = seen }
      deinit { seen.read = ObjectIdentifier(top()) }
    }
    final class Seen: @unchecked Sendable { var read: ObjectIdentifier? }
    enum GoodbyeKey: InjectedInterfaceKey {
      static var testValue: Goodbye { Goodbye(injected { $0[SeenKey.self] }) }
    }
    enum SeenKey: InjectedInterfaceKey {
      static var testValue: Seen { Seen() }
    }
    let seen = Seen()
    let probe = Probe()
    let top = withInjectedValues {
      $0.probe = probe
      $0[SeenKey.self] = seen
    } operation: {
      let top = ObjectIdentifier(injected(\.top))
      _ = injected { $0[GoodbyeKey.self] }
      return top
    }
    #expect(seen.read == top)
    #expect(probe.users == ["Middle", "Top"])
  }

  @Test("Deinitialisers that read each other come to an end, and are an issue")
  func readEachOther() async {
    let report = await issueReport {
      withInjectedValues {
        $0.number = 1
      } operation: {
        _ = injected { $0[LeftMournerKey.self] }
      }
    }
    #expect(report.contains("deinitialisers that read each other have no end"))
    #expect(!report.contains("\n"))
    let ended = await issueReport {
      let session = InjectedSession { $0.number = 1 }
      session.run { _ = injected { $0[RightMournerKey.self] } }
      await session.end()
    }
    #expect(ended.contains("deinitialisers that read each other have no end"))
  }

  @Test("What was built in a scope lives for as long as the scope's operation")
  func keptWhileInside() {
    withInjectedValues {
      $0.probe = Probe()
    } operation: {
      let built = Weak(injected(\.top))
      #expect(built.object != nil)
      #expect(built.object === injected(\.top))
    }
  }

  @Test("A task that outlives its scope keeps what was built there")
  func keptByTask() async {
    let scopeEnded = Gate()
    let (task, built) = withInjectedValues {
      $0.probe = Probe()
    } operation: {
      let built = Weak(injected(\.top))
      let task = Task {
        await scopeEnded.wait()
        return injected(\.top)
      }
      return (task, built)
    }
    #expect(built.object != nil)
    scopeEnded.open()
    let late = await task.value
    #expect(late === built.object)
  }

  @Test("A captured scope keeps its overrides, and what was built there")
  func capturedScope() {
    let (current, built, probe) = withInjectedValues {
      $0.probe = Probe()
    } operation: {
      (InjectedValues.current, Weak(injected(\.top)), Weak(injected(\.probe)))
    }
    #expect(built.object != nil)
    #expect(current.run { injected(\.top) } === built.object)
    #expect(probe.object?.users == ["Middle", "Top"])
  }

  @Test("An object that captures the scope it was built in is freed")
  func capturesItsScope() {
    let built = withInjectedValues {
      $0.probe = Probe()
    } operation: {
      Weak(injected(\.capturing))
    }
    #expect(built.object == nil)
  }

  @Test("An override is freed with its scope")
  func overrideFreed() {
    let probe = withInjectedValues {
      $0.probe = Probe()
    } operation: {
      Weak(injected(\.probe))
    }
    #expect(probe.object == nil)
  }

  @Test("An owner that outlives its scope builds at most once more")
  func ownerOutlives() async {
    let probe = Probe()
    let owner = withInjectedValues {
      $0.probe = probe
    } operation: {
      let owner = Owner()
      #expect(owner.top === injected(\.top))
      return owner
    }
    let first = owner.top
    #expect(first.middle.probe === probe)
    #expect(owner.top === first)
    let detached = await Task.detached { owner.top }.value
    #expect(detached === first)
    #expect(probe.users.count { $0 == "Top" } <= 2)
  }

  @Test("An owner in no scope shares what is built in none")
  func ownerOutside() {
    let owner = Owner()
    #expect(owner.top === injected(\.top))
    withInjectedValues {
      $0.probe = Probe()
    } operation: {
      #expect(owner.top === injected(\.top))
    }
    #expect(owner.top === injected(\.top))
  }
}

/// A reference that keeps nothing alive.
private struct Weak<Object: AnyObject & Sendable>: Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}

private final class Owner: Sendable {
  private let injectedTop = Injected(\.top)

  var top: Top { injectedTop() }
}

private final class Capturing: Sendable {
  let probe = injected(\.probe)
  let current = InjectedValues.current
}

private enum CapturingKey: InjectedInterfaceKey {
  static var testValue: Capturing { Capturing() }
}

extension InjectedValues {
  fileprivate var capturing: Capturing { self[CapturingKey.self] }
}

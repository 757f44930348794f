import Dispatch
import Injection
import TestSupport
import Testing

private enum OverridingWordKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

private enum OverridingNumberKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

private final class OverridingService: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

private enum OverridingWordServiceKey: InjectedInterfaceKey {
  static var testValue: OverridingService {
    OverridingService(injected { $0[OverridingWordKey.self] })
  }
}

private enum OverridingNumberServiceKey: InjectedInterfaceKey {
  static var testValue: OverridingService {
    OverridingService("\(injected { $0[OverridingNumberKey.self] })")
  }
}

@Suite("Values with overrides on top are a scope with a place of its own")
struct OverridingTests {
  @Test("All that one update assigns is one scope, named by its place")
  func place() {
    let line = #line + 1
    let values = InjectedValues.current.overriding {
      $0[OverridingWordKey.self] = "over"
      $0[OverridingNumberKey.self] = 1
    }
    #expect(injectedWord == "test")
    values.run {
      let explanation = InjectedValues.explain(OverridingWordKey.self)
      #expect(explanation.source.place == "InjectionTests/OverridingTests.swift:\(line)")
      #expect(explanation.scopes.count(where: { $0.hasSuffix(":\(line)") }) == 1)
      #expect(InjectedValues.current[OverridingWordKey.self] == "over")
      #expect(InjectedValues.current[OverridingNumberKey.self] == 1)
    }
  }

  @Test("Values that were assigned to outside an update are the same for all who first run in them")
  func runAtOnce() async {
    for count in 0..<200 {
      var values = InjectedValues.current
      values.name = "\(count)"
      let shared = values
      async let one = shared.run { injected(\.name) }
      async let two = shared.run { injected(\.name) }
      let names = await [one, two]
      #expect(names == ["\(count)", "\(count)"])
    }
  }

  @Test("One on top of another, and an assignment after it, are scopes of their own")
  func nested() {
    let line = #line + 1
    let outer = InjectedValues.current.overriding { $0[OverridingWordKey.self] = "outer" }
    var inner = outer.overriding { $0[OverridingNumberKey.self] = 2 }
    inner[OverridingWordKey.self] = "assigned"
    outer.run {
      #expect(InjectedValues.current[OverridingNumberKey.self] == 0)
      #expect(InjectedValues.current[OverridingWordKey.self] == "outer")
    }
    inner.run {
      let scopes = InjectedValues.explain(OverridingWordKey.self).scopes
      #expect(scopes.count(where: { $0.hasSuffix("Tests.swift:\(line)") }) == 1)
      #expect(scopes.count(where: { $0.hasSuffix("Tests.swift:\(line + 1)") }) == 2)
      #expect(InjectedValues.current[OverridingWordKey.self] == "assigned")
      #expect(InjectedValues.current[OverridingNumberKey.self] == 2)
    }
  }

  @Test("Values that succeed those in their place let go of what they replace, and of nothing else")
  func succeeding() {
    var values = InjectedValues.current.overriding { $0[OverridingWordKey.self] = "word" }
    let word = values[OverridingWordServiceKey.self]
    for number in 1..<4 {
      func change(to number: Int) {
        values = InjectedValues.current.overriding {
          $0[OverridingWordKey.self] = "word"
          $0[OverridingNumberKey.self] = number
        }.succeeding(values)
      }
      change(to: number)
      weak let service = values.run { injected { $0[OverridingNumberServiceKey.self] } }
      #expect(service?.text == "\(number)")
      change(to: -number)
      #expect(service == nil)
      #expect(values[OverridingWordServiceKey.self] === word)
    }
  }

  @Test("What others have of values stays when those are assigned to")
  func changedBesideOthers() {
    var values = InjectedValues.current.overriding { $0[OverridingNumberKey.self] = 1 }
    let owner = values.run { Injected { $0[OverridingNumberServiceKey.self] } }
    let service = owner()
    values[OverridingNumberKey.self] = 2
    #expect(values[OverridingNumberServiceKey.self].text == "2")
    #expect(owner() === service)
  }

  @Test("What was read goes on with the values of then, whatever is assigned to them later")
  func readBetween() {
    var values = InjectedValues.current
    var owners: [OverridingOwner] = []
    for word in ["one", "two"] {
      values[OverridingWordKey.self] = word
      owners.append(values[OverridingOwnerKey.self])
    }
    #expect(owners.map(\.early) == ["one", "two"])
    #expect(owners.map { $0.late() } == ["one", "two"])
  }

  @Test("What is built while an update assigns is decided by all of that for who reads later")
  func builtMeanwhile() async {
    let meeting = OverridingMeeting()
    var late = Task { "" }
    let word = await withInjectedValues {
      $0[OverridingMeetingKey.self] = meeting
      let slow = $0[OverridingSlowOwnerKey.self]
      late = Task { await onThread { slow.slow() } }
      await meeting.hasRead.wait()
      $0[OverridingWordKey.self] = "mine"
    } operation: {
      // Once for each time that it is built.
      for _ in 1...2 { meeting.mayEnd.signal() }
      #expect(await !late.value.isEmpty)
      return injected { $0[OverridingSlowKey.self] }
    }
    #expect(word == "mine")
  }

  @Test("What an update has read again and again, and decides then, is built again in its scope")
  func readAgain() {
    let values = InjectedValues.current.overriding {
      $0.text = "reader"
      for _ in 0..<3 { _ = $0[OverridingPairKey.self] }
      $0.number = 2
    }
    #expect(values.run { injected { $0[OverridingPairKey.self] } } == "reader 2")
  }

  @Test("Values of a session that are assigned to stay in it")
  func changedInSession() async {
    let session = InjectedSession { $0[OverridingNumberKey.self] = 1 }
    var values = session.run { InjectedValues.current }
    values[OverridingWordKey.self] = "word"
    values[OverridingNumberKey.self] = 2
    weak let service = values[OverridingNumberServiceKey.self]
    #expect(service?.text == "2")
    await session.end()
    #expect(service == nil)
  }

  @Test("Values of no world that an update goes on from are entered in the caller's")
  func savedOutside() async {
    let (saved, theirs) = await Task.detached {
      withInjectedValues {
        $0[OverridingWordKey.self] = "saved"
      } operation: {
        (InjectedValues.current, injected { $0[OverridingNumberServiceKey.self] })
      }
    }.value
    let ours = injected { $0[OverridingNumberServiceKey.self] }
    withInjectedValues {
      $0 = saved
    } operation: {
      #expect(injectedWord == "saved")
      #expect(injected { $0[OverridingNumberServiceKey.self] } === ours)
    }
    #expect(theirs !== ours)
  }

  @Test("What an accessor assigns, in a copy of what its owner reads, is on top of both scopes")
  func changedThroughOwner() {
    let owner = withInjectedValues {
      $0[OverridingWordKey.self] = "owner's"
    } operation: {
      Injected { values in
        var copy = values
        let before = copy[OverridingNumberKey.self]
        copy[OverridingNumberKey.self] = before + 1
        let inside = copy.run {
          [injectedWord, "\(injected { $0[OverridingNumberKey.self] })"]
        }
        return inside + [copy[OverridingWordServiceKey.self].text, "\(before)"]
      }
    }
    withInjectedValues {
      $0[OverridingNumberKey.self] = 1
    } operation: {
      #expect(owner() == ["owner's", "2", "owner's", "1"])
    }
  }

  private var injectedWord: String { InjectedValues.current[OverridingWordKey.self] }
}

/// Reads a word when it is made, and when it is asked.
private final class OverridingOwner: Sendable {
  let early = injected { $0[OverridingWordKey.self] }
  let late = Injected { $0[OverridingWordKey.self] }
}

private final class OverridingSlowOwner: Sendable {
  let meeting = injected { $0[OverridingMeetingKey.self] }
  let slow = Injected { $0[OverridingSlowKey.self] }
}

private final class OverridingMeeting: Sendable {
  let hasRead = Gate()
  let mayEnd = DispatchSemaphore(value: 0)
}

private enum OverridingPairKey: InjectedInterfaceKey {
  static var testValue: String { "\(injected(\.text)) \(injected(\.number))" }
}

private enum OverridingOwnerKey: InjectedInterfaceKey {
  static var testValue: OverridingOwner { OverridingOwner() }
}

private enum OverridingMeetingKey: InjectedInterfaceKey {
  static var testValue: OverridingMeeting { OverridingMeeting() }
}

private enum OverridingSlowOwnerKey: InjectedInterfaceKey {
  static var testValue: OverridingSlowOwner { OverridingSlowOwner() }
}

/// Is built from the word that it reads first, and from who it waits for.
private enum OverridingSlowKey: InjectedInterfaceKey {
  static var testValue: String {
    let word = injected { $0[OverridingWordKey.self] }
    let meeting = injected { $0[OverridingMeetingKey.self] }
    meeting.hasRead.open()
    meeting.mayEnd.wait()
    return word
  }
}

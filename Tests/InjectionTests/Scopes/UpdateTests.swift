import Injection
import TestSupport
import Testing

@Suite("Rule 1: what an update assigns is one scope, whatever it reads between")
struct UpdateTests {
  @Test("What an update has read sees what it assigns later, wherever that is read")
  func later() async {
    let sender = withInjectedValues {
      $0[AddressKey.self] = "here"
      _ = $0[SenderKey.self]
      $0[NoteKey.self] = "later"
    } operation: {
      injected { $0[SenderKey.self] }
    }
    #expect(sender.values.run { injected { $0[NoteKey.self] } } == "later")
    #expect(await Task.detached { sender.note() }.value == "later")
  }

  @Test("So does what is built in the scope from what was assigned before")
  func builtLater() {
    withInjectedValues {
      $0[AddressKey.self] = "here"
      _ = $0[SenderKey.self]
      $0[NoteKey.self] = "later"
    } operation: {
      let other = injected { $0[OtherSenderKey.self] }
      #expect(other.values.run { injected { $0[NoteKey.self] } } == "later")
    }
  }

  @Test("It is one instance, in the update and in the scope, also where copies are made between")
  func identity() {
    var senders: [Sender] = []
    var copy = InjectedValues.current
    let inside = withInjectedValues {
      $0[AddressKey.self] = "here"
      senders.append($0[SenderKey.self])
      $0[NoteKey.self] = "later"
      copy = $0
      $0[UpdateCountKey.self] = 3
      senders.append($0[SenderKey.self])
    } operation: {
      [injected { $0[SenderKey.self] }, InjectedValues.current[SenderKey.self]]
    }
    #expect((senders + inside).allSatisfy { $0 === senders[0] })
    #expect(copy[UpdateCountKey.self] == 0)
    #expect(copy[NoteKey.self] == "later")
  }

  @Test(
    "What a copy that was made between has built is the scope's, and the other way round",
    arguments: [false, true])
  func copied(isRead: Bool) {
    var copy = InjectedValues.current
    withInjectedValues {
      $0[AddressKey.self] = "here"
      if isRead { _ = $0[NoteKey.self] }
      copy = $0
      $0[UpdateCountKey.self] = 3
    } operation: {
      let values = InjectedValues.current
      let early = copy[SenderKey.self]
      #expect(values[SenderKey.self] === early)
      let other = values[OtherSenderKey.self]
      #expect(copy[OtherSenderKey.self] === other && other !== early)
    }
  }

  @Test("What it has built reads on other threads while it goes on")
  func concurrently() async {
    var reader: Task<Void, Never>?
    let sender = withInjectedValues { values in
      values[AddressKey.self] = "here"
      let sender = values[SenderKey.self]
      reader = Task.detached {
        for _ in 0..<500 {
          _ = sender.note()
          _ = sender.values.run { injected { $0[OtherSenderKey.self] } }
        }
      }
      for number in 0..<500 {
        values[UpdateCountKey.self] = number
        values[NoteKey.self] = "\(number)"
        #expect(values[SenderKey.self] === sender)
      }
    } operation: {
      injected { $0[SenderKey.self] }
    }
    await reader?.value
    #expect(sender.note() == "499")
    #expect(sender.values.run { injected { $0[UpdateCountKey.self] } } == 499)
  }

  @Test("What it has read of a scope around belongs there, also where both renew the key")
  func around() {
    withInjectedValues {
      $0.renew(SenderKey.self)
    } operation: {
      let sender = injected { $0[SenderKey.self] }
      func renew(_ values: inout InjectedValues) {
        #expect(values[SenderKey.self] === sender)
        values.renew(SenderKey.self)
        values[NoteKey.self] = "inside"
      }
      withInjectedValues {
        renew(&$0)
      } operation: {
        #expect(injected { $0[SenderKey.self] } !== sender)
        #expect(sender.values[NoteKey.self] == "note")
      }
      // On the scope of the build itself.
      let inside = sender.values.overriding { renew(&$0) }
      #expect(inside[NoteKey.self] == "inside")
      #expect(inside[SenderKey.self] !== sender)
      #expect(sender.values[NoteKey.self] == "note")
    }
  }

  @Test("What later assignments concern is built again")
  func changed() {
    var early: Sender?
    let late = withInjectedValues {
      $0[AddressKey.self] = "here"
      early = $0[SenderKey.self]
      $0[AddressKey.self] = "there"
    } operation: {
      injected { $0[SenderKey.self] }
    }
    #expect(early?.address == "here")
    #expect(late.address == "there")
  }

  @Test("A decoration is there once, where a model was made in the middle of the update")
  func madeBetween() {
    var model: UpdateModel?
    withInjectedValues {
      $0.decorate(NoteKey.self) { "[\($0)]" }
      model = $0.run { UpdateModel() }
      $0[UpdateCountKey.self] = 3
    } operation: {
      #expect(model?.note == "[note]")
      #expect(model?.number == 3)
      #expect(withInjectedValues(from: model) { injected { $0[NoteKey.self] } } == "[note]")
    }
    let other = withInjectedValues {
      $0.decorate(NoteKey.self) { "<\($0)>" }
    } operation: {
      model?.note
    }
    #expect(other == "<[note]>")
  }

  @Test("A session tears down what its update has read and then decorates, once")
  func decoratedInSession() async {
    let closed = Guarded<[String]>([])
    let session = InjectedSession {
      $0.renew(NoteKey.self)
      _ = $0[NoteKey.self]
      $0.decorate(NoteKey.self) { "[\($0)]" }
    }
    session.onEnd(NoteKey.self) { note in closed.withLock { $0.append(note) } }
    #expect(session.run { injected { $0[NoteKey.self] } } == "[note]")
    await session.end()
    #expect(closed.withLock { $0 } == ["[note]"])
  }

  @Test("A session tears down what its update assigns on top of saved values")
  func savedInSession() async {
    let saved = InjectedValues.current.overriding { $0[UpdateCountKey.self] = 3 }
    let closed = Guarded<[String]>([])
    let session = InjectedSession {
      $0 = saved
      $0[NoteKey.self] = "session's"
    }
    session.onEnd(NoteKey.self) { note in closed.withLock { $0.append(note) } }
    #expect(session.run { injected { $0[UpdateCountKey.self] } } == 3)
    await session.end()
    #expect(closed.withLock { $0 } == ["session's"])
  }

  @Test("What is assigned on top of saved values has the place of the update")
  func savedPlace() {
    let saved = InjectedValues.current.overriding { $0[UpdateCountKey.self] = 3 }
    let line = #line + 1
    withInjectedValues {
      $0 = saved
      $0[NoteKey.self] = "here"
    } operation: {
      #expect("\(InjectedValues.explain(NoteKey.self))".contains("UpdateTests.swift:\(line)"))
    }
  }

  @Test("A copy of what an update assigns to, which throws, is read as any other")
  func thrown() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        var copy = InjectedValues.current
        try? withInjectedValues {
          copy = $0
          throw CancellationError()
        } operation: {
        }
        _ = copy[RenamedKey.self]
      }
    }
    #expect(result?.report.contains("no live value for RenamedKey") == true)
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await withInjectedValues {
        $0.context = .live
      } operation: {
        var copy = InjectedValues.current
        try? await withInjectedValues {
          copy = $0
          await Task.yield()
          throw CancellationError()
        } operation: {
        }
        _ = copy[RenamedKey.self]
      }
    }
    #expect(other?.report.contains("no live value for RenamedKey") == true)
  }

  @Test(
    "What stood in for a value is reported, whatever the update puts in the place of its own",
    arguments: InPlace.allCases)
  private func standInReplaced(by replacement: InPlace) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [replacement] in
      if replacement == .copyInLaunch {
        return prepareInjectedValues {
          $0.context = .live
          let launch = $0
          $0[NoteKey.self] = launch[RenamedKey.self].name
        }
      }
      withInjectedValues {
        $0.context = .live
      } operation: {
        let saved = InjectedValues.current
        withInjectedValues {
          let note = $0[RenamedKey.self].name
          if replacement == .saved { $0 = saved }
          $0[NoteKey.self] = note
          if replacement == .inside { $0 = $0.overriding { $0[AddressKey.self] = "inside" } }
        } operation: {
        }
      }
    }
    #expect(result.report.contains("no live value for RenamedKey"))
  }

  @Test("What an update has assigned is not reported, whoever holds what it began with")
  func assignedBeside() async {
    await #expect(processExitsWith: .success) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        let saved = InjectedValues.current
        for isUndone in [false, true] {
          withInjectedValues {
            let before = $0
            $0[RenamedKey.self].name = "changed"
            $0 = isUndone ? before : saved
          } operation: {
          }
        }
      }
      prepareInjectedValues {
        $0.context = .live
        let inside = $0.overriding {
          let before = $0
          $0[RenamedKey.self].name = "inside"
          withExtendedLifetime(before) {}
        }
        $0[NoteKey.self] = inside[RenamedKey.self].name
      }
      precondition(injected { $0[NoteKey.self] } == "inside")
    }
  }

  @Test(
    "An update that enters what one around it assigns to, and one that throws then, leave that open"
  )
  func aroundGoesOn() async {
    await #expect(processExitsWith: .success) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        let renamed = withInjectedValues { outer in
          outer[NoteKey.self] = "outer"
          let note = withInjectedValues {
            $0 = outer
          } operation: {
            injected { $0[NoteKey.self] }
          }
          let inner = withInjectedValues {
            $0 = outer
            $0[AddressKey.self] = "inner"
          } operation: {
            injected { $0[NoteKey.self] } + injected { $0[AddressKey.self] }
          }
          try? withInjectedValues {
            $0 = outer
            throw CancellationError()
          } operation: {
          }
          outer[RenamedKey.self].name = note + inner
        } operation: {
          injected { $0[RenamedKey.self] }
        }
        precondition(renamed.name == "outerouterinner")
      }
    }
  }

  @Test("A part of a value is changed though a scope around decorates it and nobody has it")
  func partOfDecorated() async {
    await #expect(processExitsWith: .success) {
      let name = withInjectedValues {
        $0.context = .live
        $0.decorate(RenamedKey.self) { $0 }
      } operation: {
        withInjectedValues {
          $0[RenamedKey.self].name = "changed"
        } operation: {
          injected { $0[RenamedKey.self] }.name
        }
      }
      precondition(name == "changed")
    }
  }

  @Test("Two updates that first read one default to change it have it built once")
  func builtOnce() async {
    let runs = Counter()
    let values = InjectedValues.current.overriding { $0[UpdateRunsKey.self] = runs }
    let names = await readInThreads(2) {
      values.overriding { $0[UpdateCountedKey.self].name += "!" }[UpdateCountedKey.self].name
    }
    #expect(names == ["counted!", "counted!"])
    #expect(runs.value == 1)
  }
}

/// What an update puts in the place of the values that it was given.
private enum InPlace: CaseIterable, Codable {
  case inside, saved, copyInLaunch
}

private final class Sender: Sendable {
  let address = injected { $0[AddressKey.self] }
  let note = Injected { $0[NoteKey.self] }
  let values = InjectedValues.current
}

private struct UpdateModel {
  @Injected({ $0[NoteKey.self] }) var note
  @Injected({ $0[UpdateCountKey.self] }) var number
}

private struct Renamed: Sendable {
  var name = "name"
}

private enum AddressKey: InjectedInterfaceKey { static var testValue: String { "address" } }
private enum NoteKey: InjectedInterfaceKey { static var testValue: String { "note" } }
private enum UpdateCountKey: InjectedInterfaceKey { static var testValue: Int { 0 } }
private enum SenderKey: InjectedInterfaceKey { static var testValue: Sender { Sender() } }
private enum OtherSenderKey: InjectedInterfaceKey { static var testValue: Sender { Sender() } }
private enum RenamedKey: InjectedInterfaceKey { static var testValue: Renamed { Renamed() } }
private enum UpdateRunsKey: InjectedInterfaceKey { static var testValue: Counter { Counter() } }

/// Waits, for a while, for somebody else to build the same.
private enum UpdateCountedKey: InjectedInterfaceKey {
  static var testValue: Renamed {
    let runs = injected { $0[UpdateRunsKey.self] }
    runs.increment()
    for _ in 0..<20_000 where runs.value < 2 {}
    return Renamed(name: "counted")
  }
}

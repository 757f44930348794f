import Injection
import TestSupport
import Testing

@Suite("3. Sessions: one inside another, and the ends of both")
struct SessionNestingTests {
  /// A session whose account and store are torn down, each with a note.
  private static func session(_ name: String, _ journal: Journal) -> InjectedSession {
    let session = InjectedSession {
      $0.account = name
      $0.journal = journal
    }
    session.onEnd(AccountStoreKey.self) { store, outcome in
      journal.note("\(store.owner)'s store, \(outcome.word), by \(injected(\.account))")
    }
    session.onEnd(AccountKey.self) { account, outcome in
      journal.note("\(account), \(outcome.word)")
    }
    return session
  }

  // MARK: The end of the outer one

  @Test("Sessions may be inside each other by the hundred, on a small stack too")
  func deep() async {
    await onThread(stackSize: 96 << 10) {
      var session = InjectedSession()
      for _ in 0..<800 { session = session.run { InjectedSession() } }
      #expect(session.run { InjectedValues.current.context } == .test)
    }
  }

  @Test("The end of a session ends those inside first, the last one first, each once")
  func outerEnds() async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let names = (0..<8).map(String.init)
    let inside = outer.run {
      _ = injected(\.accountStore)
      return names.map { Self.session($0, journal) }
    }
    for session in inside { session.run { _ = injected(\.accountStore) } }
    await outer.end()
    let expected =
      names.reversed().flatMap { ["\($0)'s store, dropped, by \($0)", "\($0), dropped"] }
      + ["outer's store, finished, by outer", "outer, finished"]
    #expect(journal.all == expected)
    #expect(inside.allSatisfy { $0.isEnded })
    await inside[0].end()
    #expect(journal.all == expected)
  }

  @Test("Its own values are torn down last, also where each inside opens another one at its end")
  func outerEndsLast() async {
    let journal = Journal()
    let outer = InjectedSession { $0.account = "outer" }
    outer.onEnd(AccountKey.self) { journal.note($0) }
    let sessions = Guarded<[InjectedSession]>([])
    @Sendable func open(_ number: Int) {
      let inside = outer.run { InjectedSession { $0.account = "\(number)" } }
      inside.onEnd(AccountKey.self) {
        journal.note($0)
        if number < 5 { open(number + 1) }
      }
      sessions.withLock { $0.append(inside) }
    }
    open(1)
    await outer.end()
    #expect(journal.all == ["1", "2", "3", "4", "5", "outer"])
  }

  @Test("A teardown is too late that is registered when the session around has ended")
  func registersLate() async {
    let outer = InjectedSession()
    let inner = outer.run { InjectedSession() }
    inner.run { _ = injected(\.accountStore) }
    await outer.end()
    #expect(inner.isEnded)
    let report = await issueReport { inner.onEnd(AccountStoreKey.self) { _ in } }
    #expect(report.contains("'onEnd' for AccountStoreKey was called on the session of"))
    await inner.end()
  }

  @Test("A session on values of another one is inside that", arguments: [0, 1])
  func onSavedValues(added: Int) async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let saved = outer.run {
      _ = injected(\.accountStore)
      return InjectedValues.current
    }
    let inner = InjectedSession {
      $0 = saved
      if added > 0 { $0.account = "inner" }
    }
    inner.onEnd(AccountStoreKey.self) { store, outcome in
      journal.note("\(store.owner)'s store in the inner one, \(outcome.word)")
    }
    inner.run { _ = injected(\.accountStore) }
    await outer.end()
    #expect(inner.isEnded)
    let first = added > 0 ? "inner's store" : "outer's store"
    #expect(
      journal.all == [
        "\(first) in the inner one, dropped",
        "outer's store, finished, by outer", "outer, finished",
      ])
  }

  @Test(
    "Three deep, with one between that has nothing to tear down",
    arguments: [0, 1, 2])
  func threeDeep(ended: Int) async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let middle = outer.run { InjectedSession { $0.text = "middle" } }
    let inner = middle.run { Self.session("inner", journal) }
    inner.run { _ = injected(\.accountStore) }
    let sessions = [outer, middle, inner]
    await sessions[ended].end()
    #expect(sessions.map(\.isEnded) == [ended == 0, ended <= 1, true])
    for session in sessions.reversed() { await session.end() }
    let outcome = ended == 2 ? "finished" : "dropped"
    #expect(
      journal.all == [
        "inner's store, \(outcome), by inner", "inner, \(outcome)", "outer, finished",
      ])
  }

  @Test("The end of a session waits for one inside that is tearing down, which leaves nothing out")
  func outerEndsMeanwhile() async {
    let journal = Journal()
    let (entered, leave) = (Gate(), Gate())
    let outer = Self.session("outer", journal)
    let inner = outer.run { Self.session("inner", journal) }
    inner.onEnd(AccountKey.self) { _ in
      entered.open()
      await leave.wait()
      // Built while both end.
      _ = injected(\.accountStore)
    }
    async let innerEnd: Void = inner.end()
    await entered.wait()
    async let outerEnd: Void = outer.end()
    while !outer.isEnded { await Task.yield() }
    #expect(journal.all == [])
    leave.open()
    await innerEnd
    await outerEnd
    #expect(
      journal.all == [
        "inner, finished", "inner's store, finished, by inner", "outer, finished",
      ])
  }

  @Test("A teardown is not for the values of a session inside, whether that has ended or not")
  func ownValues() async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let (ended, open) = outer.run { (InjectedSession(), InjectedSession()) }
    let held = [ended, open].map { session in session.run { injected(\.accountStore) } }
    await ended.end()
    await outer.end()
    #expect(journal.all == ["outer, finished"])
    withExtendedLifetime((held, open)) {}
  }

  @Test("All ends at the same time, from many tasks: each teardown once, the inner ones first")
  func manyEnds() async {
    for _ in 0..<50 {
      let journal = Journal()
      let outer = Self.session("outer", journal)
      let middle = outer.run { Self.session("middle", journal) }
      let inner = middle.run { Self.session("inner", journal) }
      inner.run { _ = injected(\.accountStore) }
      await withTaskGroup(of: Void.self) { group in
        for session in [outer, inner, middle, inner, outer, middle] {
          group.addTask {
            await session.end()
            #expect(journal.all.contains { $0.hasPrefix("inner, ") })
          }
        }
      }
      let notes = journal.all.map { $0.prefix { $0 != "," } }
      #expect(notes == ["inner's store", "inner", "middle", "outer"])
    }
  }

  @Test("An outer session that is dropped ends one inside that is ending, and then itself")
  func outerDropped() async {
    let journal = Journal()
    let (entered, leave, done) = (Gate(), Gate(), Gate())
    var outer: InjectedSession? = Self.session("outer", journal)
    outer?.onEnd(AccountKey.self) { _ in done.open() }
    let inner = outer?.run { Self.session("inner", journal) }
    inner?.onEnd(AccountKey.self) { _ in
      entered.open()
      await leave.wait()
    }
    inner?.run { _ = injected(\.accountStore) }
    async let innerEnd: Void? = inner?.end()
    await entered.wait()
    let report = await issueReport { outer = nil }
    #expect(report.contains("was dropped without 'end()': the teardown of AccountStoreKey"))
    leave.open()
    await innerEnd
    await done.wait()
    #expect(journal.all.first == "inner's store, finished, by inner")
    #expect(journal.all.dropFirst().first == "inner, finished")
  }

  @Test("A teardown that throws inside is reported; the others run, inside and around")
  func innerFails() async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let inner = outer.run { Self.session("inner", journal) }
    inner.onEnd(AccountKey.self) { _ in throw Refused() }
    let report = await issueReport { await outer.end(throwing: Refused()) }
    #expect(report.contains("the teardown of AccountKey failed, in the session of InjectionTests"))
    #expect(journal.all == ["inner, dropped", "outer, failed"])
  }

  @Test("A cancelled end of an outer session tears all down, uncancelled")
  func cancelled() async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let inner = outer.run { Self.session("inner", journal) }
    inner.onEnd(AccountKey.self) { _ in journal.note("cancelled: \(Task.isCancelled)") }
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await outer.end(drain: .seconds(3_600))
    }.value
    #expect(journal.all == ["cancelled: false", "inner, dropped", "outer, finished"])
  }

  @Test("A teardown inside that ends the session around begins that, and does not wait for it")
  func innerTeardownEndsOuter() async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let inner = outer.run { Self.session("inner", journal) }
    inner.onEnd(AccountKey.self) { _ in
      await outer.end()
      journal.note("went on")
    }
    await inner.end()
    await outer.end()
    #expect(journal.all == ["went on", "inner, finished", "outer, finished"])
  }

  // MARK: Draining

  @Test("A session inside that drains does so no longer than the one around")
  func innerDrains() async {
    let journal = Journal()
    let (entered, leave) = (Gate(), Gate())
    let outer = Self.session("outer", journal)
    let inner = outer.run { Self.session("inner", journal) }
    async let operation: Void = inner.run {
      entered.open()
      await leave.wait()
    }
    await entered.wait()
    async let innerEnd: Void = inner.end(drain: .seconds(3_600))
    while !inner.isEnded { await Task.yield() }
    await outer.end()
    #expect(journal.all == ["inner, finished", "outer, finished"])
    await innerEnd
    leave.open()
    await operation
  }

  @Test("An end that drains waits for operations of sessions inside, entered from wherever")
  func outerDrains() async {
    let journal = Journal()
    let (entered, leave) = (Gate(), Gate())
    let outer = Self.session("outer", journal)
    let inner = outer.run { Self.session("inner", journal) }
    async let operation: Void = inner.run {
      entered.open()
      await leave.wait()
      outer.run { journal.note("entered anew") }
      journal.note("operation")
    }
    await entered.wait()
    async let end: Void = outer.end(drain: .seconds(3_600))
    while !outer.isEnded { await Task.yield() }
    #expect(inner.isEnded)
    let report = await issueReport { inner.run { journal.note("from outside") } }
    #expect(report.contains("'run' was called on the session of"))
    leave.open()
    await operation
    await end
    #expect(
      journal.all == [
        "from outside", "entered anew", "operation", "inner, dropped", "outer, finished",
      ])
  }

  @Test("Operations inside, one that ends its session and one that ends the one around, both go on")
  func endBoth() async {
    let journal = Journal()
    let outer = Self.session("outer", journal)
    let inner = outer.run { Self.session("inner", journal) }
    let all = Meeting(2)
    await withTaskGroup(of: Void.self) { group in
      for session in [outer, inner] {
        group.addTask {
          await inner.run {
            await all.arrive()
            await session.end(drain: .seconds(3_600))
          }
        }
      }
    }
    #expect(journal.all.map { $0.prefix { $0 != "," } } == ["inner", "outer"])
  }

  @Test("While the one around tears down, who is inside may open another, wherever that runs")
  func openedInTeardown() async {
    let journal = Journal()
    let issues = await collectingIssues {
      let outer = Self.session("outer", journal)
      outer.onEnd(JournalKey.self) { _ in
        let values = InjectedValues.current
        await Task.detached {
          await values.run {
            let job = Self.session("job", journal)
            job.run { _ = injected(\.accountStore) }
            await job.end()
          }
        }.value
      }
      await outer.end()
    }
    #expect(issues.isEmpty)
    #expect(
      journal.all == ["job's store, finished, by job", "job, finished", "outer, finished"])
  }

  @Test("An operation inside that ends the session around waits for the others, not for itself")
  func innerOperationEndsOuter() async {
    let journal = Journal()
    let (entered, leave) = (Gate(), Gate())
    let outer = Self.session("outer", journal)
    let inner = outer.run { InjectedSession() }
    async let other: Void = outer.run {
      entered.open()
      await leave.wait()
      journal.note("other")
    }
    await entered.wait()
    await outer.run {
      await inner.run {
        leave.open()
        await outer.end(drain: .seconds(3_600))
      }
    }
    await other
    #expect(journal.all == ["other", "outer, finished"])
  }

  @Test("A session in a scope on what a value captured as it was built is in that value's session")
  func onEndedBuild() async {
    let outer = InjectedSession()
    let captured = outer.run { injected { $0[CapturedKey.self] } }
    let inner = captured.run {
      withInjectedValues {
        $0.number = 7
      } operation: {
        InjectedSession()
      }
    }
    await outer.end()
    #expect(inner.isEnded)
  }
}

private struct Refused: Error {}

extension InjectedSession.Outcome {
  fileprivate var word: String {
    switch self {
    case .finished: "finished"
    case .failed: "failed"
    case .dropped: "dropped"
    }
  }
}

private enum CapturedKey: InjectedInterfaceKey {
  static var testValue: InjectedValues { .current }
  static var lifetime: InjectedLifetime { .session }
}

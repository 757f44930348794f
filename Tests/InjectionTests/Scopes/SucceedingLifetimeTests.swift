import Dispatch
import Injection
import Synchronization
import TestSupport
import Testing

private final class Item: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private enum FirstItemKey: InjectedInterfaceKey {
  static var testValue: Item { Item("first") }
}

private enum NameOfItemKey: InjectedInterfaceKey {
  static var testValue: String { "" }
}

/// Is made for the name that a scope gives.
private enum NamedItemKey: InjectedInterfaceKey {
  static var testValue: Item { Item(injected { $0[NameOfItemKey.self] }) }
}

private enum SecondItemKey: InjectedInterfaceKey {
  static var testValue: Item { Item("second") }
}

extension InjectedValues {
  fileprivate var secondItem: Item { self[SecondItemKey.self] }
}

/// Reads one item when it is made, and another whenever it is asked.
private final class Late: Sendable {
  let first = injected { $0[FirstItemKey.self] }
  let second = Injected(\.secondItem)
}

private enum LateKey: InjectedInterfaceKey {
  static var testValue: Late { Late() }
}

private enum WeakLateKey: InjectedInterfaceKey {
  static var testValue: Late { Late() }
  static var lifetime: InjectedLifetime { .weak }
}

private enum BriefKey: InjectedInterfaceKey {
  static var testValue: Late { Late() }
  static var lifetime: InjectedLifetime { .transient }
}

/// Says something when it goes.
private final class Guest: Sendable {
  private let leave: @Sendable () -> Void
  init(_ leave: @escaping @Sendable () -> Void = {}) { self.leave = leave }
  deinit { leave() }
}

private enum GuestKey: InjectedInterfaceKey {
  static var testValue: Guest { Guest() }
}

/// Built from what reads later.
private final class Owner: Sendable {
  let late: Late
  let first = injected { $0[FirstItemKey.self] }
  init(_ late: Late) { self.late = late }
}

private enum OwnerKey: InjectedInterfaceKey {
  static var testValue: Owner { Owner(injected { $0[LateKey.self] }) }
}

private enum BriefOwnerKey: InjectedInterfaceKey {
  static var testValue: Owner { Owner(injected { $0[BriefKey.self] }) }
}

/// Of the process: it reads nothing when it is made.
private final class Distant: Sendable {
  let second = Injected(\.secondItem)
}

private enum DistantKey: InjectedInterfaceKey {
  static var testValue: Distant { Distant() }
}

private final class Neighbour: Sendable {
  let distant = injected { $0[DistantKey.self] }
  let first = injected { $0[FirstItemKey.self] }
}

private enum NeighbourKey: InjectedInterfaceKey {
  static var testValue: Neighbour { Neighbour() }
}

private final class Pause: Sendable {
  let hasBegun = Gate()
  let mayEnd = DispatchSemaphore(value: 0)
}

private enum PauseKey: InjectedInterfaceKey {
  static var testValue: Pause { Pause() }
}

/// Takes its time to be built from what reads later.
private final class Paused: Sendable {
  let late = injected { $0[LateKey.self] }

  init() {
    let pause = injected { $0[PauseKey.self] }
    pause.hasBegun.open()
    pause.mayEnd.wait()
  }
}

private enum PausedKey: InjectedInterfaceKey {
  static var testValue: Paused { Paused() }
}

private final class PausedReader: Sendable {
  let name = injected { $0[NameOfItemKey.self] }
  let paused = Injected { $0[PausedKey.self] }
}

private enum PausedReaderKey: InjectedInterfaceKey {
  static var testValue: PausedReader { PausedReader() }
}

private func items(
  _ first: Item, _ second: Item, after earlier: InjectedValues? = nil,
  on base: InjectedValues = .current
) -> InjectedValues {
  base.overriding {
    $0[FirstItemKey.self] = first
    $0[SecondItemKey.self] = second
  }.succeeding(earlier)
}

@Suite("What values that succeed others hold, and what may hold them")
struct SucceedingLifetimeTests {
  private let a = Item("a")
  private let b = Item("b")

  @Test("What a session has ended is taken over by no other")
  func ended() async {
    func scope(_ session: InjectedSession, after earlier: InjectedValues?) -> InjectedValues {
      session.run {
        InjectedValues.current.overriding { $0[NameOfItemKey.self] = "name" }.succeeding(earlier)
      }
    }
    let sessions = [InjectedSession(), InjectedSession(), InjectedSession()]
    let first = scope(sessions[0], after: nil)
    // It lives on.
    let item = first[NamedItemKey.self]
    let second = scope(sessions[1], after: first)
    #expect(second[NamedItemKey.self] === item)
    await sessions[0].end()
    #expect(second[NamedItemKey.self] === item)
    let third = scope(sessions[2], after: first)
    #expect(third[NamedItemKey.self] !== item)
    await sessions[1].end()
    await sessions[2].end()
  }

  @Test(
    "What has captured the scope serves on where what it was built from is the same, and reads on there"
  )
  func late() {
    let first = items(a, a)
    let late = first[LateKey.self]
    let owner = first[OwnerKey.self]
    #expect(owner.late === late)
    #expect(items(a, a, after: first)[LateKey.self] === late)
    let second = items(a, b, after: first)
    #expect(second[LateKey.self].second() === b)
    #expect(second[OwnerKey.self].late === second[LateKey.self])
    #expect(second[LateKey.self] === late)
  }

  @Test("Where the later scope has gone, it reads in the earlier one again")
  func laterGone() {
    let first = items(a, a)
    let late = first[LateKey.self]
    do {
      let second = items(a, b, after: first)
      #expect(second[LateKey.self] === late)
      #expect(late.second() === b)
    }
    #expect(first[LateKey.self] === late)
    #expect(late.second() === a)
  }

  @Test("Also where there were two later ones, of which the one between has gone first")
  func bothLaterGone() {
    let first = items(a, a)
    let late = first[LateKey.self]
    var later: InjectedValues? = items(a, b, after: first)
    later = items(a, Item("c"), after: later)
    #expect(later?[LateKey.self] === late)
    #expect(late.second().name == "c")
    later = nil
    #expect(late.second() === a)
    #expect(first[LateKey.self] === late)
  }

  @Test("What goes with a later scope may read what that had taken over")
  func guest() {
    let first = items(a, a)
    let late = first[LateKey.self]
    let seen = Guarded<[String]>([])
    for _ in 0..<3 {
      let guest = Guest { seen.withLock { $0.append(late.second().name) } }
      let next = InjectedValues.current.overriding {
        $0[FirstItemKey.self] = a
        $0[SecondItemKey.self] = a
        $0[GuestKey.self] = guest
      }.succeeding(first)
      #expect(next[LateKey.self] === late)
    }
    #expect(seen.withLock { $0 } == ["a", "a", "a"])
  }

  @Test("So does what is held weakly: it serves on, and reads on there")
  func weakLate() {
    let first = items(a, a)
    let late = first[WeakLateKey.self]
    let second = items(a, b, after: first)
    #expect(second[WeakLateKey.self] === late)
    #expect(late.second() === b)
  }

  @Test("So is what is built from it, in the scopes inside too")
  func lateOutside() {
    func outer(_ item: Item, after earlier: InjectedValues? = nil) -> InjectedValues {
      InjectedValues.current.overriding {
        $0[FirstItemKey.self] = a
        $0[SecondItemKey.self] = item
      }.succeeding(earlier)
    }
    let base = outer(a)
    _ = base[LateKey.self]
    let first = base.overriding { $0[NeighbourTagKey.self] = 1 }.succeeding(nil)
    let tagged = first[TaggedOwnerKey.self]
    #expect(tagged.late === base[LateKey.self])
    let changed = outer(b, after: base)
    let second = changed.overriding { $0[NeighbourTagKey.self] = 1 }.succeeding(first)
    #expect(second[TaggedOwnerKey.self].late.second() === b)
    #expect(second[TaggedOwnerKey.self].late === changed[LateKey.self])
  }

  @Test("A transient part that has captured the scope counts as the whole")
  func transient() {
    let first = items(a, a)
    let owner = first[BriefOwnerKey.self]
    let second = items(a, b, after: first)
    #expect(second[BriefOwnerKey.self] === owner)
    #expect(second[BriefOwnerKey.self].late.second() === b)
  }

  @Test(
    "What was first read by an instance, and belongs further out, does not count as a part of it")
  func distant() async {
    // In a process of its own, where nobody has read it before.
    await #expect(processExitsWith: .success) {
      let (a, b) = (Item("a"), Item("b"))
      let first = items(a, a)
      let neighbour = first[NeighbourKey.self]
      let second = items(a, b, after: first)
      precondition(second[NeighbourKey.self] === neighbour)
      precondition(second[DistantKey.self] === neighbour.distant)
    }
  }

  @Test("The earlier scope is freed, with what it alone had, after however many")
  func freed() {
    var values = items(a, a)
    let first = values[FirstUserKey.self]
    var gone: [WeakItem] = []
    for _ in 0..<100 {
      let item = Item("c")
      gone.append(WeakItem(item: item))
      values = items(a, item, after: values)
      gone.append(WeakItem(item: values[SecondUserKey.self]))
      #expect(values[FirstUserKey.self] === first)
    }
    values = items(a, b, after: values)
    #expect(gone.allSatisfy { $0.item == nil })
    #expect(values[FirstUserKey.self] === first)
  }

  @Test("What is built late from what was taken over goes with who reads it")
  func builtLate() async {
    let pause = Pause()
    weak var late: Late?
    func values(after earlier: InjectedValues? = nil, tag: Int) -> InjectedValues {
      InjectedValues.current.overriding {
        $0[FirstItemKey.self] = a
        $0[NeighbourTagKey.self] = tag
        $0[PauseKey.self] = pause
      }.succeeding(earlier)
    }
    var latest: InjectedValues? = values(tag: 1)
    late = latest?[LateKey.self]
    latest = values(after: latest, tag: 2)
    #expect(latest?[LateKey.self] === late)
    var inner: InjectedValues? = latest?.overriding { $0[NameOfItemKey.self] = "inner" }
    var reader = inner?[PausedReaderKey.self]
    async let read: Void = onThread { [reader] in _ = reader?.paused() }
    await pause.hasBegun.wait()
    latest = nil
    inner = nil
    pause.mayEnd.signal()
    await read
    reader = nil
    for _ in 0..<100_000 where late != nil { await Task.yield() }
    #expect(late == nil)
  }

  @Test("What is built in them stays as long as they are held, and goes with them")
  func held() {
    weak var user: Item?
    do {
      let values = items(a, a)
      user = values[FirstUserKey.self]
      #expect(user != nil)
      #expect(values[FirstUserKey.self] === user)
    }
    #expect(user == nil)
  }

  @Test("Readers of the earlier scope and successions run at the same time")
  func concurrently() async {
    let latest = Latest(items(a, a))
    let first = latest.values.withLock { $0 }[FirstUserKey.self]
    await withTaskGroup { group in
      for number in 0..<4 {
        group.addTask { [a] in
          for _ in 0..<200 {
            let earlier = latest.values.withLock { $0 }
            if number == 0 {
              let later = items(a, Item("c"), after: earlier)
              latest.values.withLock { $0 = later }
            } else {
              _ = earlier[SecondUserKey.self]
              if earlier[FirstUserKey.self] !== first { Issue.record("It was built anew.") }
            }
          }
        }
      }
    }
  }
}

private final class Latest: Sendable {
  let values: Guarded<InjectedValues>
  init(_ values: InjectedValues) { self.values = Guarded(values) }
}

private struct WeakItem {
  weak var item: Item?
}

private enum FirstUserKey: InjectedInterfaceKey {
  static var testValue: Item { Item(injected { $0[FirstItemKey.self] }.name) }
}

private enum SecondUserKey: InjectedInterfaceKey {
  static var testValue: Item { Item(injected { $0[SecondItemKey.self] }.name) }
}

private enum NeighbourTagKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum TaggedOwnerKey: InjectedInterfaceKey {
  static var testValue: Owner {
    _ = injected { $0[NeighbourTagKey.self] }
    return Owner(injected { $0[LateKey.self] })
  }
}

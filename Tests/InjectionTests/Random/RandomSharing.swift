import Injection
import TestSupport

/// Scopes that several tasks share: they capture them, go on from them, read across them through owners,
/// prepare in them and let go of them, all at once.
///
/// Wherever one reads, a service is built from what is read beside it, two reads give one instance, and
/// nothing outlives the program. What happens when depends on the machine: a seed gives a like program.
final class RandomSharing: Sendable {
  /// A scope that somebody holds.
  private struct Place: Sendable {
    let values: InjectedValues
    let owner: SharingOwner
    let session: InjectedSession?
  }

  private let places = Guarded<[Place]>([])
  private let failures = RandomFailures()
  private let made = Counter()
  private let gone = Counter()
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// Gives what went wrong.
  func run() async -> [String] {
    await withInjectedValues {
      $0[SharingKey.self] = self
    } operation: {
      keep()
      await withTaskGroup { group in
        for task in 0..<3 {
          group.addTask {
            var random = SplitMix(state: self.seed &+ UInt64(task) &* 7_919)
            for _ in 0..<100 { await self.step(&random) }
          }
        }
      }
      let places = places.withLock { places in
        defer { places = [] }
        return places
      }
      _ = places.count
    }
    for _ in 0..<100_000 where made.value > gone.value { await Task.yield() }
    let left = made.value - gone.value
    return left == 0 ? failures.all : failures.all + ["\(left) services outlive their scopes"]
  }

  private func step(_ random: inout SplitMix) async {
    guard let (place, other) = twoPlaces(&random) else { return keep() }
    let seed = random.next()
    switch Int.random(in: 0..<9, using: &random) {
    case 0: await place.values.run { await check(seed) }
    case 1:
      await place.values.run {
        await withInjectedValues {
          update(&$0, &random)
        } operation: {
          await check(seed)
          keep()
        }
      }
    case 2:
      await place.values.overriding { update(&$0, &random) }.succeeding(place.values).run {
        await check(seed)
        keep()
      }
    case 3, 7:
      await place.values.run {
        await withInjectedValues(from: other.owner) {
          await check(seed)
          keep()
        }
        if other.owner.list() !== other.owner.list() { failures.note("an owner's list, twice") }
      }
    case 4:
      let session = place.values.run { InjectedSession { update(&$0, &random) } }
      await session.run {
        await check(seed)
        keep(session)
      }
    case 5:
      var values = place.values
      update(&values, &random)
      await values.run { await check(seed) }
      update(&values, &random)
      values.run { keep() }
    case 6:
      await withInjectedValues {
        $0 = place.values
        update(&$0, &random)
      } operation: {
        await check(seed)
        keep()
      }
    default: letGo(&random)
    }
  }

  private func check(_ seed: UInt64) async {
    await checkPrepared(seed)
    check()
  }

  private func check() {
    let (left, right) = (
      injected { $0[SharingLeftKey.self] }, injected { $0[SharingRightKey.self] }
    )
    let item = injected { $0[SharingItemKey.self] }
    let list = injected { $0[SharingListKey.self] }
    let faint = injected { $0[SharingFaintKey.self] }
    if item.text.filter({ $0 != "'" }) != "item \(left)" {
      failures.note("\(item.text), left \(left)")
    }
    if list.text != "list \(item.text) \(right)" { failures.note("\(list.text), right \(right)") }
    if faint.text != "faint \(list.text)" { failures.note("\(faint.text), \(list.text)") }
    if faint !== injected({ $0[SharingFaintKey.self] }) { failures.note("what is weak, twice") }
    if list !== injected({ $0[SharingListKey.self] }) { failures.note("a list, twice") }
    for part in injected({ $0[SharingPartsKey.self] }) where part.text != "part \(left)" {
      failures.note("\(part.text), left \(left)")
    }
    // What it was made in may be another branch, or gone.
    _ = (faint.item().text, list.item().text)
  }

  /// Prepares in a task, which may be cancelled, and lets go of a scope meanwhile, where others still wait.
  private func checkPrepared(_ seed: UInt64) async {
    guard seed % 3 == 0 else { return }
    var random = SplitMix(state: seed)
    let task = Task { try await InjectedValues.prepare(SharingStoreKey.self) }
    for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
    if Bool.random(using: &random) { task.cancel() }
    letGo(&random)
    guard case .success = await task.result else { return }
    let (left, right) = (
      injected { $0[SharingLeftKey.self] }, injected { $0[SharingRightKey.self] }
    )
    let store = injected { $0[SharingStoreKey.self] }
    if store.text != "store shelf board \(left) 77 \(right)" {
      failures.note("\(store.text), left \(left), right \(right)")
    }
    if store !== injected({ $0[SharingStoreKey.self] }) { failures.note("a store, twice") }
    _ = store.item().text
  }

  private func update(_ values: inout InjectedValues, _ random: inout SplitMix) {
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0: values[SharingLeftKey.self] = Int.random(in: 1..<4, using: &random)
      case 1: values[SharingRightKey.self] = Int.random(in: 1..<4, using: &random)
      case 2: values.decorate(SharingItemKey.self) { SharingService("\($0.text)'", needs: $0) }
      case 3:
        values.contribute(SharingPartsKey.self) {
          SharingService("part \(injected { $0[SharingLeftKey.self] })")
        }
      case 4: _ = values[SharingListKey.self]
      case 5: values.renew(SharingListKey.self)
      case 6:
        let saved = values
        saved.run { check() }
      case 7:
        let place = twoPlaces(&random)?.0
        values[SharingGuestKey.self] = place.map { SharingGuest(reads: $0.owner) }
      default: values[SharingLeftKey.self] += 1
      }
    }
  }

  private func twoPlaces(_ random: inout SplitMix) -> (Place, Place)? {
    places.withLock { places in
      guard let one = places.randomElement(using: &random) else { return nil }
      // All read through the first one now and then, which stays.
      let other = Int.random(in: 0..<3, using: &random) == 0 ? places.first : nil
      return (one, other ?? places.randomElement(using: &random) ?? one)
    }
  }

  /// Holds the caller's scope, in the place of another one where they are many.
  private func keep(_ session: InjectedSession? = nil) {
    let place = Place(values: .current, owner: SharingOwner(), session: session)
    let first = places.withLock { places in
      places.append(place)
      return places.count > 20 ? places.remove(at: 1) : nil
    }
    withExtendedLifetime(first) {}
  }

  private func letGo(_ random: inout SplitMix) {
    let place = places.withLock { places in
      places.count < 2 ? nil : places.remove(at: .random(in: 1..<places.count, using: &random))
    }
    withExtendedLifetime(place) {}
  }

  func noteMade() { made.increment() }

  /// Lets go of a scope, now and then: where another one goes, perhaps.
  func noteGone() {
    if gone.increment() % 4 > 0 { return }
    let place = places.withLock { $0.count < 2 ? nil : $0.remove(at: 1) }
    withExtendedLifetime(place) {}
  }
}

private struct SharingOwner: Sendable {
  let list = Injected { $0[SharingListKey.self] }
}

/// Is assigned, and reads through another owner when its scope goes.
private final class SharingGuest: Sendable {
  private let owner: SharingOwner

  init(reads owner: SharingOwner) { self.owner = owner }

  deinit { _ = owner.list().text }
}

/// Reads on after it was made, also in its deinitialiser.
final class SharingService: Sendable {
  let text: String
  let item = Injected { $0[SharingItemKey.self] }
  private let left = Injected { $0[SharingLeftKey.self] }
  private let needs: SharingService?
  private let sharing = injected { $0[SharingKey.self] }

  init(_ text: String, needs: SharingService? = nil) {
    self.text = text
    self.needs = needs
    sharing?.noteMade()
  }

  deinit {
    _ = left()
    sharing?.noteGone()
  }
}

private enum SharingKey: InjectedInterfaceKey {
  static var testValue: RandomSharing? { nil }
}

private enum SharingGuestKey: InjectedInterfaceKey {
  static var testValue: SharingGuest? { nil }
}

private enum SharingLeftKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum SharingRightKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum SharingItemKey: InjectedInterfaceKey {
  static var testValue: SharingService {
    SharingService("item \(injected { $0[SharingLeftKey.self] })")
  }
}

private enum SharingListKey: InjectedInterfaceKey {
  static var testValue: SharingService {
    let item = injected { $0[SharingItemKey.self] }
    return SharingService(
      "list \(item.text) \(injected { $0[SharingRightKey.self] })", needs: item)
  }
}

/// Opens a scope in its build.
private enum SharingFaintKey: InjectedInterfaceKey {
  static var testValue: SharingService {
    let list = injected { $0[SharingListKey.self] }
    return withInjectedValues {
      $0[SharingRightKey.self] = 77
    } operation: {
      SharingService("faint \(list.text)", needs: injected { $0[SharingListKey.self] })
    }
  }
  static var lifetime: InjectedLifetime { .weak }
}

private enum SharingPartsKey: InjectedCollectionKey {
  typealias Element = SharingService
}

private enum SharingBoardKey: AsyncInjectedKey {
  static func liveValue() async throws -> SharingService { try await testValue() }
  static func testValue() async throws -> SharingService {
    let left = injected { $0[SharingLeftKey.self] }
    await Task.yield()
    return SharingService("board \(left)")
  }
}

/// Goes on when it is cancelled, and reads what it has prepared.
private enum SharingShelfKey: AsyncInjectedKey {
  static func liveValue() async throws -> SharingService { try await testValue() }
  static func testValue() async throws -> SharingService {
    try await InjectedValues.prepare(SharingBoardKey.self)
    for _ in 0..<5 { await Task.yield() }
    let board = injected { $0[SharingBoardKey.self] }
    return SharingService("shelf \(board.text)", needs: board)
  }
}

/// Prepares in a scope that it opens.
private enum SharingStoreKey: AsyncInjectedKey {
  static func liveValue() async throws -> SharingService { try await testValue() }
  static func testValue() async throws -> SharingService {
    let (shelf, right) = try await withInjectedValues {
      $0[SharingRightKey.self] = 77
    } operation: {
      try await InjectedValues.prepare(SharingShelfKey.self)
      await Task.yield()
      return (injected { $0[SharingShelfKey.self] }, injected { $0[SharingRightKey.self] })
    }
    await Task.yield()
    return SharingService(
      "store \(shelf.text) \(right) \(injected { $0[SharingRightKey.self] })", needs: shelf)
  }
}

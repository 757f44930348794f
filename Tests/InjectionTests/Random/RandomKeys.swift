import Injection
import TestSupport

// The services of the random programs.

/// The keys of the programs: two leaves, three that are built from others, one that lives in a
/// session, one that is built from all these; one that is transient, one that is weak, and one that
/// is built from the two; a collection, and one that is built from it; one that peeks at another; one that
/// reads in a scope that it opens; four asynchronous ones, of which one lives in a session.
enum RandomName: CaseIterable {
  case leafA, leafB, left, right, top, account, root, fresh, faint, holder, elements, list, peeking,
    inside, pool, cache, index, member

  /// Those that are read by themselves.
  static let ofNodes = allCases.filter { $0 != .elements && !ofPrepared.contains($0) }

  /// Those that have to be prepared.
  static let ofPrepared: [RandomName] = [.pool, .cache, .index, .member]

  /// Those that no session keeps.
  static let ofProcess = ofNodes.filter { $0 != .account && $0 != .root }

  /// Those that are built once, wherever the same overrides decide.
  static let ofCached: Set<RandomName> = [
    .leafA, .leafB, .left, .right, .top, .list, .peeking, .inside, .pool, .cache, .index,
  ]

  /// Those that a session keeps for as long as it lasts, where it decides them.
  static let ofSession = ofCached.union([.account, .root])

  var livesInSession: Bool { self == .account || self == .member }

  var reads: [RandomName] {
    switch self {
    case .leafA, .leafB: []
    case .left: [.leafA]
    case .right: [.leafA, .leafB]
    case .top: [.left, .right]
    case .account, .peeking: [.leafB]
    case .root: [.top, .account]
    case .fresh: [.left]
    case .faint: [.right]
    case .holder: [.fresh, .faint]
    case .inside: [.left]
    case .pool: [.leafA]
    case .cache: [.pool, .leafB]
    case .index: [.pool, .cache]
    case .member: [.cache]
    case .elements, .list: []
    }
  }
}

extension RandomName {
  /// The keys that it is built from, itself among them.
  var sources: Set<RandomName> {
    var sources: Set<RandomName> = [self, .leafA, .leafB]
    if self == .list { sources.formUnion([.elements, .left, .right]) }
    let inner: [RandomName] = self == .inside ? [.right] : self == .index ? [.cache] : []
    for name in reads + inner { sources.formUnion(name.sources) }
    return sources
  }
}

/// A value that says what it was made from.
final class RandomNode: Sendable {
  let text: String
  /// The scope that it was built in; `nil` where a scope assigned it.
  let values: InjectedValues?
  /// A scope that was opened while it was built.
  let inner: InjectedValues?
  /// Tells it from every other one, also when that has gone.
  let number = made.increment()
  /// What it was made from directly, and what that was.
  private let reads: [(name: RandomName, text: String, number: Int)]
  /// What it decorates.
  let base: RandomNode?
  private let journal = RandomJournal.current

  private static let made = Counter()

  init(
    _ text: String, in values: InjectedValues? = nil, inner: InjectedValues? = nil,
    reading reads: [(name: RandomName, node: RandomNode)] = [], of base: RandomNode? = nil
  ) {
    self.text = text
    self.values = values
    self.inner = inner
    self.reads = reads.map { ($0, $1.text, $1.number) }
    self.base = base
  }

  /// Reads again what it was made from, as services do that say goodbye to others.
  deinit {
    guard let journal, let values else { return }
    for (name, text, number) in reads {
      let seen = values.run { readRandom(name) }
      if seen.text != text {
        journal.note("\(name) in the deinitialiser of \(self.text): \(seen.text)")
      }
      if journal.isEnding, RandomName.ofSession.contains(name), seen.number != number {
        journal.note("\(name) in the deinitialiser of \(self.text) at an end: another instance")
      }
    }
  }
}

/// Where deinitialisers note what they should not have seen; `nil` in programs in which they read nothing.
final class RandomJournal: Sendable {
  @TaskLocal static var current: RandomJournal?

  private let state = Guarded<(failures: [String], isEnding: Bool)>(([], false))

  func note(_ failure: String) { state.withLock { $0.failures.append(failure) } }

  var failures: [String] { state.withLock { $0.failures } }

  /// Whether a session ends that nobody else reads in: what it keeps is as it was.
  var isEnding: Bool {
    get { state.withLock { $0.isEnding } }
    set { state.withLock { $0.isEnding = newValue } }
  }
}

func readRandom(_ name: RandomName) -> RandomNode { injected { $0.node(of: name) } }

extension InjectedValues {
  func node(of name: RandomName) -> RandomNode {
    switch name {
    case .leafA: self[RandomLeafAKey.self]
    case .leafB: self[RandomLeafBKey.self]
    case .left: self[RandomLeftKey.self]
    case .right: self[RandomRightKey.self]
    case .top: self[RandomTopKey.self]
    case .account: self[RandomAccountKey.self]
    case .root: self[RandomRootKey.self]
    case .fresh: self[RandomFreshKey.self]
    case .faint: self[RandomFaintKey.self]
    case .holder: self[RandomHolderKey.self]
    case .list: self[RandomListKey.self]
    case .peeking: self[RandomPeekingKey.self]
    case .inside: self[RandomInsideKey.self]
    case .pool: self[RandomPoolKey.self]
    case .cache: self[RandomCacheKey.self]
    case .index: self[RandomIndexKey.self]
    case .member: self[RandomMemberKey.self]
    case .elements: preconditionFailure("A collection is read by its list.")
    }
  }
}

/// An object that captures the scope that it is made in.
struct RandomOwner {
  @Injected({ $0[RandomLeafAKey.self] }) private var leafA
  @Injected({ $0[RandomLeafBKey.self] }) private var leafB
  @Injected({ $0[RandomLeftKey.self] }) private var left
  @Injected({ $0[RandomRightKey.self] }) private var right
  @Injected({ $0[RandomTopKey.self] }) private var top
  @Injected({ $0[RandomAccountKey.self] }) private var account
  @Injected({ $0[RandomRootKey.self] }) private var root
  @Injected({ $0[RandomFreshKey.self] }) private var fresh
  @Injected({ $0[RandomFaintKey.self] }) private var faint
  @Injected({ $0[RandomHolderKey.self] }) private var holder
  @Injected({ $0[RandomListKey.self] }) private var list
  @Injected({ $0[RandomPeekingKey.self] }) private var peeking
  @Injected({ $0[RandomInsideKey.self] }) private var inside
  @Injected({ $0[RandomPoolKey.self] }) private var pool
  @Injected({ $0[RandomCacheKey.self] }) private var cache
  @Injected({ $0[RandomIndexKey.self] }) private var index
  @Injected({ $0[RandomMemberKey.self] }) private var member

  subscript(name: RandomName) -> RandomNode {
    switch name {
    case .leafA: leafA
    case .leafB: leafB
    case .left: left
    case .right: right
    case .top: top
    case .account: account
    case .root: root
    case .fresh: fresh
    case .faint: faint
    case .holder: holder
    case .list: list
    case .peeking: peeking
    case .inside: inside
    case .pool: pool
    case .cache: cache
    case .index: index
    case .member: member
    case .elements: preconditionFailure("A collection is read by its list.")
    }
  }
}

private func buildRandom(_ name: RandomName) -> RandomNode {
  let reads = name.reads.map { (name: $0, node: readRandom($0)) }
  return RandomNode(
    "\(name)(\(reads.map(\.node.text).joined(separator: ",")))", in: .current,
    inner: .current.overriding { $0[RandomLeafAKey.self] = RandomNode("inner") }, reading: reads)
}

enum RandomLeafAKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.leafA) }
}

enum RandomLeafBKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.leafB) }
}

enum RandomLeftKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.left) }
}

enum RandomRightKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.right) }
}

enum RandomTopKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.top) }
}

enum RandomAccountKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.account) }
  static var lifetime: InjectedLifetime { .session }
}

enum RandomRootKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.root) }
}

enum RandomFreshKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.fresh) }
  static var lifetime: InjectedLifetime { .transient }
}

enum RandomFaintKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.faint) }
  static var lifetime: InjectedLifetime { .weak }
}

enum RandomHolderKey: InjectedInterfaceKey {
  static var testValue: RandomNode { buildRandom(.holder) }
}

enum RandomElementsKey: InjectedCollectionKey {
  typealias Element = RandomNode
}

enum RandomListKey: InjectedInterfaceKey {
  static var testValue: RandomNode {
    let texts = injected { $0[RandomElementsKey.self] }.map(\.text)
    return RandomNode("list(\(texts.joined(separator: ",")))", in: .current)
  }
}

/// Shows what it is not built from.
enum RandomPeekingKey: InjectedInterfaceKey {
  static var testValue: RandomNode {
    let shown = InjectedValues.peek { $0[RandomTopKey.self] }
    return withExtendedLifetime(shown) { buildRandom(.peeking) }
  }
}

/// Reads in a scope that it opens, and outside it.
enum RandomInsideKey: InjectedInterfaceKey {
  static var testValue: RandomNode {
    let right = withInjectedValues {
      $0[RandomLeafAKey.self] = RandomNode("opened")
    } operation: {
      readRandom(.right)
    }
    let left = readRandom(.left)
    return RandomNode(
      "inside(\(right.text),\(left.text))", in: .current, reading: [(.left, left)])
  }
}

/// A key that nobody reads.
enum RandomUnreadKey<Outer>: InjectedInterfaceKey {
  static var testValue: Int { 0 }

  /// Overrides such a key, another one for each number.
  static func set(_ number: Int, in values: inout InjectedValues) {
    if number > 0 { return RandomUnreadKey<Self>.set(number - 1, in: &values) }
    values[Self.self] = 1
  }
}

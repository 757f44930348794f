import Injection
import TestSupport

/// A random tree of scopes with owners, and reads there, also through owners and through what other reads have
/// given, which run twice, in two orders; the second time, only its owner holds a scope in which nobody reads any more.
///
/// Whichever comes first, two readers are given one instance, or each its own. Nothing is said of which it is.
struct RandomOrders {
  private var random: SplitMix
  private var scopes: [ScopePlan] = []
  private var reads: [ReadPlan] = []
  private var defaults: [Script] = []

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    defaults = (0..<OrderedKeys.count).map { script(below: $0, depth: 2) }
    for index in 0..<(3 + below(5)) {
      scopes.append(
        ScopePlan(
          outer: below(max(1, index)),
          way: ScopePlan.Way.allCases.randomElement(using: &random) ?? .session,
          changes: changes(below: OrderedKeys.count, depth: 2)))
    }
    for index in 0..<(4 + below(10)) {
      let way =
        index == 0
        ? ReadPlan.Way.directly : ReadPlan.Way.allCases.randomElement(using: &random) ?? .directly
      reads.append(
        ReadPlan(
          scope: below(scopes.count), way: way, owner: below(scopes.count),
          earlier: below(max(1, index)), key: below(OrderedKeys.count)))
    }
  }

  mutating func run() -> [String] {
    let first = shapes(inOrder: Array(reads.indices))
    let second = shapes(inOrder: reads.indices.shuffled(using: &random), lettingGo: true)
    return zip(first.shapes, second.shapes).filter(!=).map { "\($0), else \($1)" }
      + (first.left + second.left).map { "is left: \($0)" }
  }

  /// Runs the reads in an order; gives what each was given, with a number for each instance, and what is left of it.
  private func shapes(
    inOrder order: [Int], lettingGo isLettingGo: Bool = false
  ) -> (shapes: [String], left: [String]) {
    let journal = OrderJournal()
    let shapes = OrderedKeys.$defaults.withValue(defaults) {
      OrderJournal.$current.withValue(journal) {
        OrderRun(scopes: scopes, reads: reads).shapes(inOrder: order, lettingGo: isLettingGo)
      }
    }
    return (shapes, journal.present)
  }

  // MARK: Making the program

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func script(below key: Int, depth: Int) -> Script {
    let steps = key == 0 ? [] : (0..<below(4)).map { _ in step(below: key, depth: depth) }
    return Script(steps: steps, isHolding: below(2) == 0)
  }

  private mutating func step(below key: Int, depth: Int) -> Script.Step {
    let (read, part) = (below(key), below(3))
    guard depth > 0 else { return .read(read) }
    let changes = below(2) == 0 ? [] : changes(below: key, depth: depth - 1)
    switch below(6) {
    case 0: return .inScope(changes, [read, below(key)])
    case 1: return .fromPart(part, changes, read)
    case 2: return .inValuesOfPart(part, changes, read)
    case 3: return .throughPart(part, read)
    default: return .read(read)
    }
  }

  private mutating func changes(below key: Int, depth: Int) -> [Change] {
    (0..<below(4)).map { _ in
      let changed = below(key)
      switch below(depth > 0 ? 6 : 3) {
      case 0, 1: return .value(changed)
      case 2: return .renewal(changed)
      case 3: return .decoration(changed, script(below: changed, depth: depth - 1))
      default: return .registration(changed, script(below: changed, depth: depth - 1))
      }
    }
  }
}

/// What a build does.
private struct Script: Sendable {
  enum Step: Sendable {
    case read(Int)
    /// Reads in a scope of its own.
    case inScope([Change], [Int])
    /// Goes on from a part of those that it has read so far, in its captured values, or reads by its wrapper.
    case fromPart(Int, [Change], Int)
    case inValuesOfPart(Int, [Change], Int)
    case throughPart(Int, Int)
  }

  let steps: [Step]
  /// Whether what it makes holds wrappers and captured values.
  let isHolding: Bool

  func build(_ name: String, on base: [OrderNode] = []) -> OrderNode {
    // All stand on the outermost scope, so that the process keeps nothing of them.
    _ = injected { $0[OrderedRootKey.self] }
    var parts = base
    for step in steps {
      switch step {
      case .read(let key): parts.append(OrderedKeys.read(key))
      case .inScope(let changes, let keys):
        parts += withInjectedValues {
          $0.apply(changes)
        } operation: {
          keys.map(OrderedKeys.read)
        }
      case .fromPart(let part, let changes, let key):
        guard let wrapper = parts.cycled(part)?.wrappers.first else { continue }
        parts.append(
          withInjectedValues(from: wrapper) {
            $0.apply(changes)
          } operation: {
            OrderedKeys.read(key)
          })
      case .inValuesOfPart(let part, let changes, let key):
        guard let values = parts.cycled(part)?.values else { continue }
        parts.append(
          values.run {
            changes.isEmpty
              ? OrderedKeys.read(key)
              : withInjectedValues {
                $0.apply(changes)
              } operation: {
                OrderedKeys.read(key)
              }
          })
      case .throughPart(let part, let key):
        guard let part = parts.cycled(part), !part.wrappers.isEmpty else { continue }
        parts.append(part.wrappers[key]())
      }
    }
    return OrderNode(name, parts, isHolding: isHolding)
  }
}

/// What an update does.
private indirect enum Change: Sendable {
  case value(Int)
  case renewal(Int)
  case registration(Int, Script)
  case decoration(Int, Script)
}

private struct ScopePlan: Sendable {
  enum Way: CaseIterable, Sendable { case captured, overriding, session, fromOwner, saved }

  let outer: Int
  let way: Way
  let changes: [Change]
}

private struct ReadPlan: Sendable {
  enum Way: CaseIterable, Sendable {
    case directly, byOwner, fromOwner, byEarlier, fromEarlier, inValuesOfEarlier
  }

  let scope: Int
  let way: Way
  let owner: Int
  let earlier: Int
  let key: Int
}

private final class OrderRun {
  private let reads: [ReadPlan]
  private var scopes: [InjectedValues?] = []
  private var owners: [OrderNode] = []
  private var given: [OrderNode?]

  init(scopes plans: [ScopePlan], reads: [ReadPlan]) {
    self.reads = reads
    given = Array(repeating: nil, count: reads.count)
    var made = [InjectedValues.current.overriding { $0[OrderedRootKey.self] = 1 }]
    owners = [owner(in: made[0])]
    for plan in plans {
      made.append(scope(by: plan, after: made))
      owners.append(owner(in: made[made.count - 1]))
    }
    scopes = made
  }

  private func scope(by plan: ScopePlan, after made: [InjectedValues]) -> InjectedValues {
    let outer = made[plan.outer]
    let update = { (values: inout InjectedValues) in values.apply(plan.changes) }
    let last = (made[made.count - 1], owners[made.count - 1])
    return switch plan.way {
    case .captured: outer.run { withInjectedValues(update, operation: { .current }) }
    case .overriding: outer.overriding(update)
    case .session: outer.run { InjectedSession(update).run { .current } }
    case .fromOwner:
      outer.run { withInjectedValues(from: last.1, update, operation: { .current }) }
    case .saved:
      outer.run {
        withInjectedValues {
          $0 = last.0
          update(&$0)
        } operation: {
          .current
        }
      }
    }
  }

  private func owner(in values: InjectedValues) -> OrderNode {
    values.run { OrderNode("owner", [], isHolding: true) }
  }

  func shapes(inOrder order: [Int], lettingGo isLettingGo: Bool) -> [String] {
    for index in order {
      _ = read(index)
      guard isLettingGo else { continue }
      for scope in scopes.indices
      where !reads.indices.contains(where: { given[$0] == nil && reads[$0].scope == scope }) {
        scopes[scope] = nil
      }
    }
    var numbers: [ObjectIdentifier: Int] = [:]
    func shape(of node: OrderNode) -> String {
      let next = numbers.count
      let number = numbers[ObjectIdentifier(node), default: next]
      numbers[ObjectIdentifier(node)] = number
      return "\(node.name) \(number) (\(node.parts.map(shape).joined(separator: ", ")))"
    }
    return given.compactMap { $0.map(shape) }
  }

  private func read(_ index: Int) -> OrderNode {
    if let known = given[index] { return known }
    let plan = reads[index]
    let directly = { OrderedKeys.read(plan.key) }
    let node =
      switch plan.way {
      case .directly: nil as OrderNode?
      case .byOwner, .fromOwner: owners[plan.owner]
      case .byEarlier, .fromEarlier, .inValuesOfEarlier: read(plan.earlier)
      }
    guard let scope = scopes[plan.scope] else { preconditionFailure("The scope is still read in.") }
    let result = scope.run {
      guard let node, let values = node.values else { return directly() }
      return switch plan.way {
      case .directly: directly()
      case .byOwner, .byEarlier: node.wrappers[plan.key]()
      case .fromOwner, .fromEarlier: withInjectedValues(from: node, operation: directly)
      case .inValuesOfEarlier: values.run(directly)
      }
    }
    given[index] = result
    return result
  }
}

private final class OrderNode: Sendable {
  let name: String
  let parts: [OrderNode]
  /// What `withInjectedValues(from:)` finds.
  private let first: Injected<OrderNode>?
  let wrappers: [Injected<OrderNode>]
  let values: InjectedValues?

  init(_ name: String, _ parts: [OrderNode], isHolding: Bool) {
    self.name = name
    self.parts = parts
    wrappers = isHolding ? OrderedKeys.accessors.map { Injected($0) } : []
    first = wrappers.first
    values = isHolding ? .current : nil
    OrderJournal.current?.add(self)
  }
}

/// The nodes that a run has made.
private final class OrderJournal: Sendable {
  @TaskLocal static var current: OrderJournal?

  private let names = Guarded<[@Sendable () -> String?]>([])

  func add(_ node: OrderNode) {
    names.withLock { $0.append { [weak node] in node?.name } }
  }

  var present: [String] { names.withLock { $0.map(\.self) }.compactMap { $0() } }
}

private enum OrderedRootKey: InjectedInterfaceKey {
  static let testValue = 0
}

private enum OrderedKeys {
  @TaskLocal static var defaults: [Script] = []

  static let accessors: [@Sendable (InjectedValues) -> OrderNode] = keys.map { $0.read }
  static var count: Int { keys.count }

  static func read(_ key: Int) -> OrderNode { injected(accessors[key]) }

  private static let keys: [any OrderedKey.Type] = [
    Key<At0>.self, Key<At1>.self, Key<At2>.self, Key<At3>.self, Key<At4>.self, Key<At5>.self,
    Key<At6>.self, Key<At7>.self,
  ]

  static func apply(_ change: Change, to values: inout InjectedValues) {
    switch change {
    case .value(let key): keys[key].assign(OrderNode("value", [], isHolding: false), to: &values)
    case .renewal(let key): keys[key].renew(in: &values)
    case .registration(let key, let script): keys[key].register(script, in: &values)
    case .decoration(let key, let script): keys[key].decorate(by: script, in: &values)
    }
  }

  /// The key at a place in the list; those further on are built from it.
  private enum Key<At: OrderedPlace>: OrderedKey {
    static var testValue: OrderNode { defaults[At.place].build("default \(At.place)") }
    static var lifetime: InjectedLifetime {
      switch At.place {
      case 4: .weak
      case 5: .transient
      default: .cached
      }
    }
  }

  private enum At0: OrderedPlace { static let place = 0 }
  private enum At1: OrderedPlace { static let place = 1 }
  private enum At2: OrderedPlace { static let place = 2 }
  private enum At3: OrderedPlace { static let place = 3 }
  private enum At4: OrderedPlace { static let place = 4 }
  private enum At5: OrderedPlace { static let place = 5 }
  private enum At6: OrderedPlace { static let place = 6 }
  private enum At7: OrderedPlace { static let place = 7 }
}

private protocol OrderedPlace: SendableMetatype {
  static var place: Int { get }
}

private protocol OrderedKey: InjectedInterfaceKey where Value == OrderNode {}

extension OrderedKey {
  static var read: @Sendable (InjectedValues) -> OrderNode { { $0[Self.self] } }

  static func assign(_ node: OrderNode, to values: inout InjectedValues) {
    values[Self.self] = node
  }

  static func renew(in values: inout InjectedValues) { values.renew(Self.self) }

  static func register(_ script: Script, in values: inout InjectedValues) {
    values.register(Self.self) { script.build("registered") }
  }

  static func decorate(by script: Script, in values: inout InjectedValues) {
    values.decorate(Self.self) { script.build("decorated", on: [$0]) }
  }
}

extension InjectedValues {
  fileprivate mutating func apply(_ changes: [Change]) {
    for change in changes { OrderedKeys.apply(change, to: &self) }
  }
}

extension Array {
  /// The element at an index, counted on from the first one after the last.
  fileprivate func cycled(_ index: Int) -> Element? { isEmpty ? nil : self[index % count] }
}

import Injection
import TestSupport

/// A random program over services that open scopes while they are built, and read there, later, what needs
/// them in turn.
///
/// Two reads in a row give one instance, and nothing outlives the scopes and sessions.
struct RandomOpenings {
  let plan: OpeningPlan
  private var random: SplitMix
  private var failures: [String] = []

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    plan = OpeningPlan(&random)
  }

  /// Gives what went wrong.
  mutating func run() async -> [String] {
    await runInScopes()
    let left = plan.made.value - plan.gone.value
    return left == 0 ? failures : failures + ["\(left) services outlive their scopes"]
  }

  private mutating func runInScopes() async {
    let plan = plan
    var escaped: OpeningService?
    var session: InjectedSession?
    withInjectedValues {
      $0[OpeningPlanKey.self] = plan
    } operation: {
      let leaf = Int.random(in: 0..<3, using: &random)
      let beside = InjectedValues.current.overriding { $0[leaf: leaf] = 7 }
      plan.outside.withLock { $0 = [nil, .current, beside].randomElement(using: &random) ?? nil }
      walk(from: read())
      var values = InjectedValues.current
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let (leaf, goesOn) = (Int.random(in: 0..<3, using: &random), Bool.random(using: &random))
        if goesOn {
          values = InjectedValues.current.overriding { $0[leaf: leaf] = 1 }.succeeding(values)
        } else {
          values[leaf: leaf] = 2
        }
        values.run { walk(from: read()) }
      }
      withInjectedValues {
        $0[leaf: 0] = 3
        if Bool.random(using: &random) { walk(from: $0.opening(.random(using: &random))) }
        $0[leaf: 1] = 4
      } operation: {
        escaped = read()
        walk(from: escaped)
      }
      let opened = InjectedSession { $0[leaf: .random(in: 0..<3, using: &random)] = 5 }
      opened.run {
        walk(from: escaped)
        walk(from: read())
      }
      if Bool.random(using: &random) { session = opened }
    }
    await session?.end()
    plan.outside.withLock { $0 = nil }
    walk(from: escaped)
  }

  private mutating func read() -> OpeningService {
    let name = OpeningName.random(using: &random)
    return injected { $0.opening(name) }
  }

  private mutating func walk(from first: OpeningService?) {
    guard var service = first else { return }
    for _ in 0..<6 {
      let (index, name) = (
        Int.random(in: 0..<2, using: &random), OpeningName.random(using: &random)
      )
      let leaf = Int.random(in: 0..<3, using: &random)
      let (current, lazy) = (service, service.lazy[index])
      check { lazy() }
      check { current.values.run { injected { $0.opening(name) } } }
      withInjectedValues {
        $0[leaf: leaf] = 6
      } operation: {
        check { lazy() }
      }
      service = lazy()
    }
  }

  /// Whether two reads give one service, as long as somebody holds it.
  private mutating func check(_ read: () -> OpeningService) {
    let service = read()
    if service.name != .fresh, read() !== service { failures.append("another \(service.name)") }
  }
}

/// The services: the later ones need some of those before them.
enum OpeningName: Int, CaseIterable {
  case first, second, third, fourth, fresh, faint

  static func random(using random: inout SplitMix) -> OpeningName {
    allCases[Int.random(in: 0..<allCases.count, using: &random)]
  }
}

/// What the services of a program need, and how each is built.
final class OpeningPlan: Sendable {
  let needs: [[OpeningName]]
  let reads: [[OpeningName]]
  let leaves: [Int]
  let ways: [OpeningWay]
  /// A scope beside those that are open, or around them.
  let outside = Guarded<InjectedValues?>(nil)
  let made = Counter()
  let gone = Counter()

  init(_ random: inout SplitMix) {
    needs = OpeningName.allCases.map { name in
      (0..<name.rawValue).compactMap {
        Bool.random(using: &random) ? OpeningName(rawValue: $0) : nil
      }
    }
    reads = OpeningName.allCases.map { _ in
      [OpeningName.random(using: &random), .random(using: &random)]
    }
    leaves = OpeningName.allCases.map { _ in Int.random(in: 0..<3, using: &random) }
    ways = OpeningName.allCases.map { _ in
      OpeningWay.allCases.randomElement(using: &random) ?? .none
    }
  }
}

enum OpeningWay: CaseIterable {
  case none, scope, scopeInScope, overriding, copy, decorated, fromModel, fromModelUnchanged, again,
    traced, looking, lookingOutside, peeking, peekingInScope, peekingOutside, peekingFromOutside

  /// Makes a service in a scope that is opened this way, which does something to a leaf.
  func make(
    _ leaf: Int, beside outside: InjectedValues, looking look: () -> Void,
    _ make: () -> OpeningService
  ) -> OpeningService {
    switch self {
    case .none: break
    case .scope:
      return withInjectedValues {
        $0[leaf: leaf] = 10
      } operation: {
        make()
      }
    case .scopeInScope:
      return withInjectedValues {
        $0[leaf: leaf] = 11
      } operation: {
        withInjectedValues {
          $0[leaf: (leaf + 1) % 3] = 12
        } operation: {
          make()
        }
      }
    case .overriding:
      return InjectedValues.current.overriding { $0[leaf: leaf] = 13 }.run { make() }
    case .copy:
      var values = InjectedValues.current
      values[leaf: leaf] = 14
      _ = values.run { values[leaf: 0] }
      values[leaf: (leaf + 1) % 3] = 15
      return values.run { make() }
    case .decorated:
      return withInjectedValues {
        $0.decorate(FirstLeafKey.self) { $0 + 1 }
        $0[leaf: leaf] = 16
      } operation: {
        make()
      }
    case .fromModel:
      return withInjectedValues(from: model) {
        $0[leaf: leaf] = 17
      } operation: {
        make()
      }
    case .fromModelUnchanged: return withInjectedValues(from: model) { make() }
    case .again:
      let values = InjectedValues.current
      return values.overriding { $0[leaf: leaf] = 19 }.run { values.run { make() } }
    case .traced: return InjectedValues.trace(make, to: { _ in })
    case .looking: look()
    case .lookingOutside: outside.overriding { $0[leaf: leaf] = 20 }.run { look() }
    case .peeking: InjectedValues.peek { $0.run { look() } }
    case .peekingInScope:
      InjectedValues.peek { $0.overriding { $0[leaf: leaf] = 21 }.run { look() } }
    case .peekingOutside:
      InjectedValues.peek { _ in outside.overriding { $0[leaf: leaf] = 22 }.run { look() } }
    case .peekingFromOutside:
      let model = outside.run { OpeningModel() }
      InjectedValues.peek {
        $0.run {
          withInjectedValues(from: model) {
            $0[leaf: leaf] = 23
          } operation: {
            look()
          }
        }
      }
    }
    return make()
  }

  private var model: OpeningModel {
    withInjectedValues {
      $0[leaf: 2] = 18
    } operation: {
      OpeningModel()
    }
  }
}

private final class OpeningModel {
  @Injected({ $0[FirstLeafKey.self] }) var leaf
}

final class OpeningService: Sendable {
  let name: OpeningName
  let values = InjectedValues.current
  let lazy: [@Sendable () -> OpeningService]
  private let needs: [OpeningService]
  private let leaf: Int
  private let plan: OpeningPlan

  init(_ name: OpeningName, _ plan: OpeningPlan) {
    self.name = name
    self.plan = plan
    needs = plan.needs[name.rawValue].map { need in injected { $0.opening(need) } }
    leaf = injected { $0[leaf: plan.leaves[name.rawValue]] }
    lazy = plan.reads[name.rawValue].map { read in
      let service = Injected { $0.opening(read) }
      return { service() }
    }
    plan.made.increment()
  }

  deinit { plan.gone.increment() }
}

extension InjectedValues {
  func opening(_ name: OpeningName) -> OpeningService {
    switch name {
    case .first: self[OpeningKey<FirstOpening>.self]
    case .second: self[OpeningKey<SecondOpening>.self]
    case .third: self[OpeningKey<ThirdOpening>.self]
    case .fourth: self[OpeningKey<FourthOpening>.self]
    case .fresh: self[OpeningKey<FreshOpening>.self]
    case .faint: self[OpeningKey<FaintOpening>.self]
    }
  }

  subscript(leaf leaf: Int) -> Int {
    get {
      switch leaf {
      case 0: self[FirstLeafKey.self]
      case 1: self[SecondLeafKey.self]
      default: self[ThirdLeafKey.self]
      }
    }
    set {
      switch leaf {
      case 0: self[FirstLeafKey.self] = newValue
      case 1: self[SecondLeafKey.self] = newValue
      default: self[ThirdLeafKey.self] = newValue
      }
    }
  }
}

enum OpeningPlanKey: InjectedInterfaceKey {
  static var testValue: OpeningPlan? { nil }
}

private enum FirstLeafKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum SecondLeafKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum ThirdLeafKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private protocol NamedOpening: SendableMetatype {
  static var name: OpeningName { get }
}

private enum FirstOpening: NamedOpening { static var name: OpeningName { .first } }
private enum SecondOpening: NamedOpening { static var name: OpeningName { .second } }
private enum ThirdOpening: NamedOpening { static var name: OpeningName { .third } }
private enum FourthOpening: NamedOpening { static var name: OpeningName { .fourth } }
private enum FreshOpening: NamedOpening { static var name: OpeningName { .fresh } }
private enum FaintOpening: NamedOpening { static var name: OpeningName { .faint } }

private enum OpeningKey<Named: NamedOpening>: InjectedInterfaceKey {
  static var testValue: OpeningService {
    guard let plan = injected({ $0[OpeningPlanKey.self] }) else {
      preconditionFailure("The services belong to a program.")
    }
    let name = Named.name
    let outside = plan.outside.withLock(\.self) ?? .current
    return plan.ways[name.rawValue].make(plan.leaves[name.rawValue], beside: outside) {
      for need in plan.needs[name.rawValue] { _ = injected { $0.opening(need) } }
    } _: {
      OpeningService(name, plan)
    }
  }

  static var lifetime: InjectedLifetime {
    switch Named.name {
    case .fresh: .transient
    case .faint: .weak
    default: .cached
    }
  }
}

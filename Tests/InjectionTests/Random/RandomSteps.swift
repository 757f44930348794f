import Injection
import TestSupport

/// Makes the steps of random scopes, each with a name that no other one has.
struct RandomSteps {
  private var names = 0

  /// A scope of some steps, which may be none.
  mutating func scope(
    in outer: ReferenceScope? = nil, isSession: Bool = false, using generator: inout SplitMix
  ) -> ReferenceScope {
    let steps = (0..<Int.random(in: 0...3, using: &generator)).map { _ in one(using: &generator) }
    return ReferenceScope(
      steps: steps, in: outer, isSession: isSession,
      isPreview: Int.random(in: 0..<8, using: &generator) == 0)
  }

  private mutating func one(using generator: inout SplitMix) -> (RandomName, RandomStep) {
    names += 1
    let name = RandomName.allCases.randomElement(using: &generator) ?? .top
    if name == .elements { return (name, contribution(using: &generator)) }
    // Two leaves that are made from each other would be a cycle.
    let leaf: RandomName? = name == .leafB ? nil : name == .leafA ? .leafB : .leafA
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...1: return (name, .assign("v\(names)"))
    case 2...3:
      guard let leaf else { return (name, .assign("v\(names)")) }
      return (name, .register("r\(names)", reads: leaf))
    case 4...5: return (name, .decorate("d\(names)", reads: nil))
    case 6: return (name, .decorate("d\(names)", reads: leaf))
    default: return (name, .renew)
    }
  }

  private func contribution(using generator: inout SplitMix) -> RandomStep {
    if Int.random(in: 0..<4, using: &generator) == 0 { return .assign("v\(names)") }
    let ids: [String?] = [nil, "x", "y"]
    return .contribute(
      "c\(names)", id: ids.randomElement(using: &generator) ?? nil,
      order: Int.random(in: -1...1, using: &generator),
      reads: Bool.random(using: &generator) ? .leafA : .right)
  }
}

extension ReferenceScope {
  /// Does all steps of the scope, and tells of each, how many are done.
  func apply(
    to values: inout InjectedValues,
    afterEach body: (inout InjectedValues, Int) -> Void = { _, _ in }
  ) {
    if isPreview { values.context = .preview }
    for (index, (name, step)) in steps.enumerated() {
      step.apply(to: name, of: &values)
      body(&values, index + 1)
    }
  }

  /// This scope as it is after some of its steps.
  func after(_ count: Int) -> ReferenceScope {
    ReferenceScope(
      steps: Array(steps.prefix(count)), in: outer, isSession: isSession, isPreview: isPreview)
  }
}

extension RandomStep {
  fileprivate func apply(to name: RandomName, of values: inout InjectedValues) {
    switch name {
    case .leafA: apply(to: RandomLeafAKey.self, of: &values)
    case .leafB: apply(to: RandomLeafBKey.self, of: &values)
    case .left: apply(to: RandomLeftKey.self, of: &values)
    case .right: apply(to: RandomRightKey.self, of: &values)
    case .top: apply(to: RandomTopKey.self, of: &values)
    case .account: apply(to: RandomAccountKey.self, of: &values)
    case .root: apply(to: RandomRootKey.self, of: &values)
    case .fresh: apply(to: RandomFreshKey.self, of: &values)
    case .faint: apply(to: RandomFaintKey.self, of: &values)
    case .holder: apply(to: RandomHolderKey.self, of: &values)
    case .list: apply(to: RandomListKey.self, of: &values)
    case .peeking: apply(to: RandomPeekingKey.self, of: &values)
    case .inside: apply(to: RandomInsideKey.self, of: &values)
    case .pool: apply(to: RandomPoolKey.self, of: &values)
    case .cache: apply(to: RandomCacheKey.self, of: &values)
    case .index: apply(to: RandomIndexKey.self, of: &values)
    case .member: apply(to: RandomMemberKey.self, of: &values)
    case .elements: applyToElements(of: &values)
    }
  }

  private func apply<Key: InjectedInterfaceKey>(
    to key: Key.Type, of values: inout InjectedValues
  ) where Key.Value == RandomNode {
    switch self {
    case .assign(let text): values[key] = RandomNode(text)
    case .register(let text, let name):
      values.register(key) {
        let read = readRandom(name)
        return RandomNode("\(text)(\(read.text))", in: .current, reading: [(name, read)])
      }
    case .decorate(let text, let name):
      values.decorate(key) { base in
        let read = name.map { (name: $0, node: readRandom($0)) }
        let inside = [base.text, read?.node.text].compactMap(\.self).joined(separator: ";")
        return RandomNode(
          "\(text)[\(inside)]", in: .current, reading: read.map { [$0] } ?? [], of: base)
      }
    case .renew: values.renew(key)
    case .contribute: preconditionFailure("Only a collection has contributions.")
    }
  }

  private func applyToElements(of values: inout InjectedValues) {
    switch self {
    case .assign(let text): values[RandomElementsKey.self] = [RandomNode(text)]
    case .contribute(let text, let id, let order, let name):
      values.contribute(RandomElementsKey.self, id: id, order: order) {
        let read = readRandom(name)
        return RandomNode("\(text)(\(read.text))", in: .current, reading: [(name, read)])
      }
    case .register, .decorate, .renew:
      preconditionFailure("A collection is not made or wrapped here.")
    }
  }
}

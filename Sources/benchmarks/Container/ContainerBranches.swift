import Injection

/// An object that is made in one scope and read in another, of which neither encloses the other.
private final class BranchOwner {
  @Injected(\.service) var service
  @Injected(\.pair) var pair
}

@inline(never) @_optimize(none) private func makeBranchOwner() -> BranchOwner {
  withInjectedValues {
    $0.service = Service(2)
  } operation: {
    BranchOwner()
  }
}

private let count = 50_000

/// Reads through an owner of another branch: its override, and a default that is built from one
/// override of each of the two branches.
func registerContainerBranches(in benchmarks: inout Benchmarks) {
  register("the owner's override", in: &benchmarks) {
    let owner = makeBranchOwner()
    return { for _ in 0..<$0 { blackHole(owner.service) } }
  }
  register("a default built from both branches", in: &benchmarks) {
    let owner = makeBranchOwner()
    return { for _ in 0..<$0 { blackHole(owner.pair) } }
  }
}

private func register(
  _ kind: String, in benchmarks: inout Benchmarks,
  prepare: @escaping @Sendable () -> (Int) -> Void
) {
  let own = "container read in another branch with 1 other key, \(kind)"
  for others in [1, 10, 100, 1_000] {
    let name = "container read in another branch with \(others) other key\(others == 1 ? "" : "s")"
    benchmarks.addInside(
      "\(name), \(kind)", floor: others == 1 ? nil : own, goal: others == 1 ? nil : .atMost(1.25),
      count: count, prepare: prepare
    ) { work in
      withInjectedValues {
        $0.plainService = PlainService { 3 }
        $0.overrideOthers(others)
      } operation: {
        work()
      }
    }
  }
}

private struct Pair: Sendable {
  let service: Service
  let plain: PlainService
}

private enum PairKey: InjectedKey {
  static var liveValue: Pair {
    Pair(service: injected(\.service), plain: injected(\.plainService))
  }
}

extension InjectedValues {
  fileprivate var pair: Pair { self[PairKey.self] }
}

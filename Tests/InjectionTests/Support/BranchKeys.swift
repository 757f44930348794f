import Injection

// Services for readers and owners in two branches of scopes.

/// An engine that says what it was built with.
final class BranchEngine: Sendable {
  let fuel = injected(\.branchFuel)
}

enum BranchEngineKey: InjectedKey {
  static var liveValue: BranchEngine { BranchEngine() }
  static var testValue: BranchEngine { liveValue }
}

enum BranchFuelKey: InjectedKey {
  static let liveValue = "coal"
  static let testValue = "coal"
}

/// What scopes override to be deep.
enum BranchLevelKey: InjectedKey {
  static let liveValue = 0
  static let testValue = 0
}

extension InjectedValues {
  var branchEngine: BranchEngine { self[BranchEngineKey.self] }

  var branchFuel: String {
    get { self[BranchFuelKey.self] }
    set { self[BranchFuelKey.self] = newValue }
  }
}

/// Runs an operation in a scope of so many overrides that to copy it would be noticed.
func inDeepScope(_ operation: () async -> Void) async {
  await withInjectedValues {
    for level in 0..<32 { $0[BranchLevelKey.self] = level }
  } operation: {
    await operation()
  }
}

internal import EnvironmentTree

/// Values of an environment for who wants them once: never a reason for an evaluation.
struct ServiceSnapshot: Equatable {
  let values: EnvironmentValues

  static func == (first: ServiceSnapshot, second: ServiceSnapshot) -> Bool { true }
}

extension EnvironmentValues {
  var serviceSnapshot: ServiceSnapshot { ServiceSnapshot(values: self) }
}

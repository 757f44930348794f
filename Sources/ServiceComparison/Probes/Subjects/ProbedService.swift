internal import EnvironmentTree
internal import Injection
internal import ModelObservation
internal import Synchronization

// What the probes look at: services that say which one they are, declared once for both approaches.

final class ProbedService: Sendable {
  let name: String
  init(_ name: String) {
    self.name = name
  }
}

enum ProbedKey: InjectedKey, EnvironmentKey {
  static let liveValue = ProbedService("default")
  static var testValue: ProbedService { liveValue }
  static let previewValue = ProbedService("preview")
  static var defaultValue: ProbedService { liveValue }
}

enum OtherProbedKey: InjectedKey, EnvironmentKey {
  static let liveValue = ProbedService("other")
  static var testValue: ProbedService { liveValue }
  static var defaultValue: ProbedService { liveValue }
}

enum ProbedAsyncKey: AsyncInjectedKey {
  static func liveValue() async throws -> ProbedService { ProbedService("ready") }
  static var testValue: ProbedService { ProbedService("ready") }
}

extension InjectedValues {
  var probed: ProbedService {
    get { self[ProbedKey.self] }
    set { self[ProbedKey.self] = newValue }
  }
  var otherProbed: ProbedService {
    get { self[OtherProbedKey.self] }
    set { self[OtherProbedKey.self] = newValue }
  }
  var probedAsync: ProbedService { self[ProbedAsyncKey.self] }
}

extension EnvironmentValues {
  var probed: ProbedService {
    get { self[ProbedKey.self] }
    set { self[ProbedKey.self] = newValue }
  }
  var otherProbed: ProbedService {
    get { self[OtherProbedKey.self] }
    set { self[OtherProbedKey.self] = newValue }
  }
}

/// A function that is given nothing: what it can find of the container.
func probedByContainer() -> String { injected(\.probed).name }

/// A function that is given an environment, or nothing: then what it can find of one is new.
func probedByEnvironment(_ values: EnvironmentValues = EnvironmentValues()) -> String {
  values.probed.name
}

/// Counts, from any thread.
final class Tally: Sendable {
  private let value = Mutex(0)
  func add() { value.withLock { $0 += 1 } }
  var count: Int { value.withLock(\.self) }
}

@MainActor final class ProbedObject: ObservableModel {
  @Observed var name = "object"
  @Observed var unused = 0
}

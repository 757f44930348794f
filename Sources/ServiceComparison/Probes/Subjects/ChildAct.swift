internal import EnvironmentTree
internal import Foundation
internal import Injection

/// Something that may end a process, done by `compare` in a child of its own.
package enum ChildAct: String, Sendable, CaseIterable {
  /// Reads a key of the container that has no live value.
  case readUnregisteredKey
  /// Reads an asynchronous key of the container before it is prepared.
  case readBeforePreparing
  /// Reads a key of the environment that nothing has set.
  case readUnsetEnvironmentKey
  /// Reads an object of the environment that nothing has put there.
  case readMissingObject

  /// The environment variable that asks for it.
  package static let variable = "COMPARE_CHILD"

  /// What this process was asked to do, if it was.
  package static var asked: ChildAct? {
    ProcessInfo.processInfo.environment[variable].flatMap(ChildAct.init)
  }

  /// Does it, and prints what came of it.
  @MainActor package func perform() {
    switch self {
    case .readUnregisteredKey: print(injected { $0[UnregisteredKey.self] }.name)
    case .readBeforePreparing: print(injected { $0[ProbedAsyncKey.self] }.name)
    case .readUnsetEnvironmentKey: print(TreeHost(ProbedView()).outline)
    case .readMissingObject: print(TreeHost(ProbedObjectView()).outline)
    }
  }
}

/// A key whose live value another module was to register.
private enum UnregisteredKey: InjectedInterfaceKey {
  static var testValue: ProbedService { ProbedService("test") }
}

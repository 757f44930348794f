import Injection

// A chain of services for the tests of rule 4. Each notes in the probe below it that it was built,
// so that a test which overrides the probe sees its own builds only.

final class Probe: Sendable {
  private let names = Guarded<[String]>([])

  /// Who was built from this probe, in order.
  var users: [String] { names.withLock { $0.map(\.self) } }

  func note(_ name: String) { names.withLock { $0.append(name) } }
}

final class Middle: Sendable {
  let probe: Probe

  init(probe: Probe = injected(\.probe)) {
    self.probe = probe
    probe.note("Middle")
  }
}

final class Top: Sendable {
  let middle = injected(\.middle)

  init() { middle.probe.note("Top") }
}

final class Diamond: Sendable {
  let left = injected(\.middle)
  let top = injected(\.top)

  init() { left.probe.note("Diamond") }
}

final class Pair: Sendable {
  let probe = injected(\.probe)
  let number = injected(\.number)

  init() { probe.note("Pair") }
}

final class Conditional: Sendable {
  let label = injected(\.text) == "number" ? "number \(injected(\.number))" : "no number"
}

final class Eager: Sendable {
  let number = injected(\.number)
}

final class Lazy: Sendable {
  private let injectedNumber = Injected(\.number)

  var number: Int { injectedNumber() }
}

enum ProbeKey: InjectedInterfaceKey {
  static var testValue: Probe { Probe() }
}

enum MiddleKey: InjectedInterfaceKey {
  static var testValue: Middle { Middle() }
}

enum TopKey: InjectedInterfaceKey {
  static var testValue: Top { Top() }
}

enum ReadInsideFirstKey: InjectedInterfaceKey {
  static var testValue: Middle { Middle() }
}

enum DiamondKey: InjectedInterfaceKey {
  static var testValue: Diamond { Diamond() }
}

enum PairKey: InjectedInterfaceKey {
  static var testValue: Pair { Pair() }
}

enum ConditionalKey: InjectedInterfaceKey {
  static var testValue: Conditional { Conditional() }
}

enum EagerKey: InjectedInterfaceKey {
  static var testValue: Eager { Eager() }
}

enum LazyKey: InjectedInterfaceKey {
  static var testValue: Lazy { Lazy() }
}

enum NumberKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

enum TextKey: InjectedInterfaceKey {
  static var testValue: String { "text" }
}

extension InjectedValues {
  var probe: Probe {
    get { self[ProbeKey.self] }
    set { self[ProbeKey.self] = newValue }
  }

  var middle: Middle {
    get { self[MiddleKey.self] }
    set { self[MiddleKey.self] = newValue }
  }

  var top: Top { self[TopKey.self] }

  var readInsideFirst: Middle { self[ReadInsideFirstKey.self] }

  var diamond: Diamond { self[DiamondKey.self] }

  var pair: Pair { self[PairKey.self] }

  var conditional: Conditional { self[ConditionalKey.self] }

  var eager: Eager { self[EagerKey.self] }

  var lazy: Lazy { self[LazyKey.self] }

  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  var text: String {
    get { self[TextKey.self] }
    set { self[TextKey.self] = newValue }
  }
}

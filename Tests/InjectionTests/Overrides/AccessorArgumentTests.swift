import Injection
import TestSupport
import Testing

@Suite("6. Accessors with arguments, which decorate and its like are given")
struct AccessorArgumentTests {
  @Test("Accessors that differ in a generic argument alone forward to different keys")
  func genericArguments() async {
    withInjectedValues {
      $0.decorate(\.[pool: Of<Red>()]) { $0 + ", red's" }
      $0.decorate(\.[pool: Of<Blue>()]) { $0 + ", blue's" }
    } operation: {
      #expect(injected(\.[pool: Of<Red>()]) == "red, red's")
      #expect(injected(\.[pool: Of<Blue>()]) == "blue, blue's")
    }
    #expect(InjectedValues.explain(\.[pool: Of<Red>()]).key == "PoolKey<Red>")
    #expect(InjectedValues.explain(\.[pool: Of<Blue>()]).key == "PoolKey<Blue>")
    let log = Log()
    let session = InjectedSession {
      $0[PoolKey<Red>.self] = "red"
      $0[PoolKey<Blue>.self] = "blue"
    }
    session.onEnd(\.[pool: Of<Red>()]) { log.add("red's: \($0)") }
    session.onEnd(\.[pool: Of<Blue>()]) { log.add("blue's: \($0)") }
    await session.end()
    #expect(log.lines.sorted() == ["blue's: blue", "red's: red"])
  }

  @Test("An accessor's arguments are not held, and may explain a key as they go")
  func arguments() async {
    await #expect(processExitsWith: .success) {
      for count in 1...1_100 {
        do {
          let accessor = \InjectedValues.[explaining: ExplainingArgument()]
          precondition(InjectedValues.explain(accessor).description.contains("NumberKey"))
        }
        precondition(ExplainingArgument.count.value == count)
      }
    }
  }
}

/// An argument of an accessor, which explains another key as it goes.
private final class ExplainingArgument: Hashable, Sendable {
  static let count = Counter()

  deinit {
    _ = InjectedValues.explain(\.number)
    Self.count.increment()
  }

  static func == (one: ExplainingArgument, other: ExplainingArgument) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private protocol Tenant: Sendable {
  static var name: String { get }
}

private enum Red: Tenant {
  static let name = "red"
}

private enum Blue: Tenant {
  static let name = "blue"
}

/// Has no bytes that a key path could compare.
private struct Of<Name: Tenant>: Hashable, Sendable {}

private enum PoolKey<Name: Tenant>: InjectedKey {
  static var liveValue: String { Name.name }
  static var testValue: String { liveValue }
}

extension InjectedValues {
  fileprivate subscript<Name: Tenant>(pool _: Of<Name>) -> String { self[PoolKey<Name>.self] }
}

extension InjectedValues {
  fileprivate subscript(explaining argument: ExplainingArgument) -> Int { self[NumberKey.self] }
}

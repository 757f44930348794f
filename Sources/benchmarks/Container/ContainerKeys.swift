import Injection

// The services of the container's benchmarks, and what they are compared with.

/// A service as a class, as a raw task-local would hold it.
final class Service: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }
}

/// A service as a struct, without references to be counted.
struct PlainService: Sendable {
  var number: @Sendable () -> Int
}

protocol Numbering: Sendable {
  var number: Int { get }
}

extension Service: Numbering {}

/// The floor: a task-local of one's own.
enum Raw {
  @TaskLocal static var service = Service(0)
  @TaskLocal static var other: Service?
  @TaskLocal static var services = RawServices()
}

/// Services as somebody would keep them who looks nothing up.
final class RawServices: Sendable {
  let service = Service(0)
}

/// A wrapper by hand over a task-local: a stored function, and no key, no default and no owner.
@propertyWrapper struct RawInjected<Value> {
  private let accessor: @Sendable (RawServices) -> Value

  init(_ accessor: @escaping @Sendable (RawServices) -> Value) { self.accessor = accessor }

  var wrappedValue: Value { accessor(Raw.services) }
}

enum ServiceKey: InjectedKey {
  static let liveValue = Service(1)
}

enum PlainServiceKey: InjectedKey {
  static let liveValue = PlainService { 1 }
}

enum NumberingKey: InjectedKey {
  static let liveValue: any Numbering = Service(1)
}

extension InjectedValues {
  var service: Service {
    get { self[ServiceKey.self] }
    set { self[ServiceKey.self] = newValue }
  }

  var plainService: PlainService {
    get { self[PlainServiceKey.self] }
    set { self[PlainServiceKey.self] = newValue }
  }

  var numbering: any Numbering {
    get { self[NumberingKey.self] }
    set { self[NumberingKey.self] = newValue }
  }
}

/// A thousand keys, told apart by three digits.
enum OtherKey<Hundreds: Digit, Tens: Digit, Ones: Digit>: InjectedKey {
  static var liveValue: Int { 0 }
}

protocol Digit: SendableMetatype {}
enum Zero: Digit {}
enum One: Digit {}
enum Two: Digit {}
enum Three: Digit {}
enum Four: Digit {}
enum Five: Digit {}
enum Six: Digit {}
enum Seven: Digit {}
enum Eight: Digit {}
enum Nine: Digit {}

let digits: [any Digit.Type] = [
  Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self,
  Eight.self, Nine.self,
]

extension InjectedValues {
  /// Overrides so many other keys.
  mutating func overrideOthers(_ count: Int) {
    for index in 0..<count {
      let hundreds: any Digit.Type = digits[index / 100]
      let tens: any Digit.Type = digits[index / 10 % 10]
      let ones: any Digit.Type = digits[index % 10]
      overrideOther(hundreds, tens, ones, index)
    }
  }

  private mutating func overrideOther<H: Digit, T: Digit, O: Digit>(
    _: H.Type, _: T.Type, _: O.Type, _ value: Int
  ) {
    self[OtherKey<H, T, O>.self] = value
  }
}

/// Runs a body inside so many scopes, each of which overrides another key.
func inScopes(_ depth: Int, _ body: () -> Void) {
  if depth == 0 { return body() }
  withInjectedValues {
    $0.overrideOthers(1)
  } operation: {
    inScopes(depth - 1, body)
  }
}

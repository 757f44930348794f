import Injection

// Two hundred keys, of which a request overrides thirty, and five services, built from ten reads each,
// that are built anew for it.

/// A value of the application, by its row of ten and its column there.
enum ServerValueKey<Half: Digit, Row: Digit, Column: Digit>: InjectedKey {
  static var liveValue: Service { Service(1) }
}

extension InjectedValues {
  fileprivate subscript<Half: Digit, Row: Digit, Column: Digit>(
    _: Half.Type, _: Row.Type, _: Column.Type
  ) -> Service {
    get { self[ServerValueKey<Half, Row, Column>.self] }
    set { self[ServerValueKey<Half, Row, Column>.self] = newValue }
  }

  /// Overrides the thirty values that a request brings.
  mutating func overrideThirty(with values: [Service]) {
    overrideRow(Zero.self, with: values[0..<10])
    overrideRow(One.self, with: values[10..<20])
    overrideRow(Two.self, with: values[20..<30])
  }

  private mutating func overrideRow<Row: Digit>(_: Row.Type, with values: ArraySlice<Service>) {
    let start = values.startIndex
    self[Zero.self, Row.self, Zero.self] = values[start]
    self[Zero.self, Row.self, One.self] = values[start + 1]
    self[Zero.self, Row.self, Two.self] = values[start + 2]
    self[Zero.self, Row.self, Three.self] = values[start + 3]
    self[Zero.self, Row.self, Four.self] = values[start + 4]
    self[Zero.self, Row.self, Five.self] = values[start + 5]
    self[Zero.self, Row.self, Six.self] = values[start + 6]
    self[Zero.self, Row.self, Seven.self] = values[start + 7]
    self[Zero.self, Row.self, Eight.self] = values[start + 8]
    self[Zero.self, Row.self, Nine.self] = values[start + 9]
  }

  /// Reads all two hundred, as a server has after its first requests.
  func readAll() {
    readHalf(Zero.self)
    readHalf(One.self)
  }

  private func readHalf<Half: Digit>(_: Half.Type) {
    for row in digits { readRow(Half.self, row) }
  }

  private func readRow<Half: Digit, Row: Digit>(_: Half.Type, _: Row.Type) {
    for column in digits { readValue(Half.self, Row.self, column) }
  }

  private func readValue<Half: Digit, Row: Digit, Column: Digit>(
    _: Half.Type, _: Row.Type, _: Column.Type
  ) {
    blackHole(self[Half.self, Row.self, Column.self])
  }
}

/// A service that is built from ten reads: five of values that a request brings, four of others, and the
/// service before.
final class ServerStage: Sendable {
  let own: (Service, Service, Service, Service, Service)
  let shared: (Service, Service, Service, Service)
  let previous: ServerStage?

  init(
    own: (Service, Service, Service, Service, Service),
    shared: (Service, Service, Service, Service), previous: ServerStage?
  ) {
    self.own = own
    self.shared = shared
    self.previous = previous
  }

  /// Built from the scope.
  convenience init<Stage: ServerStageKey>(_: Stage.Type) {
    let row = Stage.Row.self
    let sharedRow = Stage.SharedRow.self
    self.init(
      own: (
        injected { $0[Zero.self, row, Zero.self] }, injected { $0[Zero.self, row, One.self] },
        injected { $0[Zero.self, row, Two.self] }, injected { $0[Zero.self, row, Three.self] },
        injected { $0[Zero.self, row, Four.self] }
      ),
      shared: (
        injected { $0[One.self, sharedRow, Zero.self] },
        injected { $0[One.self, sharedRow, One.self] },
        injected { $0[One.self, sharedRow, Two.self] },
        injected { $0[One.self, sharedRow, Three.self] }
      ),
      previous: Stage.previous)
  }

  /// Built by hand, from what a request brings and what the application has.
  convenience init(
    _ own: ArraySlice<Service>, _ shared: ArraySlice<Service>, after previous: ServerStage?
  ) {
    let (start, sharedStart) = (own.startIndex, shared.startIndex)
    self.init(
      own: (own[start], own[start + 1], own[start + 2], own[start + 3], own[start + 4]),
      shared: (
        shared[sharedStart], shared[sharedStart + 1], shared[sharedStart + 2],
        shared[sharedStart + 3]
      ),
      previous: previous)
  }

  /// The five by hand; gives the last.
  static func five(own: [Service], shared: [Service]) -> ServerStage? {
    var stage: ServerStage?
    for (index, row) in [0, 1, 2, 0, 1].enumerated() {
      stage = ServerStage(
        own[(row * 10)..<(row * 10 + 5)], shared[(index * 10)..<(index * 10 + 4)], after: stage)
    }
    return stage
  }

  var number: Int {
    own.0.number + own.4.number + shared.0.number + shared.3.number + (previous?.number ?? 0)
  }
}

/// The key of one of the five stages, with what that reads.
protocol ServerStageKey: InjectedKey where Value == ServerStage {
  associatedtype Row: Digit
  associatedtype SharedRow: Digit
  static var previous: ServerStage? { get }
}

extension ServerStageKey {
  static var liveValue: ServerStage { ServerStage(Self.self) }
}

enum FirstStageKey: ServerStageKey {
  typealias Row = Zero
  typealias SharedRow = Zero
  // Not a service: one more value, so that this stage has ten reads as well.
  static var previous: ServerStage? {
    blackHole(injected { $0[One.self, Nine.self, Nine.self] })
    return nil
  }
}

enum SecondStageKey: ServerStageKey {
  typealias Row = One
  typealias SharedRow = One
  static var previous: ServerStage? { injected { $0[FirstStageKey.self] } }
}

enum ThirdStageKey: ServerStageKey {
  typealias Row = Two
  typealias SharedRow = Two
  static var previous: ServerStage? { injected { $0[SecondStageKey.self] } }
}

enum FourthStageKey: ServerStageKey {
  typealias Row = Zero
  typealias SharedRow = Three
  static var previous: ServerStage? { injected { $0[ThirdStageKey.self] } }
}

enum FifthStageKey: ServerStageKey {
  typealias Row = One
  typealias SharedRow = Four
  static var previous: ServerStage? { injected { $0[FourthStageKey.self] } }
}

extension InjectedValues {
  /// The last of the five.
  var serverStage: ServerStage { self[FifthStageKey.self] }
}

import Injection
import InjectionTesting
import Synchronization
import Testing

/// The code of Docs/DesigningServices.md.
enum DesigningServices {
  protocol Thermometer: Sendable {
    func celsius(in room: String) async throws -> Int
    func rooms() async throws -> [String]
  }

  struct FakeThermometer: Thermometer {
    var degrees: [String: Int] = [:]
    func celsius(in room: String) async throws -> Int { degrees[room, default: 20] }
    func rooms() async throws -> [String] { degrees.keys.sorted() }
  }

  enum ThermometerKey: InjectedKey {
    static let liveValue: any Thermometer = FakeThermometer(degrees: ["Hall": 19])
    static let testValue: any Thermometer = FakeThermometer()
  }

  struct Heating: Sendable {
    var turn: @Sendable (_ room: String, _ isOn: Bool) async throws -> Void
    var isOn: @Sendable (_ room: String) -> Bool

    func turnOn(_ room: String) async throws { try await turn(room, true) }
  }

  enum HeatingKey: InjectedKey {
    static var liveValue: Heating {
      let rooms = Mutex<Set<String>>([])
      return Heating { room, isOn in
        rooms.withLock { if isOn { $0.insert(room) } else { $0.remove(room) } }
      } isOn: { room in
        rooms.withLock { $0.contains(room) }
      }
    }
    static let previewValue = Heating { _, _ in
    } isOn: { _ in
      true
    }
    static var testValue: Heating {
      Heating(
        turn: unimplemented("Heating.turn"),
        isOn: unimplemented("Heating.isOn", placeholder: false))
    }
  }

  struct Comfort: Sendable {
    private let heating = Injected(\.heating)
    private let thermometer = injected(\.thermometer)

    func warm(_ room: String) async throws {
      guard try await thermometer.celsius(in: room) < 18 else { return }
      try await heating().turnOn(room)
    }
  }

  enum ComfortKey: InjectedKey {
    static var liveValue: Comfort { Comfort() }
    static var testValue: Comfort { Comfort() }
  }
}

extension InjectedValues {
  var thermometer: any DesigningServices.Thermometer {
    get { self[DesigningServices.ThermometerKey.self] }
    set { self[DesigningServices.ThermometerKey.self] = newValue }
  }
  var heating: DesigningServices.Heating {
    get { self[DesigningServices.HeatingKey.self] }
    set { self[DesigningServices.HeatingKey.self] = newValue }
  }
  var comfort: DesigningServices.Comfort {
    get { self[DesigningServices.ComfortKey.self] }
    set { self[DesigningServices.ComfortKey.self] = newValue }
  }
}

@Suite("Designing services", .injected) struct DesigningServicesTests {
  @Test("A service of closures: one endpoint is overridden, the rest reports")
  func closures() async throws {
    let warmed = Mutex<[String]>([])
    try await withInjectedValues {
      $0.heating.turn = { room, _ in warmed.withLock { $0.append(room) } }
      $0.thermometer = DesigningServices.FakeThermometer(degrees: ["Hall": 12])
    } operation: {
      try await injected(\.comfort).warm("Hall")
      try await injected(\.comfort).warm("Attic")
    }
    #expect(warmed.withLock(\.self) == ["Hall"])
  }

  @Test("What is read when it is built is the value of then; what is read at each call, of now")
  func builtFrom() async throws {
    let comfort = injected(\.comfort)
    let warmed = Mutex<[String]>([])
    try await withInjectedValues {
      $0.heating.turn = { room, _ in warmed.withLock { $0.append(room) } }
      $0.thermometer = DesigningServices.FakeThermometer(degrees: ["Hall": 12])
    } operation: {
      // Made outside: it has the thermometer of there, and the heating of here.
      try await comfort.warm("Hall")
      #expect(warmed.withLock(\.self) == [])
      // Built for this scope, which overrides what it is built from.
      try await injected(\.comfort).warm("Hall")
      #expect(warmed.withLock(\.self) == ["Hall"])
    }
  }

  @Test("Each context has its value: the live one, the one for previews")
  func contexts() async throws {
    try await withInjectedValues {
      $0.context = .live
    } operation: {
      try await injected(\.heating).turnOn("Hall")
      #expect(injected(\.heating).isOn("Hall"))
    }
    withInjectedValues {
      $0.context = .preview
    } operation: {
      #expect(injected(\.heating).isOn("Hall"))
    }
  }
}

// swift-format-ignore-file
import ComposableArchitecture
@preconcurrency import Dependencies
import XCTest

// The forms of other projects: other places, other layouts, older names.

extension ChimeClient: @unchecked Sendable, TestDependencyKey { //= dependency key: ChimeClient
  static let previewValue = Self(ring: {})
  static let testValue = Self(ring: unimplemented("ring"))
}

public enum BellKey: Dependencies.DependencyKey { //= dependency key: BellKey
  public static let liveValue: any Bell = TowerBell()
}

actor Rope { }
extension Rope: @preconcurrency DependencyKey { static let liveValue = Rope() } //= dependency key: Rope

struct Hammer: //= dependency key: Hammer
  Sendable,
  DependencyKey
{
  static var liveValue: Self { .init() }
}

extension Dependencies.DependencyValues {
  public var bell: any Bell { //= dependency property: bell
    get { self[BellKey.self] }
    set { self[BellKey.self] = newValue }
  }

  @available(iOS 17, *)
  var chime: ChimeClient { //= dependency property: chime
    get { self[ChimeClient.self] }
    set { self[ChimeClient.self] = newValue }
  }

  var rope: Rope { get { self[Rope.self] } set { self[Rope.self] = newValue } } //= dependency property: rope

  private enum WheelKey: DependencyKey { static let liveValue = 3 } //= dependency key: WheelKey

  var wheel: Int { //= dependency property: wheel
    get { self[WheelKey.self] }
    set { self[WheelKey.self] = newValue }
  }

  static var silent: Self { Self() }
}

@DependencyClient //= dependency key: TuningClient
package struct TuningClient: Sendable { package var tune: @Sendable () async -> Void = {} }

@DependencyClient /* closures only */ struct ClapperClient { var hit: () -> Void } //= dependency key: ClapperClient

@MainActor @Observable final class TowerModel { //= @Observable: TowerModel
  @ObservationIgnored
  @Dependency(\.bell) //= @Dependency: bell
  private
  var bell
  @ObservationIgnored @Dependency(\ .rope) var rope //= @Dependency: rope
  @Dependency( //= @Dependency: chime
    \.chime
  ) var chime
  @Dependency(\.self) var everything //= @Dependency: self
  @Dependency(TuningClient.self) private var tuning: TuningClient //= @Dependency: TuningClient
  @Dependency(\.mainQueue) nonisolated private var queue //= @Dependency: mainQueue
  @Dependency(\.calendar.timeZone) static var zone //= @Dependency: calendar.timeZone

  init(parent: Parent) {
    @Dependency(\.defaultDatabase) var database //= @Dependency: defaultDatabase
    @Dependency(\.bell) var bell; @Dependency(\.rope) var rope //= @Dependency: bell; @Dependency: rope
    _chime = Dependency(\.chime) //= @Dependency: chime
    child = withDependencies(from: parent) { ChildModel() } //= dependency override: withDependencies
    child = Dependencies.withDependencies { $0.bell = .quiet } operation: { ChildModel() } //= dependency override: withDependencies
  }

  func ring() async throws {
    return try await withDependencies { (values: inout DependencyValues) in //= dependency override: withDependencies
      values.rope = Rope()
    } operation: { [weak self] in try await self?.pull() }
  }

  func later() {
    Task.detached { [dependencies = withEscapedDependencies { $0 }] in dependencies.yield { } } //= captured dependencies: withEscapedDependencies
    let current = Dependencies.DependencyValues._current //= captured dependencies: DependencyValues._current
    print(current)
  }
}

@main enum Tool {
  static func main() throws {
    try prepareDependencies { try $0.bootstrapDatabase() } //= dependency override: prepareDependencies
    let _ = prepareDependencies { _ in } //= dependency override: prepareDependencies
    prepareDependencies({ $0.context = .live }) //= dependency override: prepareDependencies
  }
}

@Suite(.serialized, .dependency(\.continuousClock, ImmediateClock())) struct RopeTests { //= dependency override: continuousClock
  @Test(.dependencies({ $0.bell = .quiet }), arguments: [1, 2]) func pulls(_ n: Int) {} //= dependency override: .dependencies
  @Test("Rings", .dependency(\.date.now, .distantPast)) //= dependency override: date.now
  func rings() {}
}

@MainActor final class TowerTests: XCTestCase {
  var sut: TestStoreOf<Tower>!

  func testOld() async {
    let old = TestStore(initialState: Tower.State(), reducer: Tower()) { //= store of the Composable Architecture: withDependencies
      $0.bell = .quiet
    }
    let older = TestStore(initialState: Tower.State(), reducer: Tower.init) { $0.rope = Rope() } //= store of the Composable Architecture: withDependencies
    let closure = TestStore(initialState: .init()) { Tower() } withDependencies: { [clock] in $0.continuousClock = clock } //= store of the Composable Architecture: withDependencies
    self.sut.dependencies.bell = .quiet //= store of the Composable Architecture: sut.dependencies
    sut?.dependencies.rope = Rope() //= store of the Composable Architecture: sut.dependencies
    sut.dependencies.uuid = UUIDGenerator.incrementing //= store of the Composable Architecture: sut.dependencies
    XCTAssertEqual(withDependencies { $0.bell = .quiet } operation: { tower.count }, 3) //= dependency override: withDependencies
    print(old, older, closure)
  }
}

@Reducer struct Tower {
  @Dependency(\.bell) var bell //= @Dependency: bell
  var body: some Reducer<State, Action> {
    Scope(state: \.a, action: \.a) { A() }.dependency(\.date.now, Date()) //= store of the Composable Architecture: date.now
    EmptyReducer()
      .ifLet(\.$b, action: \.b) { B().dependency(\.context, .preview) } //= store of the Composable Architecture: context
    Reduce { _, _ in
      .run { [chime] send in
        @Dependency(\.rope) var rope //= @Dependency: rope
        await withDependencies { $0.rope = rope } operation: { await chime.ring() } //= dependency override: withDependencies
      }
    }
    .transformDependency(\.bell, transform: { $0.volume = 0 }) //= store of the Composable Architecture: bell
  }
}

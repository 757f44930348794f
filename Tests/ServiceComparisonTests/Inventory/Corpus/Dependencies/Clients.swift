// swift-format-ignore-file
import Dependencies
import DependenciesMacros
import Foundation

@DependencyClient //= dependency key: BakeryClient
public struct BakeryClient: Sendable {
  public var loaves: @Sendable (_ day: Int) async throws -> [Loaf]
  @DependencyEndpoint(method: "order")
  public var place: @Sendable (Loaf) async throws -> Void
  public var isOpen: @Sendable () -> Bool = { false }
}

extension BakeryClient: DependencyKey { //= dependency key: BakeryClient
  public static let liveValue: BakeryClient = {
    @Dependency(\.urlSession) var session //= @Dependency: urlSession
    @Dependency(\.oven) var oven //= @Dependency: oven
    return BakeryClient { day in try await LiveBakery(session: session, oven: oven).loaves(day) }
  }()
}

extension DependencyValues {
  public var bakery: BakeryClient { //= dependency property: bakery
    get { self[BakeryClient.self] }
    set { self[BakeryClient.self] = newValue }
  }
  var oven: any Oven { //= dependency property: oven
    get { self[OvenKey.self] }
    set { self[OvenKey.self] = newValue }
  }
  @DependencyEntry(liveValue: Flour.live) var flour = Flour.none //= dependency property: flour
  @DependencyEntry //= dependency property: salt
  public var salt: Salt = .init()
}

private enum OvenKey: DependencyKey { //= dependency key: OvenKey
  static var liveValue: any Oven { GasOven() }
}

struct Yeast: TestDependencyKey { //= dependency key: Yeast
  static let testValue = Yeast()
}

extension Yeast: Sendable, @retroactive DependencyKey { static let liveValue = Yeast() } //= dependency key: Yeast

struct GasOven: Oven {
  @Dependency(\.continuousClock) var clock //= @Dependency: continuousClock
  @Dependency(Yeast.self) var yeast //= @Dependency: Yeast
  @Dependencies.Dependency(\.date.now) private var now //= @Dependency: date.now
}

func bake() async throws {
  @Dependency(\DependencyValues.oven) var oven //= @Dependency: oven
  let uuid = Dependency(\.uuid).wrappedValue //= @Dependency: uuid
  let stored = Dependency(BakeryClient.self) //= @Dependency: BakeryClient
  try await withDependencies { //= dependency override: withDependencies
    $0.oven = QuietOven()
    $0.date.now = Date(timeIntervalSince1970: 0)
  } operation: {
    try await oven.heat(uuid, stored)
  }
  let model = withDependencies(from: self) { Model() } //= dependency override: withDependencies
  withDependencies(from: self) { //= dependency override: withDependencies
    $0.bakery.loaves = { _ in [] }
  } operation: { print(model) }
  withDependencies({ values in values.flour = .rye }, operation: { work() }) //= dependency override: withDependencies
  withEscapedDependencies { continuation in //= captured dependencies: withEscapedDependencies
    queue.async { continuation.yield { work() } }
  }
  let saved = DependencyValues._current //= captured dependencies: DependencyValues._current
  let direct = DependencyValues._current[Yeast.self] //= captured dependencies: DependencyValues._current
  let other = DependencyValues._current.oven //= captured dependencies: DependencyValues._current
  DependencyValues.withValue(\.oven, QuietOven()) { work(saved, direct, other) } //= dependency override: withValue
  DependencyValues.withValues { $0.oven = QuietOven() } operation: { work() } //= dependency override: withValues
}

@main struct BakeryApp {
  init() {
    prepareDependencies { $0.bakery = .live } //= dependency override: prepareDependencies
  }
}

// swift-format-ignore-file
import WeaveDI

final class TourModel {
  @Injected(\.museum) private var museum //= WeaveDI read: museum
  @Injected(TourService.self) private var tours //= WeaveDI read: TourService
  @Inject var guide: (any Guide)? //= WeaveDI read: Guide
  @Inject(\.shop) var shop: Shop? //= WeaveDI read: shop
  @SafeInject var archive: Archive? //= WeaveDI read: Archive
  @RequiredInject var gate: Gate //= WeaveDI read: Gate
  @Factory var ticket: Ticket //= WeaveDI read: Ticket
  @Factory(\.map) var map: Map //= WeaveDI read: map

  func open() async throws {
    let guide = UnifiedDI.resolve(Guide.self) //= WeaveDI read: Guide
    let museum: Museum? = UnifiedDI.resolve() //= WeaveDI read: Museum
    let gate = UnifiedDI.requireResolve(Gate.self) //= WeaveDI read: Gate
    let shop = UnifiedDI.resolve(Shop.self, default: NoShop()) //= WeaveDI read: Shop
    let safe = try await UnifiedDI.resolveSafely(Archive.self) //= WeaveDI read: Archive
    let thrown = try UnifiedDI.resolveThrows(Archive.self) //= WeaveDI read: Archive
    let config: Config? = await UnifiedDI.resolveAsync(Config.self) //= WeaveDI read: Config
    let any = await UnifiedRegistry.shared.resolveAnyAsync(Config.self) //= WeaveDI read: Config
    let box = await UnifiedRegistry.shared.resolveAnyAsyncBox(Config.self) //= WeaveDI read: Config
    let path = await UnifiedDI.resolveAsync(keyPath: \.museum) //= WeaveDI read: museum
    let other = await UnifiedDI.resolve(\.museum) //= WeaveDI read: museum
    let tracked = UnifiedDI.resolveWithTracking(Map.self) //= WeaveDI read: Map
    let lamp = WeaveDI.Container.shared.resolve(Lamp.self) //= WeaveDI read: Lamp
    let simple = DI.resolve(Lamp.self) //= WeaveDI read: Lamp
    let current = InjectedValues.current.museum //= WeaveDI read: museum
    let keyed = InjectedValues.current[GuideKey.self] //= WeaveDI read: GuideKey
    print(guide, museum, gate, shop, safe, thrown, config, any, box, path, other, tracked, lamp)
    print(simple, current, keyed)
  }

  func logOut() async {
    UnifiedDI.release(Museum.self) //= WeaveDI override: release
    UnifiedDI.releaseScope(.session, id: "7") //= WeaveDI override: releaseScope
    UnifiedDI.releaseScoped(Visit.self, kind: .session, id: "7") //= WeaveDI override: releaseScoped
    container.release(Visit.self) //= WeaveDI override: release
    await DIAsync.releaseAll() //= WeaveDI override: releaseAll
    UnifiedDI.releaseAll() //= WeaveDI override: releaseAll
    ScopeContext.shared.setCurrent(.session, id: "7") //= WeaveDI override: ScopeContext
    DIContainer.resetForTesting() //= WeaveDI override: resetForTesting
  }
}

extension DependencyContainer {
  var lamp: Lamp? { resolve(Lamp.self) } //= WeaveDI read: Lamp
  func prepare() {
    if !UnifiedDI.isRegistered(Lamp.self) { register(Lamp.self) { Lamp() } } //= WeaveDI read: Lamp; WeaveDI registration: Lamp
  }
}

func preview() async {
  withInjectedValues { //= WeaveDI override: withInjectedValues
    $0.museum = EmptyMuseum()
    $0.guide = SilentGuide()
  } operation: {
    TourModel()
  }
  await withInjectedValues({ $0.museum = EmptyMuseum() }, operation: { await tour() }) //= WeaveDI override: withInjectedValues
}

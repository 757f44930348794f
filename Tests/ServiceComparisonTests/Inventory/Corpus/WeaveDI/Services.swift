// swift-format-ignore-file
import WeaveDI

struct MuseumKey: InjectedKey { //= WeaveDI registration: MuseumKey
  static var liveValue: any Museum { CityMuseum() }
  static var testValue: any Museum { EmptyMuseum() }
}

struct GuideKey: InjectedKey { //= WeaveDI registration: GuideKey
  static var currentValue: any Guide = AudioGuide()
}

extension TourService: InjectedKey { //= WeaveDI registration: TourService
  static var liveValue: TourService { TourService() }
}

extension InjectedValues {
  var museum: any Museum { //= WeaveDI registration: museum
    get { self[MuseumKey.self] }
    set { self[MuseumKey.self] = newValue }
  }
  var guide: any Guide { //= WeaveDI registration: guide
    get { self[GuideKey.self] }
    set { self[GuideKey.self] = newValue }
  }
}

@main struct MuseumApp {
  init() {
    WeaveDI.Container.bootstrapInTask { @DIContainerActor _ in //= WeaveDI registration: bootstrapInTask
      await AppDIManager.shared.registerDefaultDependencies() //= WeaveDI registration: AppDIManager
    }
  }
}

func setUp() async {
  await DIContainer.bootstrap { container in //= WeaveDI registration: bootstrap
    container.register(Museum.self) { CityMuseum(guide: container.resolve(Guide.self)!) } //= WeaveDI registration: Museum; WeaveDI read: Guide
    container.register((any Guide).self) { AudioGuide() } //= WeaveDI registration: Guide
  }
  _ = await DIContainer.bootstrapAsync { di in //= WeaveDI registration: bootstrapAsync
    let flags = try await Flags.load()
    di.register(Flags.self) { flags } //= WeaveDI registration: Flags
  }
  let museum = UnifiedDI.register(Museum.self) { CityMuseum() } //= WeaveDI registration: Museum
  let guide = UnifiedDI.register(\.guide) { AudioGuide() } //= WeaveDI registration: guide
  UnifiedDI.Conditional.registerIf(Shop.self, condition: isOpen, factory: { Shop() }, fallback: { NoShop() }) //= WeaveDI registration: Shop
  UnifiedDI.registerIf( //= WeaveDI registration: Café
    Café.self, condition: true,
    factory: { Café() }, fallback: { Café() })
  UnifiedDI.registerScoped(Visit.self, scope: .session) { Visit() } //= WeaveDI registration: Visit
  UnifiedDI.registerAsyncScoped(Map.self, scope: .screen) { await Map.make() } //= WeaveDI registration: Map
  await UnifiedDI.registerAsync(Archive.self) { await Archive.open() } //= WeaveDI registration: Archive
  await GlobalUnifiedRegistry.registerAsyncSingleton(Config.self) { await Config.fetch() } //= WeaveDI registration: Config
  UnifiedDI.registerMany {
    Registration(Ticket.self) { Ticket() } //= WeaveDI registration: Ticket
    Registration(Gate.self, condition: isOpen) { OpenGate() } fallback: { ClosedGate() } //= WeaveDI registration: Gate
  }
  WeaveDI.register { StoneArchive() as Archive } //= WeaveDI registration: Archive
  WeaveDI.builder
    .register { PaperMap() } //= WeaveDI registration: PaperMap
    .register { Bell() as any Alarm } //= WeaveDI registration: Alarm
    .configure()
  WeaveDI.Container.live.register(Lamp.self) { Lamp() } //= WeaveDI registration: Lamp
  print(museum, guide)
}

@Component //= WeaveDI registration: HallComponent
public struct HallComponent {
  @Provide var lamp: Lamp = Lamp() //= WeaveDI registration: lamp
  @Provide(scope: .singleton) var bench = Bench() //= WeaveDI registration: bench
}

@AutoRegister(lifetime: .singleton) //= WeaveDI registration: Cloakroom
final class Cloakroom: CloakroomProtocol {}

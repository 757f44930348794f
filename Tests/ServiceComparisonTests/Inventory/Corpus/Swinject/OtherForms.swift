// swift-format-ignore-file
import Swinject
import SwinjectAutoregistration
import SwinjectStoryboard

// The forms of other projects: other places, other layouts, containers that are held somewhere.

struct HarbourAssembly: Assembly { //= Swinject container: HarbourAssembly
  func assemble(container c: Container) {
    c.register(Harbour.self, name: "old") { _ in OldHarbour() } //= Swinject registration: Harbour
    c.register(Ship.self) { _, name in Ship(name: name) } //= Swinject registration: Ship
    c.register(Ship.self) { (_: Resolver, name: String, sails: Int) in Ship(name, sails) } //= Swinject registration: Ship
    c.register(Crane.self) { $0.resolve(Harbour.self, name: "old")!.crane } //= Swinject registration: Crane; Swinject resolution: Harbour
    c.register(Pilot.self, factory: Self.makePilot) //= Swinject registration: Pilot
    c.register(Sea.Chart.self) { resolver in //= Swinject registration: Sea.Chart
      Sea.Chart(pilot: resolver.resolve(Pilot.self)!, //= Swinject resolution: Pilot
                ship: resolver.resolve(Ship.self, arguments: "Anna", 2)) //= Swinject resolution: Ship
    }.inObjectScope(.weak)
    c
      .register( //= Swinject registration: Buoy
        Buoy.self
      ) { _ in Buoy() }
    c.register(((Int) -> String).self) { _ in { "\($0)" } } //= Swinject registration: (Int) -> String
    c.register(Observer<Int>.self) { r in Observer(r.resolve(Lazy<Ship>.self)!, r.resolve(Provider<Crane>.self)!) } //= Swinject registration: Observer<Int>; Swinject resolution: Lazy<Ship>; Swinject resolution: Provider<Crane>
    c.autoregister(Anchor.self, name: "big", initializer: Anchor.init) //= Swinject registration: Anchor
    c.autoregister(Rope.self, arguments: Int.self, Double.self, initializer: Rope.init) //= Swinject registration: Rope
    c.register(Sailor.self) { r in //= Swinject registration: Sailor
      let rope: Rope = r ~> (Rope.self, arguments: (1, 2.0)) //= Swinject resolution: Rope
      return Sailor(rope: rope)
    }
    .initCompleted { (r, sailor) in sailor.ship = r ~> Ship.self } //= Swinject resolution: Ship
  }
}

extension SwinjectStoryboard {
  @objc class func setup() {
    defaultContainer.storyboardInitCompleted(ChartController.self) { r, c in //= Swinject registration: ChartController
      c.chart = r.resolve(Sea.Chart.self) //= Swinject resolution: Sea.Chart
    }
    defaultContainer.register(Tide.self) { _ in Tide() } //= Swinject registration: Tide
    SwinjectStoryboard.defaultContainer.register(Wave.self) { _ in Wave() } //= Swinject registration: Wave
  }
}

final class AppDelegate {
  let container: Container = {
    let container = Container() //= Swinject container: Container
    container.register(Mole.self) { _ in Mole() } //= Swinject registration: Mole
    return container
  }()
  private(set) lazy var assembler = Assembler([HarbourAssembly()], container: container) //= Swinject container: Assembler
  static let shared = Container(behaviors: [Tracing()]) //= Swinject container: Container

  func start(resolver r: any Resolver) {
    assembler.apply(assemblies: [HarbourAssembly()]) //= Swinject container: apply
    assembler.apply(assembly: HarbourAssembly()) //= Swinject container: apply
    let a = assembler.resolver.resolve(Harbour.self)! //= Swinject resolution: Harbour
    let b = Self.shared.resolve(Ship.self, argument: "Berta") //= Swinject resolution: Ship
    let c = self.container.resolve(Crane.self)?.lift() //= Swinject resolution: Crane
    let d = try XCTUnwrap(r.resolve(Pilot.self)) //= Swinject resolution: Pilot
    let e = container.synchronize().resolve(Buoy.self) //= Swinject container: synchronize; Swinject resolution: Buoy
    let f: [Ship] = ["a", "b"].compactMap { container.resolve(Ship.self, argument: $0) } //= Swinject resolution: Ship
    let g = (UIApplication.shared.delegate as! AppDelegate).container.resolve(Mole.self)! //= Swinject resolution: Mole
    let h = container.resolve(Tide.self) ?? Tide() //= Swinject resolution: Tide
    container.resetObjectScope(.container) //= Swinject container: resetObjectScope
    container.removeAll() //= Swinject container: removeAll
    print(a, b, c, d, e, f, g, h)
  }
}

final class Tracing: Behavior { //= Swinject container: Tracing
  func container<T, S>(_ container: Container, didRegisterType type: T.Type, toService: ServiceEntry<S>, withName: String?) {}
}

final class HarbourTests: XCTestCase {
  var container: Container!

  override func setUp() {
    container = Container(parent: AppDelegate.shared) //= Swinject container: Container
    container?.register(Harbour.self) { _ in MockHarbour() } //= Swinject registration: Harbour
    container!.register(Ship.self) { _ in MockShip() } //= Swinject registration: Ship
    sut = container.resolve(Crane.self) //= Swinject resolution: Crane
  }
}

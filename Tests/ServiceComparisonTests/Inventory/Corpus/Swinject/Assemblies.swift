// swift-format-ignore-file
import Swinject
import SwinjectAutoregistration
import UIKit

final class RailAssembly: Assembly { //= Swinject container: RailAssembly
  func assemble(container: Container) {
    container.register(Timetable.self) { _ in PaperTimetable() } //= Swinject registration: Timetable
    container.register((any Station).self) { r in //= Swinject registration: Station
      Station(timetable: r.resolve(Timetable.self)!) //= Swinject resolution: Timetable
    }
    container
      .register(Platform?.self, name: "north") { _ in nil } //= Swinject registration: Platform
      .inObjectScope(.container)
      .initCompleted { r, platform in
        platform?.station = r.resolve((any Station).self) //= Swinject resolution: Station
      }
    container.register([Ticket].self) { (r, count: Int) in //= Swinject registration: [Ticket]
      [Ticket](repeating: r.resolve(Ticket.self)!, count: count) //= Swinject resolution: Ticket
    }
    container.register(Repository<Train>.self, factory: { r in TrainRepository(r.resolve(Timetable.self)!) }) //= Swinject registration: Repository<Train>; Swinject resolution: Timetable
    container.register((Boarding & Alighting).self) { _ in Door() } //= Swinject registration: Boarding & Alighting
    container.register([String: Route].self) { _ in [:] } //= Swinject registration: [String: Route]
    container.autoregister(Conductor.self, initializer: UniformedConductor.init) //= Swinject registration: Conductor
    container.autoregister(Ticket.self, argument: Int.self, initializer: Ticket.init(price:)) //= Swinject registration: Ticket
    let signal = container.register(Signal.self) { r in //= Swinject registration: Signal
      RedSignal(station: r ~> (any Station).self, train: r ~> (Train.self, name: "express")) //= Swinject resolution: Station; Swinject resolution: Train
    }
    container.forward(Warning.self, to: signal) //= Swinject registration: Warning
    container.register(Dog.self) { _ in Dog() } //= Swinject registration: Dog
      .implements(Animal.self, Guard.self) //= Swinject registration: Animal
    container.register(Kiosk.self) { r in Kiosk(owner: r~>, tickets: r ~> (Ticket.self, argument: 3)) } //= Swinject registration: Kiosk; Swinject resolution: owner; Swinject resolution: Ticket
    container.storyboardInitCompleted(StationController.self) { r, controller in //= Swinject registration: StationController
      controller.station = r.resolve(Station?.self) ?? nil //= Swinject resolution: Station
    }
  }

  func loaded(resolver: Resolver) {
    resolver.resolve(Signal.self, name: "main")?.arm() //= Swinject resolution: Signal
  }
}

extension ObjectScope {
  static let journey = ObjectScope(storageFactory: PermanentStorage.init, description: "journey") //= Swinject container: ObjectScope
}

let parent = Container() //= Swinject container: Container
let child = Container(parent: parent, defaultObjectScope: .transient) { container in //= Swinject container: Container
  container.register(Lamp.self) { _ in Lamp() } //= Swinject registration: Lamp
}
let brief = Container { $0.register(Lamp.self) { _ in Lamp() } } //= Swinject container: Container; Swinject registration: Lamp
let safe: Resolver = parent.synchronize() //= Swinject container: synchronize
let assembler = Assembler([RailAssembly(), StationAssembly()]) //= Swinject container: Assembler
let nested = Assembler([RailAssembly()], parent: assembler) //= Swinject container: Assembler

enum Services {
  static func get<T>(_ type: T.Type) -> T { assembler.resolver.resolve(type)! }
  static func find<Service>(named name: String? = nil) -> Service {
    assembler.resolver.resolve(Service.self, name: name)! //= Swinject resolution: Service
  }
}

@propertyWrapper struct Wired<Value> {
  let wrappedValue: Value
  init() { wrappedValue = assembler.resolver.resolve(Value.self)! } //= Swinject resolution: Value
}

func prepare(_ assembler: Assembler) {
  assembler.apply(assembly: StationAssembly()) //= Swinject container: apply
  assembler.apply(assemblies: [StationAssembly()]) //= Swinject container: apply
  parent.resetObjectScope(.journey) //= Swinject container: resetObjectScope
  let lazy = assembler.resolver.resolve(Lazy<Station>.self) //= Swinject resolution: Lazy<Station>
  let provider = assembler.resolver.resolve(Provider<Train>.self)! //= Swinject resolution: Provider<Train>
  let many = assembler.resolver.resolve([Ticket].self, argument: 3) //= Swinject resolution: [Ticket]
  let some = assembler.resolver
    .resolve( //= Swinject resolution: Signal
      Signal.self,
      arguments: 1, "a")
  print(lazy, provider, many, some)
}

extension Resolver {
  func resolve<Service>() -> Service { resolve(Service.self)! } //= Swinject resolution: Service
}

extension Container {
  var whistle: Whistle { resolve(Whistle.self)! } //= Swinject resolution: Whistle

  func bind<Service>(_ type: Service.Type, _ make: @escaping () -> Service) {
    register(type) { _ in make() }
  }
}

// swift-format-ignore-file
// A file of the app, which reads through what it has put around the container.
import UIKit

final class StationController: UIViewController {
  let station = Services.get(Station.self) //= Swinject resolution: Station
  let train: Train = Services.find() //= Swinject resolution: Train
  let named: Train = Services.find(named: "express") //= Swinject resolution: Train
  lazy var signal = Services.find() as Signal //= Swinject resolution: Signal
  @Wired var timetable: Timetable //= Swinject resolution: Timetable
  @Wired private var conductor: any Conductor //= Swinject resolution: Conductor

  func open(_ resolver: any ReadsServices) {
    let ticket = resolver.resolve(Ticket.self) //= Swinject resolution: Ticket
    let lamp: Lamp = assembler.resolver.resolve() //= Swinject resolution: Lamp
    container.bind(Whistle.self) { Whistle() } //= Swinject registration: Whistle
    show(ticket, Services.get(Kiosk.self)) //= Swinject resolution: Kiosk
  }
}

// swift-format-ignore-file
// Locks, promises and registries of one's own.
import Foundation
import WeaveDI

/// UnifiedDI.register(Museum.self) { CityMuseum() }
final class Attendant {
  let lock = DispatchSemaphore(value: 1)
  func work() {
    lock.release()
    pool.releaseAll()
    promise.resolve(with: 1)
    deferred.resolve()
    notifications.register(observer: self)
    table.register(Cell.self, forCellReuseIdentifier: "cell")
    let text = "UnifiedDI.resolve(Museum.self)"
    loader.bootstrap()
    print(text, current.museum, resolver)
  }
}

struct Values { var museum = 1 }
extension Values { var guide: Int { museum } }

func load() {
  URLProtocol.registerClass(MockProtocol.self)
  UIApplication.shared.registerForRemoteNotifications()
  UserDefaults.standard.register(defaults: [:])
}

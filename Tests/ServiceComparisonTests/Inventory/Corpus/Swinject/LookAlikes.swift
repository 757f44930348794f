// swift-format-ignore-file
// UIKit's cells, promises and defaults.
import Swinject
import UIKit

/// container.register(Station.self) { _ in … }
final class TimetableController: UITableViewController {
  override func viewDidLoad() {
    tableView.register(StopCell.self, forCellReuseIdentifier: "stop")
    collectionView.register(StopCell.self, forCellWithReuseIdentifier: "stop")
    tableView.register(
      StopHeader.self,
      forHeaderFooterViewReuseIdentifier: "header")
    collectionView.register(
      StopHeader.self, forSupplementaryViewOfKind: "kind", withReuseIdentifier: "header")
    UserDefaults.standard.register(defaults: ["stop": 1])
    URLProtocol.registerClass(StubProtocol.self)
    promise.resolve(12)
    promise.resolve()
    let text = "container.resolve(Station.self)"
    list.apply(changes)
    print(text, decoder.decode(Stop.self, from: data), cast(Stop.self))
  }
  func cast<T>(_ type: T.Type) -> T? { nil }
  func container(_ box: Container) -> Container { box }
  var boxes: [Container] = []
}

func save() {
  UserDefaults.standard.synchronize()
  cache.removeAll()
  items.removeAll()
  URLProtocol.registerClass(Mock.self)
}

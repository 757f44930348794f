// What the guide's recipes have in common.

protocol Catalog: Sendable {
  func title(of id: Int) -> String
}

struct LiveCatalog: Catalog {
  func title(of id: Int) -> String { "Landmark \(id)" }
}

struct MockCatalog: Catalog {
  var title: String
  func title(of id: Int) -> String { title }
}

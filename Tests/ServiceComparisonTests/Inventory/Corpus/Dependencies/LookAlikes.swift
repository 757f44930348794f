// swift-format-ignore-file
// Packages, graphs and declarations: none of it sets or reads a dependency.
import Foundation
import Graphs

/// withDependencies { $0.oven = x } operation: { }
struct Node {
  var dependencies: [Node] = []
  let dependency: Node?
  func adding(_ node: Node) -> Node { .init(dependencies: dependencies + [node]) }
  func visit(in graph: Graph) {
    graph.dependencies.forEach { print($0) }
    target.dependencies.append("A")
    package.dependencies += [.package(url: "https://example.org/a", from: "1.0.0")]
    let first = graph.dependency(named: "A")
    let text = "@Dependency(\\.oven) .dependency(\\.oven, x)"
    print(first, text, dependency?.dependencies ?? [])
  }
}

func makeGraph(withDependencies names: [String]) -> Graph { Graph(names) }
func prepare(withDependencies: @escaping (inout Values) -> Void) {}
extension Graph { init(withDependencies prepare: (inout Values) -> Void = { _ in }) {} }

internal import Foundation
package import Injection

/// The example's services as the process, a scope with an override and a session have them.
///
/// Each box has what was built for it, and why it was.
package struct ServiceGraph: Sendable {
  /// A service in a box.
  package struct Node: Sendable, Hashable {
    package let id: String
    package let key: String
    package let kind: InjectedSourceKind
    package let lifetime: InjectedLifetime
    package let reason: String
  }

  /// A scope, with what it keeps.
  package struct Box: Sendable, Hashable {
    package let id: String
    /// What kind of scope it is, and where it was made.
    package let title: String
    package let nodes: [Node]
  }

  /// The scopes, the process first.
  package let boxes: [Box]
  package let edges: [InjectedGraph.Edge]

  /// Uses the services in the process, in a scope that overrides the network client, and in a session
  /// that keeps what is written elsewhere, and notes what each of the three has built.
  package static func record() -> ServiceGraph {
    var titles: [String: String] = [:]
    let graph = InjectedValues.recordGraph {
      use()
      titles[place(#line + 1)] = "a scope with an override"
      withInjectedValues {
        $0.networkClient = .bundled
      } operation: {
        use()
      }
      titles[place(#line + 1)] = "a session"
      let session = InjectedSession {
        $0.serviceLocations = ServiceLocations(storage: FileManager.default.temporaryDirectory)
      }
      session.run {
        use()
        _ = injected { $0[VisitKey.self] }
      }
    }
    return ServiceGraph(graph, titles: titles)
  }

  private static func place(_ line: Int) -> String { "\(#fileID):\(line)" }

  private static func use() {
    _ = (injected(\.landmarkService), injected(\.userService), injected(\.orderService))
    _ = (injected(\.authService), injected(\.analytics))
  }

  private init(_ graph: InjectedGraph, titles: [String: String]) {
    boxes = graph.scopes.map { scope in
      let place = scope.place.map { "\(titles[$0] ?? "a scope"), at \($0)" }
      return Box(
        id: scope.id, title: place ?? "the process",
        nodes: graph.nodes.filter { $0.owner == scope }.map { node in
          Node(
            id: node.id, key: node.key, kind: node.kind, lifetime: node.lifetime,
            reason: Self.reason(for: node, in: graph))
        })
    }
    edges = graph.edges
  }

  /// Why a scope keeps a value: what it has read there has the last word.
  private static func reason(for node: InjectedGraph.Node, in graph: InjectedGraph) -> String {
    guard node.kind == .default else { return "given here" }
    if node.lifetime == .session { return "built once for the session, and gone with it" }
    guard node.owner.place != nil else { return "built once, for all who read it" }
    let reads = graph.edges.filter { $0.from == node.id }
      .compactMap { edge in graph.nodes.first { $0.id == edge.to } }
      .filter { $0.owner == node.owner }
    let given = reads.filter { $0.kind != .default }.map(\.key)
    let built = reads.filter { $0.kind == .default }.map(\.key)
    if !given.isEmpty { return "built anew: reads \(given.joined(separator: ", ")), given here" }
    if !built.isEmpty {
      return "built anew: reads \(built.joined(separator: ", ")), built anew here"
    }
    return "built here"
  }
}

/// What a user does between coming and going: a session keeps it.
private struct Visit: Sendable {
  let orders: any OrderService
  let analytics: AnalyticsService
}

private enum VisitKey: InjectedKey {
  static var lifetime: InjectedLifetime { .session }
  static var liveValue: Visit {
    Visit(orders: injected(\.orderService), analytics: injected(\.analytics))
  }
  static var testValue: Visit { liveValue }
}

extension ServiceGraph {
  /// The graph as a Mermaid flowchart, with a box for each scope.
  package var mermaid: String {
    var lines = ["flowchart LR"]
    for box in boxes {
      lines.append("  subgraph \(box.id)[\"\(box.title)\"]")
      lines += box.nodes.map { "    \($0.id)[\"\($0.key)<br/>\($0.reason)\"]" }
      lines.append("  end")
    }
    lines += edges.map { "  \($0.from) --> \($0.to)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph in the DOT language of Graphviz, with a cluster for each scope.
  package var dot: String {
    var lines = ["digraph services {", "  rankdir=LR;", "  node [shape=box];"]
    for box in boxes {
      lines.append("  subgraph cluster_\(box.id) {")
      lines.append("    label=\"\(box.title)\";")
      lines += box.nodes.map { "    \($0.id) [label=\"\($0.key)\\n\($0.reason)\"];" }
      lines.append("  }")
    }
    lines += edges.map { "  \($0.from) -> \($0.to);" } + ["}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph as a JSON object of `scopes`, `nodes` and `edges`.
  package var json: String {
    struct Document: Encodable {
      struct Scope: Encodable {
        let id: String
        let title: String
      }
      struct Node: Encodable {
        let id: String
        let key: String
        let kind: String
        let lifetime: String
        let owner: String
        let reason: String
      }
      let scopes: [Scope]
      let nodes: [Node]
      let edges: [[String: String]]
    }
    let document = Document(
      scopes: boxes.map { Document.Scope(id: $0.id, title: $0.title) },
      nodes: boxes.flatMap { box in
        box.nodes.map {
          Document.Node(
            id: $0.id, key: $0.key, kind: $0.kind.rawValue, lifetime: "\($0.lifetime)",
            owner: box.id, reason: $0.reason)
        }
      },
      edges: edges.map { ["from": $0.from, "to": $0.to] })
    return document.inJSON
  }
}

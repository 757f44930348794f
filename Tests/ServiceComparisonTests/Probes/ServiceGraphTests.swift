import Injection
import InjectionTesting
import ServiceComparison
import Testing

@Suite("The graph of the example's services", .injected { $0.context = .live })
struct ServiceGraphTests {
  private let graph = ServiceGraph.record()

  private func reasons(in title: String) throws -> [String: String] {
    let box = try #require(graph.boxes.first { $0.title.hasPrefix(title) })
    return Dictionary(uniqueKeysWithValues: box.nodes.map { ($0.key, $0.reason) })
  }

  @Test("A scope with an override has what reads it, built anew, and nothing else")
  func override() throws {
    let anew = "built anew: reads NetworkClientKey, given here"
    #expect(
      try reasons(in: "a scope with an override, at ServiceComparison/ServiceGraph.swift:") == [
        "NetworkClientKey": "given here", "LandmarkServiceKey": anew, "OrderServiceKey": anew,
        "UserServiceKey": anew,
      ])
  }

  @Test("A session has what reads where it keeps things, and what lives as long as it does")
  func session() throws {
    let reasons = try reasons(in: "a session, at ServiceComparison/ServiceGraph.swift:")
    #expect(reasons["ServiceLocationsKey"] == "given here")
    #expect(reasons["AuthServiceKey"] == "built anew: reads ServiceLocationsKey, given here")
    #expect(reasons["VisitKey"] == "built once for the session, and gone with it")
    #expect(reasons["NetworkClientKey"] == nil)
  }

  @Test("Each edge joins two nodes that are in a box")
  func edges() {
    let nodes = Set(graph.boxes.flatMap(\.nodes).map(\.id))
    #expect(graph.edges.count > 15)
    #expect(graph.edges.allSatisfy { nodes.contains($0.from) && nodes.contains($0.to) })
  }
}

import Foundation
import Injection
import TestSupport
import Testing

@Suite("7. Provenance: recordGraph shows what is resolved, what it reads and who owns it")
struct RecordGraphTests {
  private func keys(_ graph: InjectedGraph) -> [String] { graph.nodes.map(\.key) }

  private func edges(_ graph: InjectedGraph) -> [String] {
    let names = Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.id, $0.key) })
    return graph.edges.map { "\(names[$0.from] ?? "") → \(names[$0.to] ?? "")" }
  }

  @Test("A chain is shown with its edges, the override that it reads and the scopes")
  func chain() {
    let line: UInt = #line + 2
    let graph = InjectedValues.recordGraph {
      withInjectedValues {
        $0.probe = Probe()
      } operation: {
        injected(\.top)
      }
    }
    #expect(keys(graph) == ["MiddleKey", "ProbeKey", "TopKey"])
    #expect(edges(graph) == ["MiddleKey → ProbeKey", "TopKey → MiddleKey"])
    #expect(graph.nodes.map(\.kind) == [.default, .override, .default])
    #expect(graph.scopes.map(\.place) == ["InjectionTests/RecordGraphTests.swift:\(line)"])
  }

  @Test("What was built before the recording is shown with what it had read")
  func builtBefore() {
    withInjectedValues {
      $0.probe = Probe()
    } operation: {
      _ = injected(\.diamond)
      let graph = InjectedValues.recordGraph { injected(\.diamond) }
      #expect(keys(graph) == ["DiamondKey", "MiddleKey", "ProbeKey", "TopKey"])
      #expect(
        edges(graph) == [
          "DiamondKey → MiddleKey", "DiamondKey → TopKey", "MiddleKey → ProbeKey",
          "TopKey → MiddleKey",
        ])
    }
  }

  @Test("An override that the reader's own scope assigns is seen, at each read")
  func immediateOverride() {
    let graph = InjectedValues.recordGraph {
      withInjectedValues {
        $0.text = "a"
        $0.number = 1
      } operation: {
        (injected(\.number), injected(\.text), injected(\.number))
      }
    }
    #expect(keys(graph) == ["NumberKey", "TextKey"])
    #expect(graph.scopes.count == 1)
  }

  @Test("Each contribution is shown with what it was built from")
  func contributions() {
    withInjectedValues {
      $0.contribute(GraphListKey.self) { injected(\.text) }
    } operation: {
      withInjectedValues {
        $0.contribute(GraphListKey.self) { "\(injected(\.number))" }
      } operation: {
        let graph = InjectedValues.recordGraph { injected { $0[GraphListKey.self] } }
        #expect(
          Set(edges(graph)).isSuperset(of: ["GraphListKey → NumberKey", "GraphListKey → TextKey"]))
      }
    }
  }

  @Test("A scope is one, whoever reads in it")
  func merged() {
    let reader = withInjectedValues {
      $0.number = 5
    } operation: {
      GraphReader()
    }
    withInjectedValues {
      $0.decorate(TextKey.self) { $0 + "!" }
      $0.decorate(TextKey.self) { $0 + "\(injected(\.number))" }
    } operation: {
      let graph = withInjectedValues(from: reader) {
        InjectedValues.recordGraph { injected(\.text) }
      }
      #expect(Set(graph.scopes.map(\.place)).count == graph.scopes.count)
      #expect(graph.nodes.filter { $0.kind == .decoration }.count == 1)
    }
  }

  @Test("Values of the process that an update enters are recorded")
  func processEntered() async {
    let saved = await onThread { InjectedValues.current }
    let graph = InjectedValues.recordGraph {
      withInjectedValues {
        $0 = saved
      } operation: {
        injected(\.number)
      }
    }
    #expect(keys(graph) == ["NumberKey"])
  }

  @Test("Child tasks and scopes entered again are recorded, detached tasks are not")
  func tasks() async {
    let outside = withInjectedValues {
      $0.text = "outside"
    } operation: {
      InjectedValues.current
    }
    let graph = await InjectedValues.recordGraph {
      async let number = injected(\.number)
      _ = await number
      outside.run { _ = injected(\.text) }
      _ = await Task.detached { injected { $0[LostKey.self] } }.value
    }
    #expect(keys(graph) == ["NumberKey", "TextKey"])
    #expect(graph.nodes.map(\.kind) == [.default, .override])
  }

  @Test("What is read outside tests, where reads take no lock, is recorded as well")
  func inTheProcess() async {
    let graph = await Task.detached {
      InjectedValues.recordGraph {
        withInjectedValues {
          $0.text = "assigned"
        } operation: {
          _ = injected(\.text)
        }
      }
    }.value
    #expect(keys(graph) == ["TextKey"])
    #expect(graph.nodes.map(\.kind) == [.override])
  }

  @Test("What a session runs is recorded, and kept in the session as ever")
  func session() async {
    let session = InjectedSession { $0.account = "Ada" }
    let first = session.run { injected(\.accountStore) }
    let graph = await InjectedValues.recordGraph {
      #expect(session.run { injected(\.accountStore) } === first)
      await session.run { _ = await Task { injected(\.inbox) }.value }
    }
    #expect(keys(graph) == ["AccountKey", "AccountStoreKey", "InboxKey", "JournalKey"])
    #expect(Set(graph.nodes.filter { $0.key != "JournalKey" }.map(\.owner)).count == 1)
    #expect(session.run { injected(\.inbox).accountStore } === first)
    await session.end()
  }

  @Test("A recording changes nothing about what is shared")
  func sharing() {
    withInjectedValues {
      $0.probe = Probe()
    } operation: {
      var inside: Middle?
      _ = InjectedValues.recordGraph { inside = injected(\.middle) }
      #expect(inside === injected(\.middle))
    }
  }

  @Test("A recording inside another is seen by both, and an error passes through")
  func nested() {
    struct Failure: Error {}
    var inner: InjectedGraph?
    let outer = InjectedValues.recordGraph {
      inner = InjectedValues.recordGraph { injected(\.number) }
      _ = injected(\.text)
      #expect(throws: Failure.self) {
        try InjectedValues.recordGraph { throw Failure() }
      }
    }
    #expect(inner.map(keys) == ["NumberKey"])
    #expect(keys(outer) == ["NumberKey", "TextKey"])
  }

  @Test("The three texts agree, and the JSON is valid")
  func texts() throws {
    let graph = InjectedValues.recordGraph {
      withInjectedValues {
        $0.number = 3
      } operation: {
        injected(\.eager)
      }
    }
    let place = try #require(graph.scopes.first?.place)
    #expect(
      graph.mermaid == """
        flowchart TD
          subgraph s1["\(place)"]
            n0["EagerKey<br/>default, cached"]
            n1["NumberKey<br/>override, cached"]
          end
          n0 --> n1

        """)
    #expect(
      graph.dot == """
        digraph injection {
          node [shape=box];
          subgraph cluster_s1 {
            label="\(place)";
            n0 [label="EagerKey\\ndefault, cached"];
            n1 [label="NumberKey\\noverride, cached"];
          }
          n0 -> n1;
        }

        """)
    let json = try JSONSerialization.jsonObject(with: Data(graph.json.utf8)) as? [String: [Any]]
    #expect(json?["nodes"]?.count == 2)
    #expect(json?["edges"]?.count == 1)
    #expect(json?["scopes"]?.count == 1)
  }

  @Test("Names are escaped in each text")
  func escaping() throws {
    let graph = InjectedValues.recordGraph {
      injected { $0[NamedKey<[String: Int]>.self] }
    }
    #expect(graph.nodes.count == 1)
    #expect(!graph.mermaid.contains("NamedKey<"))
    #expect(graph.mermaid.contains("NamedKey#60;"))
    #expect(graph.dot.contains("NamedKey<"))
    _ = try JSONSerialization.jsonObject(with: Data(graph.json.utf8))
  }
}

private enum NamedKey<T>: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

/// No scope overrides it, nor anything that it is built from, whatever tests run meanwhile.
private enum LostKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum GraphListKey: InjectedCollectionKey {
  typealias Element = String
}

private struct GraphReader {
  @Injected(\.number) var number
}

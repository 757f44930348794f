extension InjectedGraph {
  /// The graph as a Mermaid flowchart, with a box around what each scope owns.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges, times the number of scopes.
  public var mermaid: String {
    var text = "flowchart TD\n"
    for scope in scopes {
      text += "  subgraph \(scope.id)[\"\(Self.mermaid(scope.place ?? "process"))\"]\n"
      for node in nodes where node.owner == scope {
        text += "    \(node.id)[\"\(Self.mermaid(node.key))<br/>\(node.properties)\"]\n"
      }
      text += "  end\n"
    }
    for edge in edges { text += "  \(edge.from) --> \(edge.to)\n" }
    return text
  }

  /// The graph in the DOT language of Graphviz, with a cluster for each scope.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges, times the number of scopes.
  public var dot: String {
    var text = "digraph injection {\n  node [shape=box];\n"
    for scope in scopes {
      text += "  subgraph cluster_\(scope.id) {\n"
      text += "    label=\(Self.quoted(scope.place ?? "process"));\n"
      for node in nodes where node.owner == scope {
        text += "    \(node.id) [label=\(Self.quoted("\(node.key)\n\(node.properties)"))];\n"
      }
      text += "  }\n"
    }
    for edge in edges { text += "  \(edge.from) -> \(edge.to);\n" }
    return text + "}\n"
  }

  /// The graph as a JSON object of `scopes`, `nodes` and `edges`.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges.
  public var json: String {
    let nodes = nodes.map {
      Self.object([
        "id": $0.id, "key": $0.key, "kind": $0.kind.rawValue,
        "lifetime": $0.lifetime.description, "owner": $0.owner.id,
      ])
    }
    let lists = [
      Self.list("scopes", scopes.map { Self.object(["id": $0.id, "place": $0.place]) }),
      Self.list("nodes", nodes),
      Self.list("edges", edges.map { Self.object(["from": $0.from, "to": $0.to]) }),
    ]
    return "{\n" + lists.joined(separator: ",\n") + "\n}\n"
  }

  private static func object(_ fields: KeyValuePairs<String, String?>) -> String {
    let members = fields.map { quoted($0.key) + ": " + ($0.value.map(quoted) ?? "null") }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private static func list(_ name: String, _ items: [String]) -> String {
    let body = items.isEmpty ? "" : "\n    " + items.joined(separator: ",\n    ") + "\n  "
    return "  " + quoted(name) + ": [" + body + "]"
  }

  /// Text for a quoted Mermaid label: characters that Mermaid or HTML would interpret are written as entities.
  private static func mermaid(_ text: String) -> String {
    escaping(text) { scalar in
      if scalar.value < 0x20 { return " " }
      return "\"#&<>;`\\".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : nil
    }
  }

  /// A string of JSON, and of DOT.
  private static func quoted(_ text: String) -> String {
    let escaped = escaping(text) { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case _ where scalar.value < 0x20:
        "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: nil
      }
    }
    return "\"" + escaped + "\""
  }

  private static func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    text.unicodeScalars.map { escape($0) ?? String($0) }.joined()
  }
}

extension InjectedGraph.Node {
  fileprivate var properties: String { kind.rawValue + ", " + lifetime.description }
}

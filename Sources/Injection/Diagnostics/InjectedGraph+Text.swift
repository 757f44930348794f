extension InjectedGraph {
  /// The graph as a Mermaid flowchart, with a box around what each scope owns.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges, times the number of scopes.
  public var mermaid: String {
    var text = "flowchart TD\n"
    for scope in scopes {
      text += "  subgraph \(scope.id)[\"\(Self.mermaid(scope.title))\"]\n"
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
      text += "  subgraph cluster_\(scope.id) {\n    label=\(Self.dot(scope.title));\n"
      for node in nodes where node.owner == scope {
        text += "    \(node.id) [label=\(Self.dot("\(node.key)\n\(node.properties)"))];\n"
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
    let lists = [
      Self.list("scopes", scopes.map { Self.object(["id": $0.id, "place": $0.place]) }),
      Self.list(
        "nodes",
        nodes.map {
          Self.object([
            "id": $0.id, "key": $0.key, "kind": $0.kind.rawValue,
            "lifetime": $0.lifetime.description, "owner": $0.owner.id,
          ])
        }),
      Self.list("edges", edges.map { Self.object(["from": $0.from, "to": $0.to]) }),
    ]
    return "{\n" + lists.joined(separator: ",\n") + "\n}\n"
  }

  private static func object(_ fields: KeyValuePairs<String, String?>) -> String {
    let members = fields.map { json($0.key) + ": " + ($0.value.map(json) ?? "null") }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private static func list(_ name: String, _ items: [String]) -> String {
    let body = items.isEmpty ? "" : "\n    " + items.joined(separator: ",\n    ") + "\n  "
    return "  " + json(name) + ": [" + body + "]"
  }

  /// Text for a quoted Mermaid label: what Mermaid or HTML would read is written as an entity.
  static func mermaid(_ text: String) -> String { escaping(text, for: .mermaid) }

  /// A quoted string of DOT.
  static func dot(_ text: String) -> String { "\"" + escaping(text, for: .dot) + "\"" }

  /// A string of JSON.
  static func json(_ text: String) -> String { "\"" + escaping(text, for: .json) + "\"" }

  private enum Syntax {
    case mermaid, dot, json

    /// What stands for a character; `nil` where it stands for itself.
    func escape(_ scalar: Unicode.Scalar) -> String? {
      switch (self, scalar) {
      case (.mermaid, "\""), (.mermaid, "#"), (.mermaid, "&"), (.mermaid, "<"), (.mermaid, ">"),
        (.mermaid, ";"), (.mermaid, "`"), (.mermaid, "\\"):
        return "#\(scalar.value);"
      case (.mermaid, _): return scalar.value < 0x20 ? " " : nil
      case (_, "\""): return "\\\""
      case (_, "\\"): return "\\\\"
      case (_, "\n"): return "\\n"
      case (.json, "\r"): return "\\r"
      case (.json, "\t"): return "\\t"
      case _ where scalar.value >= 0x20: return nil
      case (.dot, _): return " "
      case (.json, _):
        return "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      }
    }
  }

  /// The text with what stands for some of its characters.
  private static func escaping(_ text: String, for syntax: Syntax) -> String {
    text.unicodeScalars.map { syntax.escape($0) ?? String($0) }.joined()
  }
}

extension InjectedGraph.Node {
  fileprivate var properties: String { kind.rawValue + ", " + lifetime.description }
}

extension InjectedGraph.Scope {
  fileprivate var title: String { place ?? "process" }
}

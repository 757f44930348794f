extension InjectedGraph {
  /// The graph as a Mermaid flowchart, with a box around what each scope owns.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges, times the number of scopes.
  public var mermaid: String {
    var lines = ["flowchart TD"]
    for scope in scopes {
      lines.append("  subgraph \(scope.id)[\"\(Self.mermaid(scope.title))\"]")
      for node in nodes where node.owner == scope {
        lines.append(
          "    \(node.id)[\"\(Self.mermaid(node.key))<br/>\(node.kind.rawValue), \(node.lifetime)\"]"
        )
      }
      lines.append("  end")
    }
    for edge in edges { lines.append("  \(edge.from) --> \(edge.to)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph in the DOT language of Graphviz, with a cluster for each scope.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges, times the number of scopes.
  public var dot: String {
    var lines = ["digraph injection {", "  node [shape=box];"]
    for scope in scopes {
      lines.append("  subgraph cluster_\(scope.id) {")
      lines.append("    label=\(Self.dot(scope.title));")
      for node in nodes where node.owner == scope {
        let label = "\(node.key)\n\(node.kind.rawValue), \(node.lifetime)"
        lines.append("    \(node.id) [label=\(Self.dot(label))];")
      }
      lines.append("  }")
    }
    for edge in edges { lines.append("  \(edge.from) -> \(edge.to);") }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The graph as a JSON object of `scopes`, `nodes` and `edges`.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges.
  public var json: String {
    let scopes = scopes.map {
      "{\"id\": \(Self.json($0.id)), \"place\": \($0.place.map(Self.json) ?? "null")}"
    }
    let nodes = nodes.map {
      "{\"id\": \(Self.json($0.id)), \"key\": \(Self.json($0.key)), "
        + "\"kind\": \(Self.json($0.kind.rawValue)), "
        + "\"lifetime\": \(Self.json($0.lifetime.description)), "
        + "\"owner\": \(Self.json($0.owner.id))}"
    }
    let edges = edges.map { "{\"from\": \(Self.json($0.from)), \"to\": \(Self.json($0.to))}" }
    let lists = [("scopes", scopes), ("nodes", nodes), ("edges", edges)].map { name, items in
      let body = items.map { "    " + $0 }.joined(separator: ",\n")
      return "  \"\(name)\": [" + (items.isEmpty ? "]" : "\n\(body)\n  ]")
    }
    return "{\n" + lists.joined(separator: ",\n") + "\n}\n"
  }

  /// Text for a quoted Mermaid label: what Mermaid or HTML would read is written as an entity.
  static func mermaid(_ text: String) -> String {
    escaping(text) { scalar in
      switch scalar {
      case "\"", "#", "&", "<", ">", ";", "`", "\\": "#\(scalar.value);"
      case _ where scalar.value < 0x20: " "
      default: nil
      }
    }
  }

  /// A quoted string of DOT.
  static func dot(_ text: String) -> String {
    let escaped = escaping(text) { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case _ where scalar.value < 0x20: " "
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// A string of JSON.
  static func json(_ text: String) -> String {
    let escaped = escaping(text) { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.value < 0x20:
        "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// The text with what stands for some of its characters.
  private static func escaping(
    _ text: String, _ escape: (Unicode.Scalar) -> String?
  ) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let escaped = escape(scalar) {
        result += escaped
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension InjectedGraph.Scope {
  fileprivate var title: String { place ?? "process" }
}

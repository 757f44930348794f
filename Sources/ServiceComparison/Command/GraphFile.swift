package import Foundation

/// A file for a graph, in the format that its extension names.
package struct GraphFile: Sendable, Hashable {
  package enum Format: Sendable, Hashable {
    case mermaid
    case dot
    case json
  }

  package let url: URL
  package let format: Format

  /// Creates a file from its path; gives nil where the extension names no format.
  package init?(path: String) {
    let url = URL(fileURLWithPath: path)
    switch url.pathExtension.lowercased() {
    case "mmd", "mermaid": format = .mermaid
    case "dot": format = .dot
    case "json": format = .json
    default: return nil
    }
    self.url = url
  }

  package func text(of graph: ServiceGraph) -> String {
    switch format {
    case .mermaid: graph.mermaid
    case .dot: graph.dot
    case .json: graph.json
    }
  }
}

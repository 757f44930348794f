package import Foundation

/// A file for a graph, in the format that its extension names.
package struct GraphFile: Sendable, Hashable {
  /// The text that a graph is written as.
  package enum Format: Sendable, Hashable {
    /// A Mermaid flowchart.
    case mermaid
    /// The language of Graphviz.
    case dot
    /// A JSON object.
    case json
  }

  /// Where the file is.
  package let url: URL
  /// What it holds.
  package let format: Format

  /// Creates a file from its path; gives nil where the extension names no format.
  ///
  /// - Parameter path: A path whose extension is `mmd`, `mermaid`, `dot` or `json`.
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

  /// Writes a graph as text.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The text that the file is to hold.
  package func text(of graph: ServiceGraph) -> String {
    switch format {
    case .mermaid: graph.mermaid
    case .dot: graph.dot
    case .json: graph.json
    }
  }
}

internal import Foundation

extension Inventory {
  /// The inventory as JSON.
  ///
  /// An object with `version` (1), `files` (how many were read), `gaps` and `findings`. A finding has
  /// `file`, `line`, `kind`, `name`, and, where there is one, the `recipe` as an address into the
  /// guide and a `doubt`.
  package var json: String {
    let document = Document(
      version: 1, files: fileCount, gaps: gaps, findings: findings.map(Document.Finding.init))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Only texts and whole numbers are encoded, so this cannot fail.
    guard let data = try? encoder.encode(document) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private struct Document: Encodable {
    struct Finding: Encodable {
      let file: String
      let line: Int
      let kind: String
      let name: String
      let recipe: String?
      let doubt: String?

      init(_ finding: InventoryFinding) {
        file = finding.file
        line = finding.line
        kind = finding.kind.rawValue
        name = finding.name
        recipe = finding.kind.section.map { "MigrationGuide.md#\($0)" }
        doubt = finding.doubt
      }
    }

    let version: Int
    let files: Int
    let gaps: [String]
    let findings: [Finding]
  }
}

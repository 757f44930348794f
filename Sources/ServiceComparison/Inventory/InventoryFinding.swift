/// A place in a folder of Swift files that a migration has to look at.
package struct InventoryFinding: Sendable, Hashable {
  /// The file, below the folder.
  package let file: String
  /// The line that it begins in, from 1.
  package let line: Int
  package var kind: Kind
  /// The name of the key, the property, the type or the call, as it is written.
  package let name: String
  /// The services that it is about, each by the name that its readers use.
  package var services: [String]
  /// The types and registrations that it stands in, innermost first.
  package let inside: [String]
  package let isTest: Bool
  /// Why it stays as it is; nil where it is to be migrated.
  package var stays: String?
  /// Why it may be something else; nil where the text leaves no doubt.
  package var doubt: String?

  /// The address of its recipe, in the guide; nil where nothing is to be done, or nobody knows what.
  package var recipe: String? {
    stays == nil ? kind.section.map { "MigrationGuide.md#\($0)" } : nil
  }
}

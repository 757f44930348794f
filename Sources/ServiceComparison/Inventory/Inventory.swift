package import Foundation

/// What a folder of Swift files has of other ways to inject, and where the migration guide has each.
///
/// The files are read as text, none is compiled or changed: a name that a macro makes, or a type's
/// alias, is not seen. What the text leaves open is said with the finding.
package struct Inventory: Sendable {
  /// Why a folder could not be looked through.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// What was found, by file and line.
  package let findings: [InventoryFinding]
  package let fileCount: Int
  /// Files that were not read or not understood to their end, each with the reason.
  package let gaps: [String]
  let declarations: InventoryDeclarations

  /// Looks through a folder and those below it.
  ///
  /// Links are not followed; hidden folders are left out, and so are those that hold what was
  /// built, or the packages of others.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - output: The file that the inventory is to be written to.
  ///   - progress: Called with each file, as it is read.
  /// - Throws: ``Failure``, and ``CompareUsageError`` where the output is, by another name, one of
  ///   the files that are read.
  package init(
    of folder: URL, for output: URL? = nil, progress: (String) -> Void = { _ in }
  ) throws {
    var gaps: [String] = []
    let sources = try Self.sources(in: folder, for: output, gaps: &gaps)
    self.init(of: sources, gaps: gaps, progress: progress)
  }

  /// Looks through texts: twice, since what one file declares tells what another one means, and the
  /// tokens of all are too many to be kept.
  package init(
    of sources: [(file: String, text: String)], gaps: [String] = [],
    progress: (String) -> Void = { _ in }
  ) {
    var known = InventoryDeclarations()
    for (index, source) in sources.enumerated() {
      progress("\(index + 1) of \(2 * sources.count): \(source.file)")
      var scanner = InventoryScanner(
        SwiftLexer.tokens(of: source.text), source.file, known: InventoryDeclarations())
      scanner.scan()
      known.formUnion(scanner.declared)
      known.namesOfFiles[source.file] = scanner.declared.names
    }
    var findings: [InventoryFinding] = []
    // What a key is made of is seen where it is known to be one.
    var declarations = known
    var gaps = gaps
    for (index, source) in sources.enumerated() {
      progress("\(sources.count + index + 1) of \(2 * sources.count): \(source.file)")
      let tokens = SwiftLexer.tokens(of: source.text)
      if let unfinished = tokens.unfinished {
        gaps.append(
          "\(source.file):\(unfinished): a comment or string is not closed, so what follows may be "
            + "missed")
      }
      var scanner = InventoryScanner(tokens, source.file, known: known)
      scanner.scan()
      if scanner.isCut {
        gaps.append(
          "\(source.file): has more than \(InventoryScanner.limit) places, so the rest is left out")
      }
      findings += scanner.findings
      declarations.formUnion(scanner.declared)
      declarations.namesOfFiles[source.file] = scanner.declared.names
    }
    fileCount = sources.count
    self.gaps = gaps
    self.declarations = declarations
    let judge = InventoryJudge(known: declarations)
    self.findings = findings.map { judge.judged($0) }
  }

  /// How many findings belong to each part of the guide, in its order, and how many stay as they are.
  package var totals: [(recipe: String, count: Int)] {
    var counts: [String: Int] = [:]
    for finding in findings {
      counts[finding.recipe ?? (finding.stays == nil ? "not sure" : "stays"), default: 0] += 1
    }
    return counts.sorted { Self.order(of: $0.key) < Self.order(of: $1.key) }
      .map { (recipe: $0.key, count: $0.value) }
  }

  package var doubts: [InventoryFinding] { findings.filter { $0.doubt != nil } }

  /// Recipes by their number, then the other sections by name, then what is no section.
  private static func order(of recipe: String) -> (Int, String) {
    if let number = recipe.split(separator: "-").last.flatMap({ Int($0) }) { return (number, "") }
    return (recipe.contains("#") ? 1_000 : 2_000, recipe)
  }
}

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
  /// How many Swift files were read.
  package let fileCount: Int
  /// Files that were not read or not understood to their end, each with the reason.
  package let gaps: [String]

  /// Looks through a folder and those below it.
  ///
  /// Links are not followed; hidden folders are left out, and so are those that hold what was built.
  ///
  /// - Parameter folder: The folder.
  /// - Throws: ``Failure`` where it is no folder, or holds no Swift file.
  /// - Complexity: O(*n*) in the length of the files.
  package init(of folder: URL) throws(Failure) {
    var gaps: [String] = []
    var sources: [(file: String, text: String)] = []
    for file in try Self.files(in: folder) {
      guard let data = try? Data(contentsOf: file.url) else {
        gaps.append("\(file.name): cannot be read")
        continue
      }
      guard let text = String(data: data, encoding: .utf8) else {
        gaps.append("\(file.name): is not UTF-8")
        continue
      }
      sources.append((file.name, text))
    }
    self.init(of: sources, gaps: gaps)
  }

  /// Looks through texts.
  ///
  /// - Parameters:
  ///   - sources: The files' names and texts.
  ///   - gaps: What could not be read.
  /// - Complexity: O(*n*) in the length of the texts.
  package init(of sources: [(file: String, text: String)], gaps: [String] = []) {
    var findings: [InventoryFinding] = []
    var gaps = gaps
    for source in sources {
      let (tokens, unfinished) = SwiftLexer.tokens(of: source.text)
      if let unfinished {
        gaps.append(
          "\(source.file):\(unfinished): a comment or string is not closed, so what follows may be "
            + "missed")
      }
      findings += InventoryScanner.findings(in: tokens, of: source.file)
    }
    fileCount = sources.count
    self.gaps = gaps
    self.findings = Self.resolved(findings)
  }

  /// How many findings belong to each section of the guide, in the order of the guide.
  package var sections: [(section: String, count: Int)] {
    var counts: [String: Int] = [:]
    for finding in findings { finding.kind.section.map { counts[$0, default: 0] += 1 } }
    var order: [String] = []
    for kind in InventoryFinding.Kind.allCases {
      if let section = kind.section, !order.contains(section) { order.append(section) }
    }
    return order.sorted { Self.number(of: $0) < Self.number(of: $1) }.compactMap { section in
      counts[section].map { (section, $0) }
    }
  }

  /// The findings that the text leaves open.
  package var doubts: [InventoryFinding] { findings.filter { $0.doubt != nil } }

  /// Recipes by their number, then the other sections in the order of the kinds.
  private static func number(of section: String) -> Int {
    section.split(separator: "-").last.flatMap { Int($0) } ?? Int.max
  }

  /// Tells reads of SwiftUI's own values from those of values that these files declare.
  private static func resolved(_ findings: [InventoryFinding]) -> [InventoryFinding] {
    let declared = Set(
      findings.lazy.filter { [.environmentProperty, .entry].contains($0.kind) }.map(\.name))
    return findings.map { finding in
      guard [.environmentRead, .environmentOverride].contains(finding.kind), finding.doubt == nil,
        let name = finding.name.split(separator: ".").first.map(String.init),
        !declared.contains(name)
      else { return finding }
      var result = finding
      if ownValues.contains(name) {
        result = InventoryFinding(
          file: finding.file, line: finding.line, kind: .ownEnvironmentRead, name: finding.name)
      } else {
        result.doubt = "'\(name)' is declared in none of these files"
      }
      return result
    }
  }

  /// Values that SwiftUI declares, which stay where they are.
  private static let ownValues: Set<String> = [
    "accessibilityReduceMotion", "accessibilityReduceTransparency", "calendar", "colorScheme",
    "controlSize", "defaultMinListRowHeight", "dismiss", "dismissSearch", "dismissWindow",
    "displayScale", "dynamicTypeSize", "editMode", "font", "horizontalSizeClass", "isEnabled",
    "isFocused", "isLuminanceReduced", "isPresented", "isSearching", "layoutDirection",
    "lineLimit", "locale", "managedObjectContext", "modelContext", "openSettings", "openURL",
    "openWindow", "pixelLength", "presentationMode", "redactionReasons", "refresh", "requestReview",
    "scenePhase", "sizeCategory", "timeZone", "tint", "undoManager", "verticalSizeClass",
  ]

  private static func files(in folder: URL) throws(Failure) -> [(url: URL, name: String)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw Failure(description: "'\(folder.path)' is no folder") }
    var files: [(url: URL, name: String)] = []
    guard let names = FileManager.default.enumerator(atPath: folder.path) else {
      throw Failure(description: "'\(folder.path)' cannot be read")
    }
    for case let name as String in names {
      let last = (name as NSString).lastPathComponent
      if last.hasPrefix(".") || ["DerivedData", "Pods", "Carthage"].contains(last) {
        names.skipDescendants()
        continue
      }
      let type = names.fileAttributes?[.type] as? FileAttributeType
      guard name.hasSuffix(".swift"), type == .typeRegular else { continue }
      files.append((folder.appendingPathComponent(name), name))
    }
    guard !files.isEmpty else {
      throw Failure(description: "'\(folder.path)' holds no Swift file")
    }
    return files.sorted { $0.name < $1.name }
  }
}

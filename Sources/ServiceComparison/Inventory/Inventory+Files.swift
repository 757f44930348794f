internal import Foundation

extension Inventory {
  /// Longer files are not read: none of that length was written by hand.
  private static let longest = 50_000_000

  /// Reads the Swift files of a folder and those below it, by name.
  ///
  /// - Throws: ``Failure``, and ``CompareUsageError`` where the output is one of them.
  static func sources(
    in folder: URL, for output: URL?, gaps: inout [String]
  ) throws -> [(file: String, text: String)] {
    var sources: [(file: String, text: String)] = []
    let files = try files(in: folder, gaps: &gaps)
    if let output, files.contains(where: { $0.url.isSameFile(as: output) }) {
      throw CompareUsageError.swiftFile(output.displayText)
    }
    for file in files {
      guard file.length <= longest else {
        gaps.append("\(file.name): is longer than \(longest / 1_000_000) MB")
        continue
      }
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
    return sources
  }

  private static func files(
    in folder: URL, gaps: inout [String]
  ) throws(Failure) -> [(url: URL, name: String, length: Int)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw Failure(description: "'\(folder.path)' is no folder") }
    var files: [(url: URL, name: String, length: Int)] = []
    let root = folder.resolvingSymlinksInPath()
    guard let names = FileManager.default.enumerator(atPath: root.path) else {
      throw Failure(description: "'\(folder.path)' cannot be read")
    }
    for case let name as String in names {
      let last = (name as NSString).lastPathComponent
      let others = ["DerivedData", "SourcePackages", "Pods", "Carthage"]
      if last.hasPrefix(".") || others.contains(last) {
        names.skipDescendants()
        continue
      }
      let attributes = names.fileAttributes
      let type = attributes?[.type] as? FileAttributeType
      let url = root.appendingPathComponent(name)
      if type == .typeDirectory, !FileManager.default.isReadableFile(atPath: url.path) {
        gaps.append("\(name): cannot be read")
      }
      guard name.hasSuffix(".swift"), type == .typeRegular else { continue }
      let length = (attributes?[.size] as? NSNumber)?.intValue ?? 0
      files.append((url, name, length))
    }
    guard !files.isEmpty else {
      let reason = gaps.isEmpty ? "" : " that can be read: \(gaps.joined(separator: "; "))"
      throw Failure(description: "'\(folder.path)' holds no Swift file\(reason)")
    }
    return files.sorted { $0.name < $1.name }
  }
}

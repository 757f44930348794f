import Foundation
import ServiceComparison
import TestSupport
import Testing

@Suite("A file for a report")
struct OutputFileTests {
  private static func text(of url: URL) throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }

  private static func number(of url: URL, _ key: FileAttributeKey) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes[key] as? NSNumber)?.intValue
  }

  @Test("Until the text is there, there is no file, and an old one stays as it was")
  func pending() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let new = folder.appendingPathComponent("new")
      let old = folder.appendingPathComponent("old")
      try Data("old".utf8).write(to: old)
      for url in [new, old] {
        let file = try OutputFile(url)
        #expect(!FileManager.default.fileExists(atPath: new.path))
        #expect(try Self.text(of: old) == "old")
        try file.write("text")
        #expect(try Self.text(of: url) == "text")
        try FileManager.default.removeItem(at: url)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("A file takes the place of the old one as a whole: who has that open reads that")
  func whole() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("file")
      try Data("old".utf8).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
      let reader = try FileHandle(forReadingFrom: url)
      try OutputFile(url).write("text")
      #expect(try reader.readToEnd() == Data("old".utf8))
      #expect(try Self.text(of: url) == "text")
      #expect(try Self.number(of: url, .posixPermissions) == 0o640)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
  }

  @Test("A link stays one, and a file with two names has both")
  func links() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let manager = FileManager.default
      let names = ["old", "link", "hard", "dangling", "new"]
      let urls = Dictionary(
        uniqueKeysWithValues: names.map { ($0, folder.appendingPathComponent($0)) })
      let (old, link) = (try #require(urls["old"]), try #require(urls["link"]))
      let (hard, dangling) = (try #require(urls["hard"]), try #require(urls["dangling"]))
      try Data("old".utf8).write(to: old)
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "old")
      try manager.createSymbolicLink(atPath: dangling.path, withDestinationPath: "new")
      try OutputFile(link).write("by a link")
      #expect(try Self.text(of: old) == "by a link")
      #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == "old")
      try manager.linkItem(at: old, to: hard)
      try OutputFile(old).write("short")
      #expect(try Self.text(of: hard) == "short")
      try OutputFile(dangling).write("new")
      #expect(try Self.text(of: #require(urls["new"])) == "new")
      #expect(try Set(manager.contentsOfDirectory(atPath: folder.path)) == Set(names))
    }
  }

  @Test("A link to nothing has no file before the text is there, and none where there is no text")
  func linkToNothing() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let manager = FileManager.default
      let link = folder.appendingPathComponent("link")
      try manager.createDirectory(
        at: folder.appendingPathComponent("sub"), withIntermediateDirectories: false)
      let target = folder.appendingPathComponent("sub/new")
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "other")
      try manager.createSymbolicLink(
        atPath: folder.appendingPathComponent("other").path, withDestinationPath: "sub/new")
      do {
        let file = try OutputFile(link)
        #expect(!manager.fileExists(atPath: target.path))
        _ = consume file
      }
      #expect(!manager.fileExists(atPath: target.path))
      try OutputFile(link).write("text")
      #expect(try Self.text(of: target) == "text")
      #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == "other")
      let inside = target.deletingLastPathComponent().path
      #expect(try manager.contentsOfDirectory(atPath: inside) == ["new"])
    }
  }

  @Test("What is no file is written to: a device takes the text, a full one says so")
  func devices() throws {
    try OutputFile(URL(fileURLWithPath: "/dev/null")).write("text")
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let failure = #expect(throws: OutputFile.Failure.self) {
      try OutputFile(URL(fileURLWithPath: "/dev/full")).write("text")
    }
    #expect(failure?.description == "cannot write /dev/full: no space left on device")
  }

  @Test("A file that cannot be made is told of before the text is there")
  func unwritable() async throws {
    try await ChildProcess.withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("file")
      try Data().write(to: file)
      for (url, reason) in [
        (folder, "is a directory"), (file.appendingPathComponent("a"), "not a directory"),
        (folder.appendingPathComponent("none/a"), "no such file or directory"),
      ] {
        let failure = #expect(throws: OutputFile.Failure.self) { _ = try OutputFile(url) }
        #expect(failure?.description == "cannot write \(url.path): \(reason)")
      }
    }
  }
}

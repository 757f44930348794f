import Foundation
import TestSupport
import Testing

/// What Docs/Seeds.md names is there, and all headings of the seeds are named.
@Suite("The list of seeds")
struct SeedsDocumentTests {
  private static let root = Document.root

  private struct Row {
    let cells: [String]
    var file: String { cells[cells.count - 2].trimmingCharacters(in: ["`"]) }
    var test: String { cells[cells.count - 1] }

    /// What is wrong with the row; nil where its file has its test.
    func problem(in root: URL) -> String? {
      guard let source = try? String(contentsOf: root.appending(path: file), encoding: .utf8) else {
        return "there is no file \(file)"
      }
      // A test by its display name, or a case of a test by the name of its argument.
      let names = source.matches(of: /(?:@Test|\bMistake)\(\s*"((?:[^"\\]|\\.)*)"/)
        .map { String($0.output.1) }
      return names.contains(test) ? nil : "\(file) has no test \"\(test)\""
    }
  }

  private func rows(of section: String, in subsection: String? = nil) throws -> [Row] {
    let file = Self.root.appending(path: "Docs/Seeds.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    var part = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(section) })
    if let subsection {
      part = try #require(
        part.components(separatedBy: "\n### ").first { $0.hasPrefix("\(subsection)\n") })
    }
    return part.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("|"), line.contains(".swift`") else { return nil }
      let cells = line.dropFirst().dropLast().components(separatedBy: "|")
      return Row(cells: cells.map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  @Test("Each file and each test that is named is there", arguments: ["Patterns", "Mistakes"])
  func named(section: String) throws {
    let rows = try rows(of: section)
    #expect(rows.count > 40)
    for row in rows { #expect(row.problem(in: Self.root) == nil) }
  }

  @Test("A test that is only mentioned in its file, and a file that is not there, are found out")
  func absent() throws {
    let file = "`Tests/ServiceComparisonTests/Seeds/SeedsDocumentTests.swift`"
    let row = Row(cells: [file, "Each mistake is shown wrong, and then right"])
    #expect(row.problem(in: Self.root) == nil)
    for test in ["No such test", "Mistakes", "Each mistake is shown wrong"] {
      #expect(Row(cells: [file, test]).problem(in: Self.root) != nil)
    }
    #expect(Row(cells: ["`Tests/Nowhere.swift`", "x"]).problem(in: Self.root) != nil)
  }

  @Test("Each heading of each seed has a row, in the seed's order", arguments: headingsOfSeeds)
  func headings(seed: String, headings: [String]) throws {
    var found: [String] = []
    for row in try rows(of: "Patterns", in: seed) where !row.cells[0].isEmpty {
      for heading in row.cells[0].components(separatedBy: " › ") where !found.contains(heading) {
        found.append(heading)
      }
    }
    #expect(found == headings)
  }

  @Test("Each mistake is shown wrong, and then right")
  func mistakes() throws {
    let shown = try rows(of: "Mistakes").flatMap { $0.cells[1].components(separatedBy: ", ") }
    #expect(shown.count % 2 == 0)
    #expect(shown.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? "wrong" : "right") })
  }
}

private let headingsOfSeeds = [
  (
    "weavedi-swiftui-integration",
    [
      "SwiftUI 뷰에서 DI 사용하기",
      "기본 뷰 주입",
      "ObservableObject와의 통합",
      "DI를 포함한 ViewModel",
      "DI를 포함한 SwiftUI 프리뷰",
      "기본 프리뷰 구성",
      "사용자 정의 의존성을 포함한 고급 프리뷰",
      "Environment vs @Injected",
      "Environment를 사용해야 하는 경우",
      "@Injected를 사용해야 하는 경우",
      "비교 표",
      "@Injected와 @State, @Binding 결합하기",
      "부모-자식 데이터 플로우",
      "고급 패턴",
      "DI를 위한 뷰 모디파이어",
      "DI 컨테이너 뷰",
      "Observable 매크로 통합 (iOS 17+)",
      "SwiftUI 뷰 테스트",
      "ViewModel 단위 테스트",
      "의존성을 포함한 스냅샷 테스트",
      "모범 사례",
      "할 것들",
      "하지 말 것들",
      "Environment에서 @Injected로 마이그레이션",
      "이전 (Environment)",
      "이후 (@Injected)",
    ]
  ),
  (
    "closure-based-services",
    [
      "The Protocol Problem",
      "Services as Structs with Closures",
      "Static Factory Implementations",
      "1. Live Implementation",
      "2. Mock Implementation",
      "3. Preview Implementation",
      "4. Unimplemented Implementation (Required Default)",
    ]
  ),
  (
    "environment-integration",
    [
      "Environment Setup",
      "Service Containers",
      "Views Observe the Store Directly",
      "Previews",
    ]
  ),
  (
    "service-with-environment",
    [
      "So, what's a good service?",
      "how is it to use?",
      "Why?",
    ]
  ),
  (
    "app-architecture",
    [
      "State Management",
      "@Observable (iOS 17+)",
      "Two-Way Bindings",
      "State Decision Tree",
      "Dependency Injection",
      "Environment Keys",
      "Dependency Container",
      "View Models (When Needed)",
      "Coordinator Pattern",
      "Error Handling",
      "Structured Error Types",
      "Error Presentation",
      "Testing Architecture",
      "Unit Testing with Mocks",
      "Preview with Dependencies",
    ]
  ),
]

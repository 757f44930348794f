import ServiceComparison
import Testing

@Suite("What an inventory's closures set") struct InventoryOverridesTests {
  private static func findings(_ source: String, imports: String) -> [InventoryFinding] {
    Inventory(of: [("A.swift", "import \(imports)\n\(source)")]).findings
  }

  private static func names(_ count: Int) -> [String] { (1...count).map { "s\($0)" } }

  /// Lines that set services, of more tokens than are looked ahead elsewhere.
  private static func lines(_ values: String, _ count: Int) -> String {
    names(count).map { "  \(values).\($0).load = { _ in [] }\n" }.joined()
  }

  @Test(
    "A closure is read to its end, however long it is",
    arguments: [
      ("Dependencies", "withDependencies {\n", "$0"),
      ("Dependencies", "withDependencies({ (values: inout DependencyValues) in\n", "values"),
      ("Dependencies", "DependencyValues.withValues {\n", "$0"),
      ("Dependencies", "@Suite(.dependencies {\n", "$0"),
      ("Dependencies", "Parent().transformDependency(\\.self) {\n", "$0"),
      ("ComposableArchitecture", "Store(initialState: S()) { R() } withDependencies: {\n", "$0"),
      ("ComposableArchitecture", "TestStore(initialState: S(), reducer: R()) {\n", "$0"),
      ("FactoryKit", "Container.shared.with { container in\n", "container"),
      ("FactoryKit\nimport FactoryTesting", "@Test(.container {\n", "$0"),
      ("WeaveDI", "await withInjectedValues { values in\n", "values"),
    ])
  func long(imports: String, call: String, values: String) throws {
    let source = call + Self.lines(values, 200) + "}\n\(values).no = 1\n"
    let found = Self.findings(source, imports: imports)
    let override = try #require(found.first { $0.services.first == "s1" })
    #expect(override.services == Self.names(200))
    #expect(override.doubt == nil)
  }

  @Test("Each service that a long closure sets is one of the plan")
  func plan() {
    let source =
      "import Dependencies\nwithDependencies {\n\(Self.lines("$0", 40))} operation: { run() }\n"
    let plan = Inventory(of: [("A.swift", source)]).plan
    #expect(Set(plan.services.map(\.service)) == Set(Self.names(40)))
    #expect(plan.services.allSatisfy { $0.count(of: .override) == 1 })
  }

  @Test(
    "What a long closure inside takes for itself is no service, and what stands behind it is one")
  func longInside() {
    let found = Self.findings(
      """
      withDependencies {
        $0.first = Mock { [
          \(String(repeating: "f(1), ", count: 200))$0.unseen = 1
        ] }
        if isOn { \(String(repeating: "f(1); ", count: 200)); $0.second = 2 }
        $0.last = 3
      } operation: { $0.other = 4 }
      """, imports: "Dependencies")
    #expect(found.map(\.services) == [["first", "second", "last"]])
  }

  @Test("Many long closures are all read to their ends")
  func many() {
    let source = String(
      repeating: "withDependencies {\n\(Self.lines("$0", 100))} operation: {}\n", count: 20)
    let found = Self.findings(source, imports: "Dependencies")
    #expect(found.map(\.services) == Array(repeating: Self.names(100), count: 20))
    #expect(found.allSatisfy { $0.doubt == nil })
  }

  @Test("Of long closures that hold each other, what is not read to its end is not sure")
  func nested() throws {
    let count = 500
    let source =
      (1...count).map { "withDependencies { values\($0) in values\($0).first = 1\n" }.joined()
      + (1...count).reversed().map { "values\($0).last = 1 }\n" }.joined()
    let inventory = Inventory(of: [("A.swift", "import Dependencies\n" + source)])
    #expect(inventory.findings.count == count)
    let told = inventory.findings.filter {
      $0.services == ["first", "last"]
        || $0.services == ["first"] && $0.doubt == "the closure is not read to its end"
    }
    #expect(told.count == count)
    #expect(inventory.findings.first?.doubt == nil)
    #expect(inventory.findings.last?.doubt == nil)
    #expect(!inventory.doubts.isEmpty)
    let without = Inventory(of: [("B.swift", "import Dependencies"), ("A.swift", source)])
    #expect(
      without.doubts.contains {
        $0.doubt
          == "the file does not import Dependencies; the closure is not read to its end"
      })
  }
}

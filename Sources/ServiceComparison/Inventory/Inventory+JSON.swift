extension Inventory {
  /// The plan and the findings as JSON, for tools.
  ///
  /// An object with `version` (2), `files` (how many were read), `gaps`, `totals`, `findings` and
  /// `plan`. A finding has `file`, `line`, `kind`, `role`, `origin`, `name`, `services`, `isTest`,
  /// and, where there is one, the `recipe` as an address into the guide, why it `stays`, and a
  /// `doubt`. A group of the plan has its `service`, `origin`, `part` of the plan, the services that
  /// it is `builtFrom`, counts, and the indices of its `findings`.
  package var json: String { Document(self).inJSON }

  private struct Document: Encodable {
    struct Finding: Encodable {
      let file: String
      let line: Int
      let kind: String
      let role: String
      let origin: String
      let name: String
      let services: [String]
      let isTest: Bool
      let recipe: String?
      let stays: String?
      let doubt: String?
    }

    struct Group: Encodable {
      let service: String
      let origin: String
      let part: String
      let builtFrom: [String]
      let essential: String?
      let keys: Int
      let reads: Int
      let overrides: Int
      let tests: Int
      let recipes: [String]
      let findings: [Int]
    }

    struct Total: Encodable {
      let recipe: String
      let places: Int
    }

    let version = 2
    let files: Int
    let gaps: [String]
    let totals: [Total]
    let findings: [Finding]
    let plan: [Group]

    init(_ inventory: Inventory) {
      files = inventory.fileCount
      gaps = inventory.gaps
      totals = inventory.totals.map { Total(recipe: $0.recipe, places: $0.count) }
      findings = inventory.findings.map {
        Finding(
          file: $0.file, line: $0.line, kind: $0.kind.rawValue, role: $0.kind.role.rawValue,
          origin: $0.kind.origin.rawValue, name: $0.name, services: $0.services, isTest: $0.isTest,
          recipe: $0.recipe, stays: $0.stays, doubt: $0.doubt)
      }
      // One line may have the same twice.
      let indices = Dictionary(grouping: inventory.findings.indices.reversed()) {
        inventory.findings[$0]
      }
      let plan = inventory.plan
      self.plan = (plan.services + plan.models + plan.rest).map { group in
        // What is about several services is a finding of each.
        var left: [InventoryFinding: [Int]] = [:]
        return Group(
          service: group.service, origin: group.origin.rawValue, part: group.part.rawValue,
          builtFrom: group.parts, essential: group.essential, keys: group.count(of: .key),
          reads: group.count(of: .read), overrides: group.count(of: .override),
          tests: group.testCount, recipes: Set(group.findings.compactMap(\.recipe)).sorted(),
          findings: group.findings.compactMap {
            left[$0, default: indices[$0] ?? []].popLast()
          })
      }
    }
  }
}

extension Inventory {
  package var text: String {
    let plan = plan
    var lines = [summary, ""]
    var number = 0
    for part in parts(of: plan) {
      lines += [part.title, ""]
      for group in part.groups {
        number += 1
        lines.append("\(number). \(group.service) (\(group.origin.rawValue)): \(counts(of: group))")
        lines += notes(of: group).map { "   \($0)" }
        let kinds = group.findings.map(\.kind.rawValue.count).max() ?? 0
        for finding in group.findings {
          let kind = finding.kind.rawValue
          let padding = String(repeating: " ", count: kinds - kind.count)
          lines.append("   [ ] \(kind)\(padding)  \(finding.file):\(finding.line)  \(finding.name)")
        }
        lines.append("")
      }
    }
    if !plan.stays.isEmpty {
      lines += ["These stay in the environment (MigrationGuide.md#recipe-19):", ""]
      lines += plan.stays.map {
        "   \($0.reason): \($0.count) (\($0.names.joined(separator: ", ")))"
      }
      lines.append("")
    }
    lines += ["Totals:", ""]
    let width = totals.map { String($0.count).count }.max() ?? 0
    lines += totals.map { total in
      let count = String(total.count)
      return "   \(String(repeating: " ", count: width - count.count))\(count)  \(total.recipe)"
    }
    if !doubts.isEmpty {
      lines += ["", "Not sure:", ""]
      lines += doubts.map {
        "   \($0.file):\($0.line): \($0.kind.rawValue) \($0.name): \($0.doubt ?? "")"
      }
    }
    if !gaps.isEmpty { lines += ["", "Not read to the end:", ""] + gaps.map { "   \($0)" } }
    return lines.map(\.onOneLine).joined(separator: "\n") + "\n"
  }

  var summary: String {
    let files = Set(findings.map(\.file)).count
    return
      "\(findings.count) place\(findings.count == 1 ? "" : "s") in \(files) of \(fileCount) Swift files"
  }

  /// The parts of the plan that have groups, with what is to be known of their order.
  func parts(of plan: InventoryPlan) -> [(title: String, groups: [InventoryPlan.Group])] {
    [
      ("Services, each behind those that it is built from:", plan.services),
      ("Models and their views, when the services that they read are converted:", plan.models),
      ("What is left when all else is done:", plan.rest),
    ].filter { !$0.1.isEmpty }.map { (title: $0.0, groups: $0.1) }
  }

  /// How many keys, reads, overrides, and places in tests a group has.
  func counts(of group: InventoryPlan.Group) -> String {
    let roles = InventoryFinding.Role.allCases.compactMap { role -> String? in
      let count = group.count(of: role)
      guard count > 0 else { return nil }
      let word = role == .model || role == .container ? "place" : role.rawValue
      return "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    let tests = group.testCount
    return roles.joined(separator: ", ") + (tests == 0 ? "" : "; \(tests) of them in tests")
  }

  /// What is to be known of a group: its recipes, and where it stands among the others.
  func notes(of group: InventoryPlan.Group) -> [String] {
    var notes: [String] = []
    let recipes = Set(group.findings.compactMap(\.recipe)).sorted()
    if !recipes.isEmpty { notes.append("recipe: " + recipes.joined(separator: ", ")) }
    if !group.parts.isEmpty { notes.append("built from: " + group.parts.joined(separator: ", ")) }
    if group.isInCycle { notes.append("part of a circle: take the lazy side of it last") }
    if let essential = group.essential {
      let module = essential == "urlSession" ? "InjectionNetworking" : "InjectionEssentials"
      notes.append("declared by \(module), as '\(essential)'")
    } else if group.part == .service, group.count(of: .key) == 0, group.count(of: .read) > 0,
      !group.findings.contains(where: { $0.kind == .environmentObjectRead })
    {
      notes.append("declared in none of these files")
    }
    return notes
  }
}

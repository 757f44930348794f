extension Inventory {
  /// The plan as Markdown, with a box to check for each place and links into the guide beside it.
  package var markdown: String {
    let plan = plan
    var lines = ["# Migration plan", "", summary + ".", ""]
    var number = 0
    for part in parts(of: plan) {
      lines += [part.title, ""]
      for group in part.groups {
        number += 1
        lines += ["## \(number). \(Self.plain(group.service)) (\(group.origin.rawValue))", ""]
        lines += [counts(of: group) + ".", ""]
        for note in notes(of: group) where !note.hasPrefix("recipe: ") {
          lines += [note.prefix(1).uppercased() + note.dropFirst() + ".", ""]
        }
        lines += group.findings.map { finding in
          let recipe = finding.recipe.map { " ([\(Self.title(of: $0))](\($0)))" } ?? ""
          let doubt = finding.doubt.map { ", not sure: \(Self.plain($0))" } ?? ""
          return "- [ ] \(Self.code("\(finding.file):\(finding.line)")) \(finding.kind.rawValue) "
            + Self.code(finding.name) + recipe + doubt
        }
        lines.append("")
      }
    }
    if !plan.stays.isEmpty {
      lines += ["## What stays", "", "See [recipe-19](MigrationGuide.md#recipe-19).", ""]
      lines += plan.stays.map {
        "- \($0.reason), \($0.count) places: \($0.names.map(Self.code).joined(separator: ", "))"
      }
      lines.append("")
    }
    lines += ["## Totals", "", "| recipe | places |", "|---|---|"]
    lines += totals.map { "| \(Self.link(to: $0.recipe)) | \($0.count) |" }
    if !gaps.isEmpty {
      lines += ["", "## Not read to the end", ""] + gaps.map { "- \(Self.plain($0))" }
    }
    return lines.map(\.onOneLine).joined(separator: "\n") + "\n"
  }

  private static func title(of recipe: String) -> String {
    recipe.split(separator: "#").last.map(String.init) ?? recipe
  }

  private static func link(to recipe: String) -> String {
    recipe.contains("#") ? "[\(title(of: recipe))](\(recipe))" : recipe
  }

  /// Text between back ticks, whatever it holds.
  private static func code(_ text: String) -> String {
    "`" + text.replacing("`", with: "'").replacing("|", with: "\\|") + "`"
  }

  private static func plain(_ text: String) -> String {
    text.replacing("<", with: "&lt;").replacing("`", with: "'")
  }
}

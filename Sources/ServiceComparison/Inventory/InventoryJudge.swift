/// Says of findings what only all files together tell: whose value is read, by what name its readers
/// know a key, and what stays where it is.
struct InventoryJudge {
  let known: InventoryDeclarations
  /// The properties by the names of their keys with fewer of the types around them than are written;
  /// `nil` where that may be one of two keys.
  private let shortened: [String: String?]

  init(known: InventoryDeclarations) {
    self.known = known
    let names = known.properties.flatMap { key, property in
      Self.endings(of: key).dropFirst().map { ($0, Optional(property)) }
    }
    shortened = Dictionary(names) { $0 == $1 ? $0 : nil }
  }

  func judged(_ finding: InventoryFinding) -> InventoryFinding {
    var result = finding
    result.services = finding.services.map(name(of:))
    guard finding.kind.origin == .environment else { return result }
    switch finding.kind {
    case .environmentRead, .environmentOverride:
      guard let value = result.services.first else { return result }
      if let type = known.environment[value] {
        result.stays = reason(for: type)
      } else if Self.ownValues.contains(value) {
        result.kind = .ownEnvironmentRead
        result.stays = "SwiftUI's own"
        result.doubt = nil
      } else if result.doubt == nil {
        result.doubt = "'\(value)' is declared in none of these files"
      }
    case .entry, .environmentProperty, .environmentKey:
      if let value = result.services.first, let type = known.environment[value] {
        result.stays = reason(for: type)
      }
    case .environmentObjectRead, .environmentObjectOverride, .observable:
      result.stays = finding.services.first.flatMap(reasonForLook(of:))
    default: break
    }
    return result
  }

  /// The name that readers use: the property of a key, where these files have it.
  ///
  /// A key in a type may be written with the names of the types around it, or without.
  func name(of service: String) -> String {
    Self.endings(of: service).lazy.compactMap { known.properties[$0] }.first
      ?? (shortened[service] ?? nil) ?? service
  }

  /// `A.B.Key`, `B.Key` and `Key` of the first.
  private static func endings(of name: String) -> [String] {
    let parts = name.split(separator: ".")
    return parts.indices.map { parts[$0...].joined(separator: ".") }
  }

  /// Why a value of this type is no service; nil where it may be one.
  private func reason(for type: String?) -> String? {
    guard let type else { return nil }
    let name = type.filter { $0 != "(" && $0 != ")" }
    if name.hasPrefix("Binding<") { return "a binding" }
    let base = name.split(separator: ".").last { $0.first?.isUppercase == true }.map(String.init)
    guard let base else { return nil }
    switch base {
    case "Bool": return "a flag"
    case "Int", "Double", "CGFloat", "Float", "UInt", "CGSize", "CGPoint", "CGRect", "EdgeInsets",
      "Angle", "TimeInterval", "Duration", "Decimal", "Int32", "Int64", "UInt64", "Edge",
      "Alignment",
      "HorizontalAlignment", "VerticalAlignment", "UnitPoint":
      return "a number or measure"
    case "String", "LocalizedStringKey", "LocalizedStringResource", "AttributedString", "Text",
      "Character":
      return "a text"
    default: break
    }
    if let look = reasonForLook(of: base) { return look }
    return known.enumerations.contains(base) ? "a choice" : nil
  }

  /// Why a value of this type is how views look; nil where its name does not tell.
  private func reasonForLook(of type: String) -> String? {
    let looks: Set = [
      "Color", "Font", "Image", "Gradient", "Material", "AnyShapeStyle", "ColorScheme", "Animation",
      "UIColor", "UIFont", "NSColor", "NSFont", "Namespace",
    ]
    let endings = [
      "Theme", "Style", "Palette", "Appearance", "Typography", "Spacing", "Colors", "Fonts",
      "Metrics", "Layout", "Insets",
    ]
    let base = type.split(separator: ".").first.map(String.init) ?? type
    return looks.contains(base) || endings.contains { base.hasSuffix($0) } ? "a theme" : nil
  }
}

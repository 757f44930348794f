/// Says of findings what only all files together tell: whose value is read, by what name its readers
/// know a key, and what stays where it is.
struct InventoryJudge {
  private typealias Key = InventoryDeclarations.Key

  /// The properties by the names of their keys; nil where that may be one of two keys.
  private struct Properties {
    let whole: [Key: String?]
    /// By names with fewer of the names in front than are written.
    let shortened: [Key: String?]
  }

  let known: InventoryDeclarations
  private let all: Properties
  private let ofFiles: [String: Properties]

  init(known: InventoryDeclarations) {
    func properties(_ names: InventoryDeclarations.Names) -> Properties {
      let endings = names.properties.flatMap { key, property in
        Self.endings(of: key.name, known).dropFirst()
          .map { (Key(origin: key.origin, name: $0), property) }
      }
      return Properties(
        whole: names.properties, shortened: Dictionary(endings) { $0 == $1 ? $0 : nil })
    }
    self.known = known
    all = properties(known.names)
    ofFiles = known.namesOfFiles.filter { !$0.value.properties.isEmpty }.mapValues(properties)
  }

  func judged(_ finding: InventoryFinding) -> InventoryFinding {
    var result = finding
    var names: Set<String> = []
    result.services = finding.services
      .map { name(of: $0, finding.kind.origin, in: finding.file) }
      .filter { names.insert($0).inserted }
    guard finding.kind.origin == .environment else { return result }
    switch finding.kind {
    case .environmentRead, .environmentOverride:
      // What a closure sets may be of both kinds.
      let others = result.services.filter { !stays($0, in: finding.file) }
      if !others.isEmpty { result.services = others }
      guard let value = result.services.first else { return result }
      if let type = type(ofValue: value, in: finding.file) {
        result.stays = reason(for: type)
      } else if Self.ownValues.contains(value) {
        result.kind = .ownEnvironmentRead
        result.stays = "SwiftUI's own"
        result.doubt = nil
      } else if result.doubt == nil, !known.declares(Self.base(of: value)) {
        result.doubt = "'\(value)' is declared in none of these files"
      }
    case .entry, .environmentProperty, .environmentKey:
      if let value = result.services.first, let type = type(ofValue: value, in: finding.file) {
        result.stays = reason(for: type)
      }
    case .environmentObjectRead, .environmentObjectOverride, .observable:
      result.services = finding.services.map { model($0, in: finding.inside) }
      result.stays = result.services.first.flatMap(reasonForLook(of:))
    case .observableObject, .published, .stateObject, .observedObject:
      result.services = finding.services.map { model($0, in: finding.inside) }
    default: break
    }
    return result
  }

  /// The name that readers use: the property of a key, where these files have it.
  ///
  /// A key in a type may be written with the name of its module, or without. What the file says goes
  /// before what others say, for it may have a private key of that name.
  func name(of service: String, _ origin: InventoryFinding.Origin, in file: String) -> String {
    let keys = Self.endings(of: service, known).map { Key(origin: origin, name: $0) }
    let properties = [ofFiles[file], all].compactMap(\.self)
    for key in keys {
      for table in properties { if let found = table.whole[key] { return found ?? service } }
    }
    for table in properties {
      if let key = keys.first, let found = table.shortened[key] { return found ?? service }
    }
    return withoutModule(service)
  }

  /// `Key` of `Module.Key`, where a file imports the module and none declares a type of its name.
  private func withoutModule(_ name: String) -> String {
    let parts = name.partsOfType
    guard parts.count > 1, known.imports.contains(parts[0]), !known.declares(parts[0]) else {
      return name
    }
    return parts.dropFirst().joined(separator: ".")
  }

  /// The type of a value of the environment, `.some(nil)` where it is not known; nil where no file
  /// declares the value.
  private func type(ofValue name: String, in file: String) -> String?? {
    known.namesOfFiles[file]?.environment[name] ?? known.names.environment[name]
  }

  /// Whether a value of the environment is no service.
  private func stays(_ name: String, in file: String) -> Bool {
    type(ofValue: name, in: file).map { reason(for: $0) != nil } ?? Self.ownValues.contains(name)
  }

  /// The name of a model's type: with those of the types around it only where there are two of its name.
  private func model(_ written: String, in inside: [String]) -> String {
    let type = written.withoutArguments
    let base = Self.base(of: type)
    guard base.first?.isUppercase == true, let paths = known.types[base], paths.count > 1 else {
      return base.first?.isUppercase == true ? base : written
    }
    let around = inside.indices.map { inside[$0...].reversed().joined(separator: ".") + "." + type }
    if let path = (around + [type]).first(where: paths.contains) { return path }
    let ending = paths.filter { $0.hasSuffix("." + type) }
    return ending.count == 1 ? ending.first ?? type : type
  }

  /// The key or registration in whose value a type is made, by the name that readers use.
  func maker(of type: String, _ origin: InventoryFinding.Origin, in file: String) -> String? {
    let name = type.split(separator: ".").last.map(String.init) ?? type
    let maker = known.namesOfFiles[file]?.makers[name] ?? known.names.makers[name] ?? nil
    return maker.map { self.name(of: $0.service, origin, in: $0.file) }
  }

  /// `A.B.Key`, `B.Key` and `Key` of the first; what is a type here cannot be left out.
  private static func endings(of name: String, _ known: InventoryDeclarations) -> [String] {
    let parts = name.split(separator: ".")
    let count = parts.prefix { !known.declares(String($0)) }.count
    return (0...max(0, min(count, parts.count - 1))).map { parts[$0...].joined(separator: ".") }
  }

  /// Why a value of this type is no service; nil where it may be one.
  private func reason(for type: String?) -> String? {
    guard let type else { return nil }
    let name = type.filter { $0 != "(" && $0 != ")" }
    if name.hasPrefix("Binding<") { return "a binding" }
    let base = Self.base(of: name)
    guard base.first?.isUppercase == true else { return nil }
    if let look = reasonForLook(of: name) { return look }
    // What these files declare is theirs, whatever SwiftUI has of that name.
    guard !known.declares(base) else {
      return known.enumerations.contains(base) && !known.otherTypes.contains(base)
        ? "a choice" : nil
    }
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
    default: return nil
    }
  }

  /// The type among names: `Theme` of `App.Theme.dark` and of `Theme<Dark>`.
  private static func base(of type: String) -> String {
    let parts = type.withoutArguments.partsOfType
    return parts.last { $0.first?.isUppercase == true } ?? parts.last ?? type
  }

  /// Why a value of this type is how views look; nil where its name does not tell.
  private func reasonForLook(of type: String) -> String? {
    let looks: Set = [
      "Color", "Font", "Image", "Gradient", "Material", "AnyShapeStyle", "ColorScheme", "Animation",
      "UIColor", "UIFont", "NSColor", "NSFont", "Namespace",
    ]
    let endings = [
      "Theme", "Style", "Palette", "Appearance", "Typography", "Spacing", "Colors", "Fonts",
      "Insets",
    ]
    let first = type.withoutArguments.partsOfType.first { $0 != "SwiftUI" } ?? type
    let base = Self.base(of: type)
    return looks.contains(first) && !known.declares(first)
      || endings.contains { base.hasSuffix($0) } ? "a theme" : nil
  }
}

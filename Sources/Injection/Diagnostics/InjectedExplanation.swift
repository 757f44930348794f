/// Says which scope gives a key its value, which sources that hides, and who built the value from what.
///
/// See ``InjectedValues/explain(_:)-kby8``. Printed, it is the same as text.
public struct InjectedExplanation: Sendable, Hashable {
  /// Describes something that could give the value.
  public struct Source: Sendable, Hashable {
    /// What gives the value.
    public let kind: InjectedSourceKind
    /// The `#fileID:line` of the scope, or of what was prepared; `nil` for a default.
    public let place: String?
    /// The context that a default is for.
    public let context: InjectedContext?
    /// Whether there is a value to give: false for a live default that nobody has declared.
    public let exists: Bool
    /// Whether the value is made when it is first read, rather than assigned.
    public let isMade: Bool
  }

  /// Describes a key that was read for the value.
  public struct Read: Sendable, Hashable {
    /// The key's name.
    public let key: String
    /// What gave the value that was read.
    public let kind: InjectedSourceKind
    /// The place of the scope that owns it; `nil` for the process.
    public let owner: String?
    /// What it was built from in turn, where it was built.
    public let reads: [Read]
    let id: ID
    let keyType: any (Any & SendableMetatype).Type
    let lifetime: InjectedLifetime
    /// Where it is kept; `nil` for the process.
    let keeper: Home.Mark?

    /// Whether two tell the same.
    ///
    /// - Complexity: O(*n*) for *n* values that they were built from, however often each was read.
    public static func == (one: Read, other: Read) -> Bool { one.description == other.description }

    /// Hashes what it tells.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }

  /// Describes a value that was built and is kept.
  public struct Built: Sendable, Hashable {
    /// The accessor whose read built it.
    public let firstReader: String
    /// The place of the scope that owns it; `nil` for the process.
    public let owner: String?
    /// The keys that were read directly while it was built, in order.
    public let reads: [Read]
  }

  /// The key's name.
  public let key: String
  /// The lifetime that the key declares.
  public let lifetime: InjectedLifetime
  /// What gives the value.
  public let source: Source
  /// What a decoration wraps, or a contribution adds to, from the nearest to the value itself; empty for
  /// other sources.
  public let decorated: [Source]
  /// What else would give a value if the source were not there, the nearest first.
  public let shadowed: [Source]
  /// The places of the scopes around the reader, the innermost first.
  public let scopes: [String]
  /// What has been built, for a default, registration or decoration; `nil` where nothing is kept.
  public let built: Built?
  /// Whether `InjectedValues.prepare` makes the value, and no read does.
  let isPrepared: Bool
}

extension InjectedExplanation: CustomStringConvertible {
  /// The explanation as lines of text.
  public var description: String {
    var text = "\(key): \(source.description)"
    if !decorated.isEmpty { text += "\n  wraps: " + Self.list(decorated) }
    if source.isMade, source.exists {
      if let built {
        let owner = built.owner.map { "the scope of " + $0 } ?? "the process"
        text += "\n  kept by \(owner), built by a read through '\(built.firstReader)'"
        text += "\n  built from: " + (built.reads.isEmpty ? "nothing" : Read.list(built.reads))
      } else {
        let time = lifetime == .transient ? "built at each read" : "built at the next read"
        text += "\n  " + (isPrepared ? "not made yet by 'InjectedValues.prepare'" : time)
      }
    }
    text += "\n  lifetime: " + lifetime.description
    text += "\n  shadows: " + (shadowed.isEmpty ? "nothing" : Self.list(shadowed))
    return text + "\n  scopes: " + (scopes.isEmpty ? "none" : scopes.joined(separator: ", inside "))
  }

  private static func list(_ parts: [Source]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }
}

extension InjectedExplanation.Read: CustomStringConvertible {
  /// The key, what gave it, and what that was built from, as in `StoreKey (default, process) from …`.
  ///
  /// What a value was built from is told once, also where several values were built from that one.
  public var description: String { Self.list([self]) }

  fileprivate static func list(_ reads: [Self]) -> String {
    var told: Set<String> = []
    func text(of reads: [Self]) -> String {
      let texts = reads.map { read in
        if read.reads.isEmpty { return read.name }
        let isNew = told.insert(read.name + read.reads.map(\.name).joined()).inserted
        return read.name + (isNew ? " from [" + text(of: read.reads) + "]" : " as above")
      }
      return texts.joined(separator: ", ")
    }
    return text(of: reads)
  }

  private var name: String { "\(key) (\(kind.rawValue), \(owner ?? "process"))" }
}

extension InjectedExplanation.Source: CustomStringConvertible {
  /// The source in words, as in `override at App/Main.swift:12`.
  public var description: String {
    if let context { return (exists ? "" : "no ") + context.rawValue + " default" }
    return kind.rawValue + (place.map { " at \($0)" } ?? "")
  }
}

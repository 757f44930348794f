/// Lists everything that ``InjectedValues/verify(_:fileID:line:)`` found.
public struct InjectedVerificationError: Error, Sendable {
  /// Describes a key that has neither a live value nor a registration.
  public struct Missing: Sendable {
    let id: ObjectIdentifier
    /// The key's name.
    public let key: String
    /// The accessor that read it; `nil` where the key itself was verified.
    public let accessor: String?
    /// The keys that were being built when it was read, outermost first, and the key itself.
    public let path: [String]
    let howToProvide: String
  }

  /// Describes keys that need each other.
  public struct Cycle: Sendable {
    let ids: [ObjectIdentifier]
    /// The keys' names in the order of reading; the last is the first again.
    public let path: [String]
  }

  /// The keys without a value to give.
  public internal(set) var missing: [Missing] = []
  /// The cycles, each once, wherever it is entered.
  public internal(set) var cycles: [Cycle] = []
  /// What else would have ended the process, as it would have been reported.
  public internal(set) var failures: [String] = []

  var count: Int { missing.count + cycles.count + failures.count }
}

extension InjectedVerificationError: CustomStringConvertible {
  /// One line for each thing that was found, with what to write for a missing value.
  public var description: String {
    let missing = missing.map { one in
      let reader = one.accessor.map { ", read through '\($0)'" } ?? ""
      let path = one.path.count > 1 ? " (" + one.path.joined(separator: " → ") + ")" : ""
      return "no live value for \(one.key)\(reader)\(path). \(one.howToProvide)."
    }
    let cycles = cycles.map { "a cycle of defaults: " + $0.path.joined(separator: " → ") }
    let title = "verification found \(count) \(count == 1 ? "problem" : "problems"):"
    return ([title] + missing + cycles + failures).joined(separator: "\n- ")
  }
}

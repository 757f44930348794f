/// Says how long a default that a key has built is kept.
///
/// An override outranks every lifetime: what a scope assigns is read as it was assigned.
public struct InjectedLifetime: Sendable, Hashable {
  enum Kind: Sendable { case cached, transient, session, weak }

  let kind: Kind

  /// Whether what keeps a default holds it, for as long as that is there.
  var isLasting: Bool { kind == .cached || kind == .session }

  /// Kept for the world: one instance, built at the first read; anew in a scope that overrides
  /// what it read.
  public static let cached = InjectedLifetime(kind: .cached)

  /// Not kept: built at each read.
  ///
  /// What it read passes on to whatever is being built around it.
  public static let transient = InjectedLifetime(kind: .transient)

  /// Kept for the innermost session; outside every session a read is an error in the live
  /// context, and kept for the world in the others.
  public static let session = InjectedLifetime(kind: .session)

  /// Kept as long as somebody else holds it, one slot for each owning scope.
  ///
  /// For classes, and optionals of them: the first read of anything else ends the process.
  public static let weak = InjectedLifetime(kind: .weak)
}

extension InjectedLifetime: CustomStringConvertible {
  /// The lifetime's name, as in `cached`.
  public var description: String { String(describing: kind) }
}

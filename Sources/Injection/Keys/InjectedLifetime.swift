/// Says how long a default that a key has built is kept.
///
/// An override outranks every lifetime: what a scope assigns is read as it was assigned.
public struct InjectedLifetime: Sendable, Hashable {
  enum Kind: Sendable { case cached, transient, session, weak }

  let kind: Kind

  /// Whether the home that keeps a default holds it for as long as that home exists.
  var isLasting: Bool { kind == .cached || kind == .session }

  /// Kept for the world: one instance, built at the first read; a scope that overrides a key that the instance
  /// was built from has another one.
  public static let cached = InjectedLifetime(kind: .cached)

  /// Not kept: built at each read.
  ///
  /// What it read passes on to whatever is being built around it.
  public static let transient = InjectedLifetime(kind: .transient)

  /// Kept for the innermost session; outside every session, a read is an error in the live context, and in the
  /// others the default is kept for the world.
  public static let session = InjectedLifetime(kind: .session)

  /// Kept as long as somebody else holds the value, one for each owning scope.
  ///
  /// For classes, and optionals of them: the first read of anything else ends the process.
  public static let weak = InjectedLifetime(kind: .weak)
}

extension InjectedLifetime: CustomStringConvertible {
  /// The lifetime's name, as in `cached`.
  public var description: String { String(describing: kind) }
}

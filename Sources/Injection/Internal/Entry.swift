import Synchronization

/// What a lookup ends in: an override in a scope, or an instance that was built.
///
/// The fast path of a read checks the tag, downcasts without a check to the class that the tag
/// stands for, and copies the value out.
@usableFromInline
class Entry: @unchecked Sendable {
  // Unchecked: every stored property of this class and of its subclasses is immutable, atomic or
  // inside a Mutex, except where a comment at the property proves more. `Value`s are Sendable.

  /// Which class the entry is of, where that matters; only the first two have a value to be read
  /// straight away.
  @usableFromInline
  enum Tag {
    @usableFromInline static let override: UInt8 = 1
    @usableFromInline static let instance: UInt8 = 2
    /// A class of which nothing has to be known.
    @usableFromInline static let other: UInt8 = 0
    static let weakInstance: UInt8 = 3
    static let recipe: UInt8 = 4
    static let world: UInt8 = 5
    static let recording: UInt8 = 6
    static let preparation: UInt8 = 7
    /// The scope of a build, whose outer scope can still change.
    static let build: UInt8 = 8
    /// A ``JunctionNode``, whose outer scope can change as well: no other class comes after these two.
    static let junction: UInt8 = 9
  }

  @usableFromInline let tag: UInt8
  /// Retained until the entry goes; unmanaged, so that the fast path counts no reference to it.
  ///
  /// Written once more, before anybody else sees the entry; see ``belong(to:)``.
  private final var heldSession: Unmanaged<SessionState>?

  init(tag: UInt8, session: SessionState?) {
    self.tag = tag
    self.heldSession = session.map { .passRetained($0) }
  }

  deinit {
    heldSession?.release()
  }

  /// The session that the entry belongs to; `nil` outside every session.
  final var session: SessionState? { heldSession?.takeUnretainedValue() }

  /// Says which session a new entry belongs to, which only its maker knows of yet.
  final func belong(to session: SessionState) {
    precondition(heldSession == nil, "An entry belongs to one session.")
    heldSession = .passRetained(session)
  }

  /// Whether the entry belongs to a session.
  @inline(__always)
  final var isInSession: Bool { heldSession != nil }

  /// Whether the entry belongs to a session that has ended.
  @inline(__always)
  final var isOfEndedSession: Bool {
    heldSession?._withUnsafeGuaranteedRef { $0.isEnded } ?? false
  }

  /// The entry as an instance, if it is one.
  @inline(__always)
  final var asInstance: Instance? {
    tag == Tag.instance || tag == Tag.weakInstance
      ? unsafeDowncast(self, to: Instance.self) : nil
  }

  /// The entry as a scope, if it is one.
  @inline(__always)
  final var asScope: ScopeNode? {
    tag == Tag.instance || tag == Tag.weakInstance
      ? nil : unsafeDowncast(self, to: ScopeNode.self)
  }
}

import Synchronization

/// What a lookup ends in: an override in a scope, or an instance that was built.
///
/// The fast path of a read checks the tag, downcasts without a check to the class that the tag
/// stands for, and copies the value out.
@usableFromInline
class Entry: @unchecked Sendable {
  // Unchecked: every stored property of this class and of its subclasses is immutable, atomic or
  // inside a Mutex, except where a comment at the property proves more. `Value`s are Sendable.

  /// Whether the value can be read straight away, and from which class.
  @usableFromInline
  enum Tag {
    @usableFromInline static let override: UInt8 = 1
    @usableFromInline static let instance: UInt8 = 2
    /// Neither: only the slow path knows what to do.
    @usableFromInline static let slow: UInt8 = 0
    /// The scope of a build, whose outer scope can still change.
    static let build: UInt8 = 3
    /// A ``JunctionNode``, whose outer scope can change as well.
    static let junction: UInt8 = 4
  }

  @usableFromInline let tag: UInt8
  /// The session that the entry belongs to; `nil` outside every session.
  @usableFromInline final let session: SessionState?

  init(tag: UInt8, session: SessionState?) {
    self.tag = tag
    self.session = session
  }

  /// Whether the entry belongs to a session that has ended.
  @inline(__always)
  final var isOfEndedSession: Bool { session?.isEnded ?? false }
}

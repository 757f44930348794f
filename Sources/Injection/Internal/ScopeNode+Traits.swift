extension ScopeNode {
  /// What holds for a node; all but the first also for those on top of it.
  @usableFromInline
  struct Traits: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable static var captured: Traits { Traits(rawValue: 1) }
    @inlinable static var recorded: Traits { Traits(rawValue: 2) }
    @inlinable static var preparing: Traits { Traits(rawValue: 4) }
    @inlinable static var onJunction: Traits { Traits(rawValue: 8) }
    @inlinable static var onGraft: Traits { Traits(rawValue: 16) }
    @inlinable static var onBuild: Traits { Traits(rawValue: 32) }

    /// What holds for a node on top as well.
    var inherited: Traits { subtracting(.captured) }
  }

  final var isCaptured: Bool { traits.contains(.captured) }

  /// Whether a recording may see what is read here; see ``RecordingNode``.
  @inlinable final var isRecorded: Bool { traits.contains(.recorded) }

  /// Whether an update that prepares ran around the node when it was made.
  final var mayBePreparing: Bool { traits.contains(.preparing) }

  /// Whether there is a junction further out, beyond which the chain holds nothing.
  final var isOnJunction: Bool { traits.contains(.onJunction) }

  /// Whether there is the scope of a build in the chain, which may have ended.
  final var isOnBuild: Bool { traits.contains(.onBuild) }

  /// Whether the chain has copies of scopes in it that run elsewhere; see ``Scopes/graft(_:on:)``.
  final var isOnGraft: Bool { traits.contains(.onGraft) }

  // MARK: Kinds

  /// Whether the scope around the node can change.
  @inline(__always)
  final var isLoose: Bool { tag >= Tag.build }

  /// Whether the chain goes on in a scope that it does not hold.
  @inline(__always)
  final var isJunction: Bool { tag == Tag.junction }

  @inline(__always)
  final var asBuild: BuildNode? {
    tag == Tag.build ? unsafeDowncast(self, to: BuildNode.self) : nil
  }

  final var asJunction: JunctionNode? {
    tag == Tag.junction ? unsafeDowncast(self, to: JunctionNode.self) : nil
  }

  final var asRecording: RecordingNode? {
    tag == Tag.recording ? unsafeDowncast(self, to: RecordingNode.self) : nil
  }

  final var asRecipe: RecipeNode? {
    tag == Tag.recipe ? unsafeDowncast(self, to: RecipeNode.self) : nil
  }
}

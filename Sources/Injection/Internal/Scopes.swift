import Synchronization

/// What the task-local holds: a scope, or `nil` outside every scope.
///
/// Not the bare optional, which the runtime copies by the witnesses of a generic enum.
@usableFromInline
struct BoundScope: Sendable {
  @usableFromInline let node: ScopeNode?

  @inlinable
  init(_ node: ScopeNode?) { self.node = node }
}

/// The scope that the current task runs in.
@usableFromInline
enum Scopes {
  /// The binding itself; not by the macro, so that clients can inline what enters a scope.
  @usableFromInline static let binding = TaskLocal(wrappedValue: BoundScope(nil))

  /// The scope that the current task runs in; `nil` outside every scope.
  @inline(never)
  @usableFromInline static var current: ScopeNode? { running?.takeUnretainedValue() }

  /// The same scope, to be used while the task is in it, which is as long as the caller runs.
  ///
  /// `TaskLocal.get()` retains what it gives. That costs a fifth of a read, and makes threads that
  /// read in one scope wait for each other's counts.
  ///
  /// The attribute is that of ``HeldByWrapper/isScope(of:)``.
  @usableFromInline static var running: Unmanaged<ScopeNode>? {
    @_effects(releasenone) get {
      boundTaskLocal(key)?.load(as: Unmanaged<ScopeNode>?.self)
    }
  }

  /// Runs an operation in a scope.
  ///
  /// The error travels in a result: `withValue` only rethrows.
  @inlinable
  static func enter<R, E: Error>(
    _ scope: ScopeNode?, _ operation: () throws(E) -> R
  ) throws(E) -> R {
    let opening = OpenScopes.open(scope)
    defer { opening.close() }
    let result: Result<R, E> = knownBinding._withUnsafeGuaranteedRef {
      $0.withValue(BoundScope(scope)) {
        do throws(E) {
          return .success(try operation())
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  /// Runs an asynchronous operation in a scope, keeping the caller's isolation.
  @inlinable
  nonisolated(nonsending) static func enter<R, E: Error>(
    _ scope: ScopeNode?, _ operation: nonisolated(nonsending) () async throws(E) -> R
  ) async throws(E) -> R {
    try await enter(scope, isolation: #isolation, operation)
  }

  /// The closure is isolated to the parameter that it captures: so it never leaves the caller's
  /// actor, where one that only inherits its isolation would leave it and come back.
  @inlinable
  static func enter<R, E: Error>(
    _ scope: ScopeNode?, isolation: isolated (any Actor)?,
    _ operation: nonisolated(nonsending) () async throws(E) -> R
  ) async throws(E) -> R {
    let opening = OpenScopes.open(scope)
    defer { opening.close() }
    let result: Result<R, E> = await binding.withValue(BoundScope(scope)) {
      _ = isolation
      do throws(E) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The binding, found without the check of a lazy `static`.
  @usableFromInline static var knownBinding: Unmanaged<TaskLocal<BoundScope>> { .fromOpaque(key) }

  private static var key: UnsafeRawPointer {
    UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed)) ?? bindingAddress()
  }

  /// The address of the binding once it is known, found without the check of a lazy `static`.
  private static let address = Atomic<UInt>(0)

  @inline(never)
  private static func bindingAddress() -> UnsafeRawPointer {
    let known = UnsafeRawPointer(Unmanaged.passUnretained(binding).toOpaque())
    address.store(UInt(bitPattern: known), ordering: .relaxed)
    return known
  }
}

/// The entry of a key, where nothing has to be walked, recorded, built or kept alive.
///
/// Follows references without counting them: the caller keeps the reader's scope alive. A function
/// of its own: a method would be called through a thunk that drops `self`.
@usableFromInline
func entryAtHand(
  of key: ObjectIdentifier, in reader: Unmanaged<ScopeNode>?
) -> Unmanaged<Entry>? {
  let extras: Unmanaged<ScopeExtras>?
  if let reader {
    if reader._withUnsafeGuaranteedRef({ $0.overrides(key) }) {
      return .unlessEnded(reader.toOpaque())
    }
    extras = reader._withUnsafeGuaranteedRef { $0.borrowedExtras }
  } else {
    extras = ProcessScope.borrowedExtras
  }
  guard let slots = extras?._withUnsafeGuaranteedRef({ $0.borrowedSlots }),
    let entry = UnsafeRawPointer(bitPattern: slots.find(Slot.value(of: key)))
  else { return nil }
  return .unlessEnded(entry)
}

extension Unmanaged<Entry> {
  /// The entry at an address, unless its session has ended.
  @inline(__always)
  fileprivate static func unlessEnded(_ address: UnsafeRawPointer) -> Unmanaged? {
    let entry = fromOpaque(address)
    return entry._withUnsafeGuaranteedRef { $0.isOfEndedSession } ? nil : entry
  }
}

extension Scopes {
  /// The scope that the current task runs in; outside every scope, the world of the test that it
  /// runs for, if it runs for one.
  @inline(never)
  @usableFromInline static var enclosing: ScopeNode? {
    current ?? OpenScopes.testWorld
  }

  /// A chain of the reader's scopes on top of the owner's, without what encloses both.
  ///
  /// This is rule 1 for a reader and an owner in two branches: what is new since the owner was
  /// created, then what it was created with.
  static func graft(_ reader: ScopeNode, on owner: ScopeNode) -> ScopeNode {
    var branch: [ScopeNode] = []
    var node: ScopeNode? = reader
    while let scope = node, !scope.encloses(owner) {
      branch.append(scope)
      node = scope.up
    }
    // What the owner was created in decides the world.
    branch.removeAll { $0.isLoose || $0.tag == Entry.Tag.world }
    if branch.isEmpty { return owner }
    let base = ScopeNode(key: Never.self, outer: owner, place: owner.place, grafted: true)
    return branch.reversed().reduce(base) { $1.graft(on: $0) }
  }
}

import Synchronization

// Reads what the current task is bound to. With `INJECTION_PLAIN`, by the task-local's own `get()`, which
// counts the scope; else in place, which counts nothing.

extension Scope {
  /// The scope that the current task is bound to; `nil` outside every scope.
  @usableFromInline static var bound: Scope? {
    #if INJECTION_PLAIN
      binding.get().scope
    #else
      inPlace?.pointee.values.scope
    #endif
  }
}

extension InjectedValues {
  /// Calls an accessor with the values that a reader sees now through an owner, which was created in a scope.
  @inlinable @inline(__always)
  static func reading<Value>(by owner: Scope?, _ accessor: (InjectedValues) -> Value) -> Value {
    #if INJECTION_PLAIN
      BoundValues(values: Scope.binding.get()).read(by: owner, accessor)
    #else
      guard let bound = Scope.inPlace else { return accessor(InjectedValues(scope: owner)) }
      return bound.pointee.read(by: owner, accessor)
    #endif
  }
}

/// The value of the task-local, in place: a type that cannot be copied, so that no reference in it is counted.
@usableFromInline
struct BoundValues: ~Copyable {
  @usableFromInline let values: InjectedValues

  #if INJECTION_PLAIN
    @inlinable
    init(values: InjectedValues) { self.values = values }
  #endif

  @inlinable @inline(never)
  borrowing func read<Value>(by owner: Scope?, _ accessor: (InjectedValues) -> Value) -> Value {
    if let owner, owner !== values.scope {
      guard let scope = values.scope else { return accessor(InjectedValues(scope: owner)) }
      if !scope.isInside(owner) { return accessor(InjectedValues(scope: scope, owner: owner)) }
    }
    return accessor(values)
  }
}

#if !INJECTION_PLAIN
  extension Scope {
    /// What the current task is bound to, in place and not counted: the binding holds it for as long as
    /// the caller runs.
    ///
    /// `nil` outside every scope.
    @usableFromInline static var inPlace: UnsafePointer<BoundValues>? {
      let key = UnsafeRawPointer(bitPattern: bindingAddress.load(ordering: .relaxed))
      return boundTaskLocal(key ?? findBinding())?.assumingMemoryBound(to: BoundValues.self)
    }

    /// The address of the task-local, once it has been asked for: that is never freed.
    private static let bindingAddress = Atomic<UInt>(0)

    @inline(never)
    private static func findBinding() -> UnsafeRawPointer {
      let key = UnsafeRawPointer(Unmanaged.passUnretained(binding).toOpaque())
      bindingAddress.store(UInt(bitPattern: key), ordering: .relaxed)
      return key
    }
  }

  /// Gives the address of the value that is bound to a task-local; `nil` where none is.
  ///
  /// The runtime's function beneath `TaskLocal.get()`, which the standard library's inlinable code
  /// calls in its clients: so it is part of the stable interface of every platform. On one without it,
  /// a program does not link.
  @_silgen_name("swift_task_localValueGet")
  private func boundTaskLocal(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
#endif

extension Scope {
  /// The task-local, declared without the macro, so that clients can inline what enters a scope.
  @usableFromInline static let binding = TaskLocal(wrappedValue: InjectedValues(scope: nil))

  /// The scope that the caller runs in; outside every scope, the world of the test that the caller surely runs
  /// for, if there is one.
  static var enclosing: Scope? { bound ?? OpenScopes.testWorld }

  /// The scope that a wrapper captures: none where a test's arguments are made, which are for no case of it yet.
  @usableFromInline static var capturing: Scope? {
    if let bound { return bound }
    let world = OpenScopes.testWorld
    return world?.span?.test?.isGroup ?? false ? nil : world
  }

  /// Runs an operation in a scope.
  ///
  /// The error travels in a result: `withValue` only rethrows.
  @inlinable
  static func enter<R, E: Error>(
    _ scope: consuming Scope?, _ operation: () throws(E) -> R
  ) throws(E) -> R {
    let opening = OpenScopes.open(scope)
    defer { OpenScopes.close(opening) }
    return try binding.withValue(InjectedValues(scope: scope)) { Result(catching: operation) }.get()
  }

  /// Runs an asynchronous operation in a scope, keeping the caller's isolation.
  ///
  /// The types are those of `TaskLocal.withValue`: a closure that keeps its caller's isolation could not
  /// pass what it captures to an asynchronous function in clients with default settings.
  ///
  /// The closure is isolated to the parameter that it captures: so it never leaves the caller's
  /// actor, where one that only inherits its isolation would leave it and come back.
  @inlinable
  static func enter<R, E: Error>(
    _ scope: Scope?, isolation: isolated (any Actor)?,
    _ operation: @concurrent () async throws(E) -> R
  ) async throws(E) -> R {
    let opening = OpenScopes.open(scope)
    defer { OpenScopes.close(opening) }
    let result: Result<R, E> = await binding.withValue(InjectedValues(scope: scope)) {
      _ = isolation
      do throws(E) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension Scope {
  /// The scope in which a reader reads through an owner that was created in another one.
  ///
  /// It is the reader's scope, the owner's, or a merged one that holds both.
  static func standing(reader: Scope?, owner: Scope?) -> Scope? {
    guard let owner else { return reader }
    guard let reader else { return owner }
    if reader.isInside(owner) { return reader }
    let (mine, theirs) = (reader.home, owner.home)
    let merged = Home.merging(mine, onto: theirs)
    if merged === mine { return reader }
    // A build that runs here notes what it reads there.
    if merged === theirs, reader.readingBuild?.active == nil { return owner }
    return Scope(at: merged, outer: owner, also: reader, keepsOpen: false)
  }

  /// The scope that a model reads in from here: the model's own, with what is new around the caller.
  ///
  /// Looks for the first stored `Injected` in the model, its superclasses and its stored structures; a model
  /// may be an `Injected` itself. A model without one goes on in the caller's scope.
  static func continuing(from model: Any) -> Scope? {
    if let wrapper = model as? any ScopeCapturing {
      return standing(reader: enclosing, owner: wrapper.owner)
    }
    let mirror = Mirror(reflecting: model)
    // A weak reference gives an optional model.
    if mirror.displayStyle == .optional, let wrapped = mirror.children.first {
      return continuing(from: wrapped.value)
    }
    return standing(
      reader: enclosing, owner: owner(in: mirror, isolatedTo: model as? any Actor) ?? nil)
  }

  private static func owner(in mirror: Mirror, isolatedTo actor: (any Actor)? = nil) -> Scope?? {
    var structures: [Mirror] = []
    for mirror in sequence(first: mirror, next: \.superclassMirror) {
      for child in mirror.children {
        if let wrapper = child.value as? any ScopeCapturing { return .some(wrapper.owner) }
        // Nobody else reads a property that the actor may be changing; its `$defaultActor` is not read.
        if child.label != "$defaultActor" {
          actor?.preconditionIsolated(
            "call 'withInjectedValues(from:)' in the actor, or declare its '@Injected' first")
        }
        let mirror = Mirror(reflecting: child.value)
        if [.struct, .optional, .tuple].contains(mirror.displayStyle) { structures.append(mirror) }
      }
    }
    for structure in structures {
      if let found = owner(in: structure) { return found }
    }
    return nil
  }
}

extension Scope {
  /// This scope, in the caller's world unless it has one itself.
  var inWorldOfCaller: Scope {
    guard TestSupport.isPresent, let caller = Scope.enclosing,
      home.world === Scope.process.home.world
    else { return self }
    return Scope.standing(reader: self, owner: caller.world) ?? self
  }

  /// The world outside all scopes around, as a scope.
  var world: Scope {
    let root = home.ancestor(at: .max)
    return root === Scope.process.home ? .process : Scope(at: root, keepsOpen: false)
  }
}

/// What reflection looks for in a model.
protocol ScopeCapturing {
  var owner: Scope? { get }
}

extension Injected: ScopeCapturing {}

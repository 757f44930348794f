/// A stretch of the program's life, such as a login, with overrides and values of its own.
///
/// ```swift
/// let session = InjectedSession { $0.user = user }
/// session.onEnd(DatabaseKey.self) { await $0.close() }
/// await session.run { await sync() }
/// await session.end()
/// ```
///
/// A session is a scope on top of the one that it is created in. The values that keys with the lifetime
/// ``InjectedLifetime/session`` build inside `run` are kept in the session until
/// ``end(throwing:drain:)``, and so is the value of every other default that reads such a value, or one of
/// the session's overrides. A scope inside the session that overrides a key which a session value has read
/// has a value of its own, which goes with that scope. Sessions do not see each other, unless one is created
/// inside another: then the inner one inherits the outer one's overrides, and has session values of its own.
///
/// Inside `run`, the session is inherited as every scope is: by `Task {}`, `async let` and task
/// groups, not by `Task.detached`, dispatch queues and callbacks.
///
/// Once the session has ended, a read that resolves to anything of it (one of its overrides, or a
/// value that was kept in it) is reported, once for each reader: whether a task still runs in the
/// session, or an owner which was created in it reads `@Injected` elsewhere. The read gives the value if others
/// still hold it, or one that is made anew and kept by nobody. A read of anything else goes on as ever.
///
/// Hold the session as long as it is to last. A session that is dropped without ``end(throwing:drain:)``
/// reports an issue if it has teardowns, and runs them in a task that nobody waits for.
public final class InjectedSession: Sendable {
  let life: SessionLife

  /// Creates a session on top of the current scope, with overrides.
  ///
  /// - Parameters:
  ///   - update: Assigns to the values; sees its own earlier assignments. When it throws, there is
  ///     no session.
  ///   - fileID: The file that makes the session, for messages.
  ///   - line: The line that makes the session, for messages.
  /// - Throws: What the update throws.
  /// - Complexity: O(*n*) for *n* assignments.
  public init<E: Error>(
    _ update: (inout InjectedValues) throws(E) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(E) {
    let place = SourcePlace(fileID, line)
    let outer = Scope.enclosing
    var span = Span(place: place, around: outer)
    var values = InjectedValues(scope: Self.scope(of: span, around: outer, isUpdating: true))
    // The session stands on the saved values that the update has put in the place of its own, if any.
    let made = try values.changed(at: place, by: update) { saved in
      if saved?.span === span { return nil }
      span = Span(place: place, around: saved?.inWorldOfCaller ?? outer?.world)
      return span
    }
    if made?.span !== span { span = Span(place: place, around: made) }
    let scope = made?.span === span ? made ?? .process : Self.scope(of: span, around: made)
    scope.seal()
    // The recordings around its maker see the session's overrides, whether it is entered or not.
    for recording in scope.recordings { recording.noteEntering(scope) }
    life = SessionLife(span: span, scope: scope)
  }

  private static func scope(
    of span: Span, around outer: Scope?, isUpdating: Bool = false
  ) -> Scope {
    Scope(
      outer: outer, own: Recipe(SessionKey.self, .mark), place: span.place, span: span,
      watch: Scope.watch(around: outer), isUpdating: isUpdating)
  }

  /// Creates a session on top of the current scope, without overrides.
  ///
  /// - Parameters:
  ///   - fileID: The file that makes the session, for messages.
  ///   - line: The line that makes the session, for messages.
  public convenience init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.init({ _ in }, fileID: fileID, line: line)
  }

  deinit { life.drop() }

  /// Runs an operation in the session.
  ///
  /// The operation sees the session on top of the scope that the session was created in; the
  /// caller's own scope is left out, and restored after it. Once ``end(throwing:drain:)`` has been called, a call
  /// of `run` is an issue, unless it comes from inside the session while that drains, or from a teardown. The
  /// operation runs in any case, in what is left of the session.
  ///
  /// - Parameter operation: What to run, on the caller's thread.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public func run<R, E: Error>(_ operation: () throws(E) -> R) throws(E) -> R {
    let scope = life.begin()
    defer { life.span.endOperation() }
    return try Scope.enter(scope, operation)
  }

  /// Runs an asynchronous operation in the session, keeping the caller's isolation.
  ///
  /// As the synchronous form.
  ///
  /// - Parameters:
  ///   - operation: What to run.
  ///   - isolation: The caller's isolation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @discardableResult
  public func run<R, E: Error>(
    _ operation: @concurrent () async throws(E) -> R,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(E) -> R {
    let scope = life.begin()
    let stay = SessionStay(in: life.span)
    defer { stay.end() }
    let result: Result<R, E> = await SessionStay.binding.withValue(stay) {
      do throws(E) {
        return .success(try await Scope.enter(scope, isolation: isolation, operation))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

import Synchronization

/// Finds scopes that nobody but their own services holds.
///
/// When the world of a test that asks for it ends, such a scope dies on the thread that lets go of its instances.
enum ScopeCycles {
  private struct Release: Sendable {
    let thread: ThreadID
    let home: Home
    let key: any (Any & SendableMetatype).Type
    let test: TestIdentity?
  }

  private static let count = Atomic(0)
  private static let releases = Guarded<[Release]>([])

  static func release(_ kept: inout [Home.Kept], in world: Span) {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    while !kept.isEmpty {
      noteLast(of: kept, in: world)
      Home.releaseLast(of: &kept)
      _ = takeRelease()
    }
  }

  /// Apart from its caller, so that this does not hold the instance when it is released.
  @inline(never)
  private static func noteLast(of kept: [Home.Kept], in world: Span) {
    guard let (home, instance) = kept.last else { return }
    let release = Release(thread: .current, home: home, key: instance.trace.key, test: world.test)
    releases.withLock { $0.append(release) }
  }

  private static func takeRelease() -> Release? {
    releases.withLock { releases in
      releases.lastIndex { $0.thread == .current }.map { releases.remove(at: $0) }
    }
  }

  /// Notes that a scope dies; reports the scope, if a service that is kept there, or further in, was all that held it.
  ///
  /// The scopes around it die with it, and are not reported; what a world keeps may hold the world's scope.
  static func noteEnd(of home: Home) {
    guard !home.mark.isWorld, count.load(ordering: .relaxed) > 0, let release = takeRelease() else {
      return
    }
    if release.home.chain.contains(where: { $0 === home }) {
      IssueReporter.scopeCycle(home.place, keptAliveBy: release.key, in: release.test)
    } else {
      releases.withLock { $0.append(release) }
    }
  }
}

/// Which runner waits for which build, until the build ends or the runner leaves off.
///
/// Indexed from both sides: with thousands of runners, none looks through the waits of others.
struct Waits: Sendable {
  private typealias Wait = (runner: Builds.Runner, build: Build)

  /// The builds that each runner waits for, and the waits for the builds that it runs.
  private var awaited: [Builds.Runner: [Build]] = [:]
  private var waits: [Builds.Runner: [Wait]] = [:]

  /// Returns the builds that a runner waits for.
  func awaited(by runner: Builds.Runner) -> [Build] { awaited[runner] ?? [] }

  /// Returns the runners that wait for a reader, directly or through others, and the reader itself.
  func runners(waitingFor reader: Builds.Runner) -> Set<Builds.Runner> {
    var found: Set<Builds.Runner> = [reader]
    var rest = [reader]
    while let next = rest.popLast() {
      for wait in waits[next] ?? [] where found.insert(wait.runner).inserted {
        rest.append(wait.runner)
      }
    }
    return found
  }

  mutating func begin(_ runner: Builds.Runner, for build: Build) {
    awaited[runner, default: []].append(build)
    waits[build.runner, default: []].append((runner, build))
  }

  /// Ends a wait for an asynchronous build, the only one of its runner.
  mutating func end(_ runner: Builds.Runner, for build: Build) {
    guard let index = waits[build.runner]?.firstIndex(where: { $0.runner == runner })
    else { return }
    waits[build.runner]?.remove(at: index)
    if waits[build.runner]?.isEmpty == true { waits[build.runner] = nil }
    forget(build, of: runner)
  }

  /// Ends all waits for a build.
  mutating func end(for build: Build) {
    // A removal hashes, also where there is nothing.
    guard !waits.isEmpty, let all = waits.removeValue(forKey: build.runner) else { return }
    let others = all.filter { $0.build !== build }
    if !others.isEmpty { waits[build.runner] = others }
    for wait in all where wait.build === build { forget(build, of: wait.runner) }
  }

  private mutating func forget(_ build: Build, of runner: Builds.Runner) {
    guard let index = awaited[runner]?.firstIndex(where: { $0 === build }) else { return }
    awaited[runner]?.remove(at: index)
    if awaited[runner]?.isEmpty == true { awaited[runner] = nil }
  }
}

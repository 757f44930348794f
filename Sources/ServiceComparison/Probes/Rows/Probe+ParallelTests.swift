internal import EnvironmentTree
internal import Injection
internal import InjectionTree

extension Probe {
  static let parallelTests = Probe(
    "parallel-tests", "Eight tests in parallel, each with its own mock", recipe: 12,
    asks: [
      Question("tests that saw their own in a view", .equal(.count(8))),
      Question("tests that saw their own without a view", .equal(.count(8))),
    ],
    container: Trial("eight scopes, open together") { _ in
      let seen = await inScopes()
      return [
        "tests that saw their own in a view": .count(seen.count { $0.0 }),
        "tests that saw their own without a view": .count(seen.count { $0.1 }),
      ]
    },
    environment: Trial("eight trees, mounted together") { _ in
      let seen = await inTrees()
      return [
        "tests that saw their own in a view": .count(seen.count { $0.0 }),
        "tests that saw their own without a view": .count(seen.count { $0.1 }),
      ]
    })

  @concurrent private static func inScopes() async -> [(Bool, Bool)] {
    let meeting = Rendezvous(expected: 8)
    return await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          await withInjectedValues {
            $0.probed = ProbedService("\(number)")
          } operation: {
            _ = await meeting.arrive()
            let isSeen = await MainActor.run {
              texts { InjectedProbedView().injectedValues(.current) } == ["\(number)"]
            }
            return (isSeen, probedByContainer() == "\(number)")
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @concurrent private static func inTrees() async -> [(Bool, Bool)] {
    let meeting = Rendezvous(expected: 8)
    return await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { await inTree(number, meeting) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @MainActor private static func inTree(
    _ number: Int, _ meeting: Rendezvous
  ) async -> (Bool, Bool) {
    let host = TreeHost(ProbedView().environment(\.probed, ProbedService("\(number)")))
    _ = await meeting.arrive()
    return (host.outline == "Text \"\(number)\"", probedByEnvironment() == "\(number)")
  }
}

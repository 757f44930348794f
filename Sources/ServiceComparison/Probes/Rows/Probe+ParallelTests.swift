internal import EnvironmentTree
internal import Injection
internal import InjectionTree

extension Probe {
  static let parallelTests = Probe(
    "parallel-tests", "Eight tests in parallel, each with its own mock", recipe: 12,
    asks: [
      Question("tests that saw their own in a view", .equal(.count(8))),
      Question("in a function by itself", .equal(.count(8))),
      Question("in a function, handed over", .equal(.count(8))),
    ],
    container: Trial(
      "eight scopes, open together; a function in each, then one that is given a service"
    ) { _ in
      answers(await inScopes())
    },
    environment: Trial(
      "eight trees, mounted together; a function, then one that is given a service"
    ) { _ in
      answers(await inTrees())
    })

  /// What one test saw of its own.
  private typealias Seen = (inView: Bool, alone: Bool, given: Bool)

  /// What a function sees that is given a service.
  private static func isOwn(_ given: ProbedService, _ number: Int) -> Bool {
    given.name == "\(number)"
  }

  private static func answers(_ seen: [Seen]) -> [String: Measure] {
    [
      "tests that saw their own in a view": .count(seen.count { $0.inView }),
      "in a function by itself": .count(seen.count { $0.alone }),
      "in a function, handed over": .count(seen.count { $0.given }),
    ]
  }

  @concurrent private static func inScopes() async -> [Seen] {
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
            let given = injected(\.probed)
            return (isSeen, probedByContainer() == "\(number)", isOwn(given, number))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @concurrent private static func inTrees() async -> [Seen] {
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
  ) async -> Seen {
    var values = EnvironmentValues()
    values.probed = ProbedService("\(number)")
    let host = TreeHost(ProbedView().environment(\.probed, values.probed))
    _ = await meeting.arrive()
    return (
      host.outline == "Text \"\(number)\"", probedByEnvironment() == "\(number)",
      isOwn(values.probed, number)
    )
  }
}

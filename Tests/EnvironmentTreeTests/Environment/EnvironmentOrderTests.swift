import Dispatch
import EnvironmentTree
import Foundation
import ModelObservation
import TestSupport
import Testing

@MainActor private final class Account: ObservableModel {
  @Observed var user = "Ada"
  @Observed var titles = [1: "one", 2: "two"]

  func logOut() {
    user = "nobody"
    titles = [:]
  }
}

extension EnvironmentValues {
  fileprivate var user: String {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
  fileprivate var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

private enum UserKey: EnvironmentKey {
  static var defaultValue: String { "" }
}

private enum TitleKey: EnvironmentKey {
  static var defaultValue: String { "" }
}

private struct TitleText: View {
  @Environment(\.title) private var title
  @Environment(\.user) private var user
  var body: some View { Text("\(title) of \(user)") }
}

@Suite("The order in which a change of the environment goes down the tree") @MainActor
struct EnvironmentOrderTests {
  @Test("A transform of an earlier body runs no more where a change above ends it, or replaces it")
  func parentsFirst() {
    struct Rows: View {
      let account: Account
      var body: some View {
        Button("Log out") { account.logOut() }
        ForEach(account.titles.keys.sorted(), id: \.self) { id in
          TitleText().transformEnvironment(\.title) {
            if let title = account.titles[id] {
              $0 = title
            } else {
              Issue.record("The closure of row \(id) has run, which has gone.")
            }
          }
        }
      }
    }
    struct Root: View {
      let account: Account
      var body: some View { Rows(account: account).environment(\.user, account.user) }
    }
    let account = Account()
    let host = TreeHost(Root(account: account))
    #expect(host.outline.contains("Text \"one of Ada\"\nText \"two of Ada\""))
    host.tap("Log out")
    #expect(host.outline == "Button \"Log out\"")
  }

  @Test("What is set below a change, by views that rest, is applied to it, however deep")
  func restingBelow() {
    struct Leaf: View {
      @Environment(\.title) private var title
      var body: some View { Text(title) }
    }
    struct Resting: View {
      var body: some View {
        Group {
          Leaf().transformEnvironment(\.title) { $0 += "c" }
        }
        .environment(\.user, "constant")
        .transformEnvironment(\.title) { $0 += "b" }
      }
    }
    struct Root: View {
      @State private var title = "a"
      var body: some View {
        Button("Next") { title = "A" }
        NavigationStack { Resting() }.environment(\.title, title)
      }
    }
    let host = TreeHost(Root())
    #expect(host.outline.contains("Text \"abc\""))
    host.resetEvaluations()
    host.tap("Next")
    #expect(host.outline.contains("Text \"Abc\""))
    #expect(host.evaluations.counts == ["Root": 1, "Leaf": 1])
  }

  @Test("A view that has left the tree is let go of on any thread, while the tree changes")
  func releasedElsewhere() async {
    struct Row: View {
      let id: Int
      let exported: Exported
      @Environment(\.user) private var user
      var body: some View { Text(user).onAppear { exported.append { _ = user } } }
    }
    struct Root: View {
      let exported: Exported
      @State private var first = 0
      var body: some View {
        Button("Next") { first += 10 }
        ForEach(first..<first + 20, id: \.self) {
          Row(id: $0, exported: exported).environment(\.user, "user \($0)")
        }
      }
    }
    let exported = Exported()
    let host = TreeHost(Root(exported: exported))
    for _ in 0..<15 {
      for _ in 0..<100 { host.tap("Next") }
      exported.releaseOnThread()
    }
    #expect(host.outline.contains("Text \"user 15019\""))
    await onThread { exported.threads.wait() }
  }
}

/// Closures that hold views, to be let go of elsewhere.
private final class Exported: Sendable {
  // What views hold is not Sendable: it is let go of, and not called.
  private struct Closure: @unchecked Sendable {
    let body: () -> Void
  }

  let threads = DispatchGroup()
  private let closures = Guarded<[Closure]>([])

  func append(_ body: @escaping () -> Void) {
    let closure = Closure(body: body)
    closures.withLock { $0.append(closure) }
  }

  /// Lets go of all but the last ones, whose views may be in the tree yet, while the caller goes on.
  func releaseOnThread() {
    threads.enter()
    Thread { [self] in
      var released: [Closure] = []
      closures.withLock { closures in
        released = closures.dropLast(30)
        closures.removeFirst(released.count)
      }
      released = []
      threads.leave()
    }.start()
  }
}

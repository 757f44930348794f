import EnvironmentTree
import Injection
import InjectionTree
import TestSupport
import Testing

@Suite("What a tree's services do while a view is hidden, and with values that hide something")
@MainActor
struct HiddenServicesTests {
  @Test("A preparation that is cancelled since its view is hidden begins again when that is seen")
  func hiddenWhilePreparing() async {
    struct Screen: View {
      @State private var isPushed = false
      let prepare: @MainActor @Sendable () async throws -> Void
      var body: some View {
        NavigationStack {
          PreparedInjectedValues {
            try await prepare()
          } content: {
            Text("ready")
          } placeholder: {
            Button("push") { isPushed = true }
          } failure: {
            Text("failed: \($0)")
          }
          .navigationDestination(isPresented: $isPushed) { Text("pushed") }
        }
      }
    }
    let runs = Counter()
    let host = TreeHost(
      Screen {
        guard runs.increment() == 1 else { return }
        // Ends by being cancelled alone.
        for await _ in AsyncStream(Void.self, { _ in }) {}
        try Task.checkCancellation()
      })
    await host.settle()
    host.tap("push")
    await host.settle()
    host.dismiss()
    await host.finish()
    #expect(host.outline.contains("Text \"ready\""))
    #expect(runs.value == 2)
  }

  @Test(
    "What a change above leaves unprepared is prepared again, before anything reads it",
    arguments: [false, true])
  func changedAbove(hasIdentity: Bool) async {
    struct Screen: View {
      @State private var user = "Ada"
      @State private var token = "a"
      let hasIdentity: Bool
      let prepare: @MainActor @Sendable () async throws -> Void
      var body: some View {
        PreparedInjectedValues {
          try await prepare()
        } content: {
          AccountText()
        } placeholder: {
          Text("wait")
        } failure: {
          Text("failed: \($0)")
        }
        .id(hasIdentity ? user : "")
        .injectedValues {
          $0.holder = user
          $0.token = Token(secret: token)
        }
        Button("user") { user = "Grace" }
        Button("token") { token = "b" }
      }
    }
    let runs = Counter()
    let host = TreeHost(
      Screen(hasIdentity: hasIdentity) {
        runs.increment()
        try await InjectedValues.prepare(AccountKey.self)
      })
    #expect(host.outline.contains("Text \"wait\""))
    await host.finish()
    #expect(host.outline.contains("Text \"account of Ada\""))
    host.tap("token")
    await host.finish()
    #expect(runs.value == 1)
    host.tap("user")
    #expect(host.outline.contains("Text \"wait\""))
    await host.finish()
    #expect(host.outline.contains("Text \"account of Grace\""))
    #expect(runs.value == 2)
  }

  @Test("What is prepared can be waited for, also where a task does not end that begins after it")
  func endless() async {
    let host = TreeHost(
      PreparedInjectedValues {
        try await InjectedValues.prepare(AccountKey.self)
      } content: {
        AccountText().task { for await _ in AsyncStream(Void.self, { _ in }) {} }
      } placeholder: {
        Text("wait")
      } failure: {
        Text("failed: \($0)")
      }
      .injectedValues { $0.holder = "Ada" })
    await host.settle { !host.outline.contains("wait") }
    #expect(host.outline == "Text \"account of Ada\"")
  }

  @Test("A change while the preparation runs has it run again")
  func changedMeanwhile() async {
    struct Screen: View {
      @State private var user = "Ada"
      let gate: Gate
      var body: some View {
        PreparedInjectedValues {
          try await InjectedValues.prepare(AccountKey.self)
          await gate.wait()
        } content: {
          AccountText()
        } placeholder: {
          Text("wait")
        } failure: {
          Text("failed: \($0)")
        }
        .injectedValues { $0.holder = user }
        Button("user") { user = "Grace" }
      }
    }
    let gate = Gate()
    let host = TreeHost(Screen(gate: gate))
    await host.settle()
    host.tap("user")
    gate.open()
    await host.finish()
    #expect(host.outline.contains("Text \"account of Grace\""))
  }

  @Test("What is prepared while something changes that it is not made from is prepared once")
  func otherChangedMeanwhile() async {
    struct Screen: View {
      let gate: Gate
      let runs: Counter
      @State private var token = 0
      var body: some View {
        PreparedInjectedValues {
          runs.increment()
          await gate.wait()
          try await InjectedValues.prepare(AccountKey.self)
        } content: {
          AccountText()
        } placeholder: {
          Text("wait")
        } failure: {
          Text("failed: \($0)")
        }
        .injectedValues {
          $0.holder = "Ada"
          $0.token = Token(secret: "\(token)")
        }
        Button("token") { token += 1 }
      }
    }
    let (gate, runs) = (Gate(), Counter())
    let host = TreeHost(Screen(gate: gate, runs: runs))
    await host.settle()
    host.tap("token")
    host.tap("token")
    gate.open()
    await host.finish()
    #expect(host.outline.contains("Text \"account of Ada\""))
    #expect(runs.value == 1)
  }

  @Test("What is prepared stays where others are in its place for less than a turn")
  func changedAndBack() async {
    struct Screen: View {
      let guest: InjectedValues
      let member: InjectedValues
      let runs: Counter
      @State private var isGuest = true
      var body: some View {
        PreparedInjectedValues {
          runs.increment()
          try await InjectedValues.prepare(AccountKey.self)
        } content: {
          AccountText()
        } placeholder: {
          Text("wait")
        } failure: {
          Text("failed: \($0)")
        }
        .injectedValues(isGuest ? guest : member)
        Button("switch") { isGuest.toggle() }
      }
    }
    func services(of user: String) -> InjectedValues {
      withInjectedValues {
        $0.holder = user
      } operation: {
        .current
      }
    }
    let runs = Counter()
    let host = TreeHost(
      Screen(guest: services(of: "guest"), member: services(of: "Ada"), runs: runs))
    await host.finish()
    host.tap("switch")
    #expect(host.outline.contains("Text \"wait\""))
    host.tap("switch")
    #expect(host.outline.contains("Text \"account of guest\""))
    await host.finish()
    #expect(host.outline.contains("Text \"account of guest\""))
    #expect(runs.value == 1)
  }

  @Test(
    "What is prepared has the services that the tree has by then; a failure stays")
  func preparedByThen() async {
    struct Screen: View {
      @State var user: String
      var becomes: String?
      let users: Log
      var body: some View {
        PreparedInjectedValues {
          try await InjectedValues.prepare(MemberKey.self)
        } content: {
          MemberText()
        } placeholder: {
          Text("wait")
        } failure: {
          Text("failed: \($0)")
        }
        .injectedValues {
          $0.holder = user
          $0.asked = users
        }
        .onAppear { user = becomes ?? user }
        Button("Grace") { user = "Grace" }
        Button("turn") { turn += 1 }
      }
      @State private var turn = 0
    }
    for first in ["nobody", "guest"] {
      let users = Log()
      let host = TreeHost(Screen(user: first, becomes: "Ada", users: users))
      await host.finish()
      #expect(host.outline.hasPrefix("Text \"member Ada\""))
      #expect(users.lines == ["Ada"])
    }
    let users = Log()
    let host = TreeHost(Screen(user: "nobody", users: users))
    await host.finish()
    #expect(host.outline.hasPrefix("Text \"failed: NoMember()\""))
    host.tap("turn")
    await host.finish()
    #expect(users.lines == ["nobody"])
    host.tap("Grace")
    await host.finish()
    #expect(host.outline.hasPrefix("Text \"failed: NoMember()\""))
    #expect(users.lines == ["nobody"])
  }

  @Test("What is prepared for a scope further in, or in a preview, is prepared once")
  func preparedFurtherIn() async {
    for context in [InjectedContext.test, .preview] {
      let runs = Counter()
      let host = TreeHost(
        PreparedInjectedValues {
          runs.increment()
          try await InjectedValues.prepare(AccountKey.self)
          try await withInjectedValues {
            $0.holder = "Grace"
          } operation: {
            try await InjectedValues.prepare(AccountKey.self)
          }
        } content: {
          Text("ready")
        } placeholder: {
          Text("wait")
        } failure: {
          Text("failed: \($0)")
        }
        .injectedValues {
          $0.context = context
          $0.holder = "Ada"
        })
      await host.finish()
      #expect(host.outline == "Text \"ready\"")
      #expect(runs.value == 1)
    }
  }

  @Test("A service that shows less than it holds is another one where it holds something else")
  func redacted() async {
    struct Screen: View {
      @State private var number = 0
      var body: some View {
        TokenText().injectedValues { $0.token = Token(secret: "token \(number)") }
        Button("next") { number += 1 }
      }
    }
    struct TokenText: View {
      @InjectedEnvironment(\.token) private var token
      var body: some View { Text(token.secret) }
    }
    let host = TreeHost(Screen())
    host.tap("next")
    await host.settle()
    #expect(host.outline.contains("Text \"token 1\""))
  }
}

private struct AccountText: View {
  @InjectedEnvironment(\.account) private var account
  var body: some View { Text(account) }
}

private struct MemberText: View {
  @InjectedEnvironment(\.member) private var member
  var body: some View { Text(member) }
}

private enum AskedKey: InjectedKey {
  static let liveValue = Log()
  static let testValue = liveValue
}

private struct NoMember: Error {}

/// There is none for nobody.
private enum MemberKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String {
    let holder = injected(\.holder)
    InjectedValues.peek(\.asked).add(holder)
    if holder == "nobody" { throw NoMember() }
    return "member \(holder)"
  }
}

private struct Token: Sendable, CustomReflectable {
  let secret: String
  var customMirror: Mirror { Mirror(self, children: ["secret": "•••"], displayStyle: .struct) }
}

private enum TokenKey: InjectedKey {
  static let liveValue = Token(secret: "")
  static let testValue = Token(secret: "")
}

private enum HolderKey: InjectedKey {
  static let liveValue = "nobody"
  static let testValue = "nobody"
}

private enum AccountKey: AsyncInjectedKey {
  static func liveValue() async throws -> String { try await testValue() }
  static func testValue() async throws -> String { "account of \(injected(\.holder))" }
  static var previewValue: String { "preview" }
}

extension InjectedValues {
  fileprivate var holder: String {
    get { self[HolderKey.self] }
    set { self[HolderKey.self] = newValue }
  }

  fileprivate var account: String { self[AccountKey.self] }
  fileprivate var member: String { self[MemberKey.self] }

  fileprivate var asked: Log {
    get { self[AskedKey.self] }
    set { self[AskedKey.self] = newValue }
  }

  fileprivate var token: Token {
    get { self[TokenKey.self] }
    set { self[TokenKey.self] = newValue }
  }
}

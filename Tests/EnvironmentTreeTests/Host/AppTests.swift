import EnvironmentTree
import Observation
import Testing

@MainActor @Observable private final class Session {
  var name = "Ada"
}

private struct NameView: View {
  @Environment(Session.self) private var session
  var body: some View {
    @Bindable var session = session
    TextField("Name", text: $session.name)
  }
}

private struct SampleApp: App {
  @State private var session = Session()
  var body: some Scene {
    WindowGroup("Main") { NameView() }.environment(session)
    WindowGroup { NameView().environment(Session()) }
  }
}

private final class Account: ObservableObject {
  @Published var name = "Ada"
  @Published var unread = 0
}

private struct AccountView: View {
  @StateObject private var account = Account()
  var body: some View {
    Text(account.name)
    TextField("Name", text: $account.name)
    Child(account: account)
    Button("Receive") { account.unread += 1 }
    Grandchild().environmentObject(account)
  }

  struct Child: View {
    @ObservedObject var account: Account
    var body: some View { Text("unread \(account.unread)") }
  }

  struct Grandchild: View {
    @EnvironmentObject var account: Account
    var body: some View { Text("for \(account.name)") }
  }
}

private struct NamedPreviews: PreviewProvider {
  static var previews: some View {
    Text("first").previewDisplayName("First")
    Text("second")
  }
}

private struct Framed: PreviewModifier {
  static func makeSharedContext() async throws -> String { "shared" }
  func body(content: Content, context: String) -> some View {
    Text(context)
    content
  }
}

/// Needs nothing to be handed over, but has something to prepare.
private struct Prepared: PreviewModifier {
  @MainActor static var isPrepared = false
  static func makeSharedContext() async throws {
    await Task.yield()
    isPrepared = true
  }
  func body(content: Content, context: Void) -> some View {
    Text("prepared \(Self.isPrepared)")
    content
  }
}

/// Has nothing to prepare.
private struct Plain: PreviewModifier {
  func body(content: Content, context: Void) -> some View { VStack { content } }
}

@Suite("Apps, objects and previews") @MainActor struct AppTests {
  @Test("An app is a root, with state and scenes")
  func app() {
    let host = TreeHost(SampleApp())
    host.type("Grace", into: "Name")
    #expect(host.outline == "TextField \"Name\": \"Grace\"\nTextField \"Name\": \"Ada\"")
    #expect(host.evaluations.causes(of: "NameView") == [.mount, .mount])
  }

  @Test("A change of any published property has every view evaluated that observes the object")
  func objects() {
    let host = TreeHost(AccountView())
    host.resetEvaluations()
    host.tap("Receive")
    #expect(host.evaluations.counts == ["AccountView": 1, "Child": 1, "Grandchild": 1])
    #expect(host.evaluations.causes(of: "Child") == [.observation("Account.unread")])
    #expect(host.outline.contains("unread 1"))
    host.type("Grace", into: "Name")
    #expect(host.outline.contains("for Grace"))
  }

  @Test("A preview provider and a preview with traits are trees to build")
  func previews() async {
    #expect(TreeHost(previews: NamedPreviews.self).outline == "Text \"first\"\nText \"second\"")
    let host = TreeHost(Preview("named", traits: .modifier(Framed())) { Text("view") })
    await host.settle()
    #expect(host.outline == "Text \"shared\"\nText \"view\"")
  }

  @Test("A preview whose context cannot be made says so")
  func failingContext() async {
    struct Missing: Error {}
    struct Failing: PreviewModifier {
      static func makeSharedContext() async throws -> Int { throw Missing() }
      func body(content: Content, context: Int) -> some View { content }
    }
    let host = TreeHost(Preview(traits: .modifier(Failing())) { Text("view") })
    await host.settle()
    #expect(host.outline == "Text \"The preview's context could not be made: Missing()\"")
  }

  @Test("A modifier of a preview is asked for its context also where that is Void")
  func voidContext() async {
    let host = TreeHost(
      Preview(traits: .modifier(Prepared()), .modifier(Plain())) { Text("view") })
    await host.settle()
    #expect(host.outline == "VStack\n  Text \"prepared true\"\n  Text \"view\"")
  }
}

import EnvironmentTree
import ModelObservation
import Observation
import TestSupport
import Testing

private final class Folder: ObservableModel {
  let name: String
  @Observed var selected: Folder?
  init(_ name: String, selected: Folder? = nil) {
    self.name = name
    self.selected = selected
  }
}

@Observable private final class User {
  let name: String
  var substitute: User?
  init(_ name: String) {
    self.name = name
  }
}

private enum FolderKey: EnvironmentKey {
  static var defaultValue: Folder? { nil }
}

private enum UserKey: EnvironmentKey {
  static var defaultValue: User { User("nobody") }
}

extension EnvironmentValues {
  fileprivate var folder: Folder? {
    get { self[FolderKey.self] }
    set { self[FolderKey.self] = newValue }
  }

  fileprivate var user: User {
    get { self[UserKey.self].substitute ?? self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
}

private struct Selected: View {
  @Environment(\.folder?.selected) private var selected
  var body: some View { Text(selected?.name ?? "nothing") }
}

private struct SelectedName: View {
  @Environment(\.folder?.selected?.name) private var name
  var body: some View { Text(name ?? "nothing") }
}

private struct UserName: View {
  @Environment(\.user) private var user
  var body: some View { Text(user.name) }
}

@Suite("Parts of models in the environment") @MainActor struct EnvironmentModelTests {
  @Test("A part of a model that has the key's own type is followed")
  func ownType() async {
    let folder = Folder("a")
    let host = TreeHost(Selected().environment(\.folder, folder))
    #expect(host.outline == "Text \"nothing\"")
    host.resetEvaluations()
    folder.selected = Folder("b")
    await host.settle()
    #expect(host.outline == "Text \"b\"")
    folder.selected?.selected = Folder("c")
    await host.settle()
    #expect(host.evaluations.counts == ["Selected": 1])
  }

  @Test("What an accessor looks for in a model of the standard library's observation is followed")
  func accessor() async {
    let user = User("Ada")
    let host = TreeHost(UserName().environment(\.user, user))
    user.substitute = User("Grace")
    await host.settle()
    #expect(host.outline == "Text \"Grace\"")
    user.substitute = nil
    await host.settle()
    #expect(host.outline == "Text \"Ada\"")
  }

  @Test("What is written to a part that was read, before the body runs, the body sees")
  func writtenBeforeBody() {
    final class Opener: ObservableObject {
      init(_ folder: Folder) { folder.selected = Folder("b") }
    }
    struct Opening: View {
      @Environment(\.folder?.selected) private var selected
      @StateObject private var opener: Opener
      init(_ folder: Folder) { _opener = StateObject(wrappedValue: Opener(folder)) }
      var body: some View { Text(selected?.name ?? "nothing") }
    }
    let folder = Folder("a")
    let host = TreeHost(Opening(folder).environment(\.folder, folder))
    #expect(host.outline == "Text \"b\"")
  }

  @Test("A part that is the same in another model is followed in that model from then on")
  func otherModel() async {
    struct Screen: View {
      let folders: [Folder]
      @State private var index = 0
      var body: some View {
        Button("Next") { index += 1 }
        SelectedName().environment(\.folder, folders[index])
      }
    }
    let folders = (0..<3).map { _ in Folder("top", selected: Folder("a")) }
    let host = TreeHost(Screen(folders: folders))
    host.resetEvaluations()
    host.tap("Next")
    host.tap("Next")
    #expect(host.evaluations.counts == ["Screen": 2])
    folders[2].selected = Folder("b")
    await host.settle()
    #expect(host.outline.hasSuffix("Text \"b\""))
    #expect(host.evaluations.counts == ["Screen": 2, "SelectedName": 1])
    folders[2].selected = Folder("c")
    await host.settle()
    #expect(host.outline.hasSuffix("Text \"c\""))
  }

  @Test("A part that is the same in another model of the standard library's is followed there")
  func otherStandardModel() async {
    struct Screen: View {
      let users: [User]
      @State private var index = 0
      var body: some View {
        Button("Next") { index += 1 }
        UserName().environment(\.user, users[index])
      }
    }
    let grace = User("Grace")
    let users = ["Ada", "Alan"].map { User($0) }
    for user in users { user.substitute = grace }
    let host = TreeHost(Screen(users: users))
    host.tap("Next")
    users[1].substitute = nil
    await host.settle()
    #expect(host.outline.hasSuffix("Text \"Alan\""))
  }
}

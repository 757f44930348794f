import EnvironmentTree
import ModelObservation
import Observation
import Testing

private enum ThemeKey: EnvironmentKey {
  static let defaultValue = "light"
}

private enum SizeKey: EnvironmentKey {
  static let defaultValue = 1
}

extension EnvironmentValues {
  fileprivate var theme: String {
    get { self[ThemeKey.self] }
    set { self[ThemeKey.self] = newValue }
  }
  fileprivate var size: Int {
    get { self[SizeKey.self] }
    set { self[SizeKey.self] = newValue }
  }
}

@MainActor private final class Model: ObservableModel {
  @Observed var name = "Ada"
  @Observed var age = 36
}

@MainActor @Observable private final class StandardModel {
  var name = "Ada"
  var age = 36
}

/// What the tests change from outside.
@MainActor private final class Controls {
  var theme: Binding<String>?
  var size: Binding<Int>?
  let model = Model()
  let standard = StandardModel()

  func take(_ theme: Binding<String>, _ size: Binding<Int>) {
    self.theme = theme
    self.size = size
  }
}

private struct Root: View {
  let count: Int
  let controls: Controls
  @State private var theme = "light"
  @State private var size = 1

  var body: some View {
    let _ = controls.take($theme, $size)
    Middle(count: count, model: controls.model, standard: controls.standard)
      .environment(\.theme, theme)
      .environment(\.size, size)
      .environment(controls.model)
  }
}

private struct Middle: View {
  let count: Int
  let model: Model
  let standard: StandardModel

  var body: some View {
    VStack {
      ThemeReader()
      SizeReader()
      NameReader(model: model)
      AgeReader()
      StandardNameReader(model: standard)
      StandardAgeReader(model: standard)
      Branch(count: count - 6)
    }
  }
}

private struct Branch: View {
  let count: Int
  var body: some View {
    if count > 4 {
      Branch(count: count / 2)
      Branch(count: count - count / 2)
    } else {
      ForEach(0..<count) { Leaf(number: $0) }
    }
  }
}

private struct Leaf: View {
  let number: Int
  var body: some View { Text("\(number)") }
}

private struct ThemeReader: View {
  @Environment(\.theme) private var theme
  @Environment(\.size) private var size
  var body: some View { Text(theme) }
}

private struct SizeReader: View {
  @Environment(\.size) private var size
  var body: some View { Text("\(size)") }
}

private struct NameReader: View {
  let model: Model
  var body: some View { Text(model.name) }
}

private struct AgeReader: View {
  @Environment(Model.self) private var model
  var body: some View { Text("\(model.age)") }
}

private struct StandardNameReader: View {
  let model: StandardModel
  var body: some View { Text(model.name) }
}

private struct StandardAgeReader: View {
  let model: StandardModel
  var body: some View { Text("\(model.age)") }
}

@Suite("A change has exactly those bodies evaluated that read what changed")
@MainActor struct EvaluationTests {
  nonisolated static let sizes = [10, 1_000, 10_000]

  private func mounted(_ count: Int) -> (TreeHost, Controls) {
    let controls = Controls()
    let host = TreeHost(Root(count: count, controls: controls))
    #expect(host.evaluations[Leaf.self] == count - 6)
    host.resetEvaluations()
    return (host, controls)
  }

  // One tree for all kinds of change: in debug builds a large one takes a while to mount, and the
  // tests beside these have the same main actor.
  @Test("An environment key, a property of an object, a state", arguments: sizes)
  func changes(count: Int) async throws {
    let (host, controls) = mounted(count)
    let theme = try #require(controls.theme)
    let size = try #require(controls.size)

    theme.wrappedValue = "dark"
    await host.settle()
    #expect(host.evaluations.counts == ["Root": 1, "ThemeReader": 1])
    #expect(host.evaluations.causes(of: "Root") == [.state("theme")])
    #expect(host.evaluations.causes(of: "ThemeReader") == [.environment("ThemeKey")])

    // A key that one of two wrappers of a view has, and its body does not read.
    host.resetEvaluations()
    size.wrappedValue = 2
    await host.settle()
    #expect(host.evaluations.counts == ["Root": 1, "ThemeReader": 1, "SizeReader": 1])

    host.resetEvaluations()
    theme.wrappedValue = "dark"
    controls.model.name = "Ada"
    await host.settle()
    #expect(host.evaluations.total == 0)

    controls.model.name = "Grace"
    await host.settle()
    #expect(host.evaluations.counts == ["NameReader": 1])
    controls.model.age = 37
    await host.settle()
    #expect(host.evaluations.counts == ["NameReader": 1, "AgeReader": 1])
    #expect(host.evaluations.causes(of: "AgeReader") == [.observation("Model.age")])

    host.resetEvaluations()
    controls.standard.name = "Grace"
    await host.settle()
    #expect(host.evaluations.counts == ["StandardNameReader": 1])
    controls.standard.age = 37
    controls.standard.age = 38
    await host.settle()
    #expect(host.evaluations.counts == ["StandardNameReader": 1, "StandardAgeReader": 1])
    #expect(
      host.outline.hasPrefix(
        """
        VStack
          Text "dark"
          Text "2"
          Text "Grace"
          Text "37"
          Text "Grace"
          Text "38"
        """))
  }

  @Test("Several writes before an update are one evaluation")
  func several() async throws {
    let (host, controls) = mounted(10)
    try #require(controls.theme).wrappedValue = "dark"
    try #require(controls.size).wrappedValue = 5
    try #require(controls.theme).wrappedValue = "blue"
    await host.settle()
    #expect(host.evaluations.counts == ["Root": 1, "ThemeReader": 1, "SizeReader": 1])
  }

  @Test("A write that is taken back changes nothing below")
  func takenBack() async throws {
    let (host, controls) = mounted(10)
    try #require(controls.theme).wrappedValue = "dark"
    try #require(controls.theme).wrappedValue = "light"
    await host.settle()
    #expect(host.evaluations.counts == ["Root": 1])
  }

  @Test("Bodies of a type are not those of another one with its name")
  func namesakes() {
    func first() -> (any View.Type, AnyView) {
      struct Namesake: View {
        var body: some View { Text("first") }
      }
      return (Namesake.self, AnyView(Namesake()))
    }
    func second() -> (any View.Type, AnyView) {
      struct Namesake: View {
        var body: some View { Text("second") }
      }
      return (Namesake.self, AnyView(Namesake()))
    }
    func count<V: View>(_ type: V.Type, in host: TreeHost) -> Int { host.evaluations[type] }
    let (one, other) = (first(), second())
    let host = TreeHost {
      one.1
      other.1
      other.1
    }
    #expect(count(one.0, in: host) == 1)
    #expect(count(other.0, in: host) == 2)
    #expect(host.evaluations["Namesake"] == 3)
  }
}

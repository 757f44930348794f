import EnvironmentTree
import Testing

private enum SizeKey: EnvironmentKey {
  static let defaultValue = 0
}

private enum ShadeKey: EnvironmentKey {
  static let defaultValue = 0
}

/// Another object at each read.
private final class Brush {}

private enum BrushKey: EnvironmentKey {
  static var defaultValue: Brush { Brush() }
}

extension EnvironmentValues {
  fileprivate var size: Int {
    get { self[SizeKey.self] }
    set { self[SizeKey.self] = newValue }
  }
  fileprivate var shade: Int {
    get { self[ShadeKey.self] }
    set { self[ShadeKey.self] = newValue }
  }
  fileprivate var brush: Brush { self[BrushKey.self] }
  /// Reads one key twice.
  fileprivate var look: String { "\(size) \(shade) \(size)" }
}

private struct Screen<Content: View>: View {
  @State private var size = 0
  @State private var shade = 0
  let content: Content
  var body: some View {
    Group { content }.environment(\.size, size).environment(\.shade, shade)
    Button("Size") { size += 1 }
    Button("Both") { (size, shade) = (size + 1, shade + 1) }
  }
}

@Suite("A report names the keys of the environment that a body ran for")
@MainActor struct KeyCauseTests {
  @Test("Of several keys behind a key path those that have changed, each once")
  func several() {
    struct Reader: View {
      @Environment(\.look) private var look
      var body: some View { Text(look) }
    }
    let host = TreeHost(Screen(content: Reader()))
    host.resetEvaluations()
    host.tap("Size")
    #expect(host.evaluations.causes(of: "Reader") == [.environment("SizeKey")])
    host.resetEvaluations()
    host.tap("Both")
    #expect(host.evaluations.causes(of: "Reader") == [.environment("SizeKey, ShadeKey")])
  }

  @Test("Of the whole environment no key, whichever the body reads")
  func whole() {
    struct Reader: View {
      @Environment(\.self) private var values
      var body: some View { Text("\(values.shade)") }
    }
    let host = TreeHost(Screen(content: Reader()))
    host.resetEvaluations()
    host.tap("Size")
    #expect(host.evaluations.causes(of: "Reader") == [.environment("EnvironmentValues")])
  }

  @Test("A key whose default is another object at each read, by its name")
  func computed() {
    struct Reader: View {
      @Environment(\.brush) private var brush
      var body: some View { Text("brush") }
    }
    let host = TreeHost(Screen(content: Reader()))
    host.resetEvaluations()
    host.tap("Size")
    #expect(host.evaluations.causes(of: "Reader") == [.environment("BrushKey")])
  }

  @Test("A key that two properties read, once")
  func twice() {
    struct Reader: View {
      @Environment(\.size) private var size
      @Environment(\.size.description) private var text
      var body: some View { Text("\(size) \(text)") }
    }
    let host = TreeHost(Screen(content: Reader()))
    host.resetEvaluations()
    host.tap("Size")
    #expect(host.evaluations.causes(of: "Reader") == [.environment("SizeKey")])
  }
}

import EnvironmentTree
import Testing

private struct Deep: View {
  let levels: Int
  @Environment(\.layer) private var layer
  var body: some View {
    if levels > 0 {
      Deep(levels: levels - 1)
    } else {
      Text("bottom \(layer)")
    }
  }
}

private struct DeepOverrides: View {
  let levels: Int
  @Environment(\.layer) private var layer
  var body: some View {
    if levels > 0 {
      AnyView(DeepOverrides(levels: levels - 1).environment(\.layer, layer + 1))
    } else {
      Text("bottom \(layer)")
    }
  }
}

private struct Wide: View {
  let count: Int
  var body: some View {
    ForEach(0..<count) { WideLeaf(number: $0) }
  }
}

private struct WideLeaf: View {
  let number: Int
  @State private var isOn = false
  var body: some View { Text("\(number) \(isOn)") }
}

private enum LayerKey: EnvironmentKey {
  static let defaultValue = 0
}

extension EnvironmentValues {
  fileprivate var layer: Int {
    get { self[LayerKey.self] }
    set { self[LayerKey.self] = newValue }
  }
}

@Suite("Trees that are large or deep") @MainActor struct ScaleTests {
  @Test("A recursion of views does not overflow the stack", arguments: [1_000, 4_000])
  func deep(levels: Int) {
    let host = TreeHost(Deep(levels: levels))
    #expect(host.outline == "Text \"bottom 0\"")
    #expect(host.evaluations.total == levels + 1)
    host.unmount()
    #expect(host.outline == "")
  }

  @Test("The nearest of a thousand overrides wins")
  func deepOverrides() {
    let host = TreeHost(DeepOverrides(levels: 1_000))
    #expect(host.outline == "Text \"bottom 1000\"")
  }

  @Test("Ten thousand views are mounted, each evaluated once")
  func wide() {
    let host = TreeHost(Wide(count: 10_000))
    #expect(host.evaluations.total == 10_001)
  }
}

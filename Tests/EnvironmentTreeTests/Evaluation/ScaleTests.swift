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

  @Test("A host keeps nothing of the views that have left, once their evaluations are forgotten")
  func places() throws {
    struct Screen: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        Wide(count: 10).id(turn)
      }
    }
    let host = TreeHost(Screen())
    for _ in 0..<200 {
      host.tap("Turn")
      host.resetEvaluations()
    }
    let places = try #require(Mirror(reflecting: host).descendant("owner", "tree", "places"))
    #expect(Mirror(reflecting: places).children.count < 200)
    host.tap("Turn")
    #expect(host.evaluations.all.last?.path == "Screen > Wide > WideLeaf")
    #expect(host.evaluations.counts == ["Screen": 1, "Wide": 1, "WideLeaf": 10])
  }

  @Test("Of a stack on which several destinations come at once, what is hidden is found out once")
  func uncovered() {
    final class Holder {
      var host: TreeHost?
      var counts: [Int] = []
      func count() {
        guard let host else { return }
        let uncovered = Mirror(reflecting: host)
          .descendant("owner", "tree", "sequel", "uncovered")
        counts.append(uncovered.map { Mirror(reflecting: $0).children.count } ?? -1)
      }
    }
    struct Detail: View {
      let holder: Holder
      var body: some View {
        let _ = holder.count()
        Text("detail")
      }
    }
    struct Screen: View {
      let holder: Holder
      @State private var path: [Int] = []
      var body: some View {
        NavigationStack(path: $path) {
          Button("Push") { path = [0, 1, 2] }
            .navigationDestination(for: Int.self) { _ in Detail(holder: holder) }
        }
      }
    }
    let holder = Holder()
    let host = TreeHost(Screen(holder: holder))
    holder.host = host
    host.tap("Push")
    holder.host = nil
    #expect(holder.counts == [1, 1, 1])
  }

  @Test("Thousands of sheets in each other are listed once at each call, and so are destinations")
  func presentations() {
    struct Sheets: View {
      let count: Int
      @State private var isShown = true
      var body: some View {
        Button("Sheet \(count)") {}
          .sheet(isPresented: $isShown) { if count > 0 { Sheets(count: count - 1) } }
      }
    }
    let sheets = TreeHost(Sheets(count: 2_000))
    sheets.dismiss()
    for _ in 0..<100 { sheets.tap("Sheet 0") }
    struct Path: View {
      @State private var path = Array(0..<500)
      var body: some View {
        NavigationStack(path: $path) {
          EmptyView().navigationDestination(for: Int.self) { Button("Page \($0)") {} }
        }
      }
    }
    let path = TreeHost(Path())
    for _ in 0..<100 { path.tap("Page 499") }
    path.dismiss()
    path.tap("Page 498")
  }

  @Test("Thousands of tabs, of destinations and of their declarations come and go in linear time")
  func manyOfOneStack() {
    struct Screen: View {
      @State private var count = 2_000
      @State private var path = Array(0..<2_000)
      @State private var selection = 1
      var body: some View {
        Button("Less") { (count, path) = (1, []) }
        TabView(selection: $selection) {
          ForEach(0..<count, id: \.self) { Tab("T\($0)", systemImage: "", value: $0) {} }
        }
        TabView { ForEach(0..<count, id: \.self) { Tab("T\($0)", systemImage: "") {} } }
        NavigationStack(path: $path) {
          ForEach(0..<count, id: \.self) { _ in
            EmptyView()
              .navigationDestination(for: Int.self) { Text("page \($0)") }
              .navigationDestination(isPresented: .constant(true)) { Text("over \(count)") }
          }
        }
      }
    }
    let host = TreeHost(Screen())
    host.tap("Less")
    #expect(host.presented.map(\.outline) == ["Text \"over 1\""])
  }

  @Test("A report names views that have left the tree")
  func leftPlaces() {
    struct Screen: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn") { turn += 1 }
        if turn == 1 { Deep(levels: 1) }
        Wide(count: 10).id(turn)
      }
    }
    let host = TreeHost(Screen())
    for _ in 0..<100 { host.tap("Turn") }
    let paths = host.evaluations.all.map(\.path)
    #expect(paths.count { $0 == "Screen > Wide > WideLeaf" } == 1_010)
    #expect(paths.count { $0 == "Screen > Deep > Deep" } == 1)
  }
}

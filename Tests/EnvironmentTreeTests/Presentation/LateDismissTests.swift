import EnvironmentTree
import ModelObservation
import TestSupport
import Testing

/// What views were given to be sent away with, in order.
@MainActor private final class Kept {
  var actions: [DismissAction] = []
  var writes: [String] = []
}

private struct Keeping: View {
  let title: String
  let kept: Kept
  @Environment(\.dismiss) private var dismiss
  var body: some View {
    Text(title)
    Button("Keep") { kept.actions.append(dismiss) }
  }
}

private struct Saving: View {
  let title: String
  let gate: Gate
  @Environment(\.dismiss) private var dismiss
  var body: some View {
    Text(title)
    Button("Save") {
      Task {
        await gate.wait()
        dismiss()
      }
    }
  }
}

private struct Item: Identifiable {
  let id: Int
}

@MainActor private final class Router: ObservableModel {
  @Observed var item: Item?
  @Observed var path: [String] = []
}

@Suite("A screen that has gone dismisses nothing") @MainActor struct LateDismissTests {
  @Test("What a task in a destination that was left dismisses is not the next destination")
  func otherDestination() async {
    struct Screen: View {
      let gate: Gate
      var body: some View {
        NavigationStack {
          ForEach(["A", "B"], id: \.self) { title in
            NavigationLink("To \(title)", value: title)
          }
          .navigationDestination(for: String.self) { Saving(title: $0, gate: gate) }
        }
      }
    }
    let gate = Gate()
    let host = TreeHost(Screen(gate: gate))
    host.tap("To A")
    host.tap("Save")
    await host.settle()
    host.dismiss()
    host.tap("To B")
    gate.open()
    await host.settle()
    #expect(host.presented.map(\.kind) == [.destination])
    #expect(host.outline.contains("Text \"B\""))
  }

  @Test("The sheet of the next item stays when that of the one before dismisses itself")
  func otherItem() {
    struct Screen: View {
      let kept: Kept
      @State private var item: Item?
      var body: some View {
        Button("Open") { item = Item(id: 1) }
          .sheet(item: $item) {
            Keeping(title: "item \($0.id)", kept: kept)
            Button("Next") { item = Item(id: 2) }
          }
      }
    }
    let kept = Kept()
    let host = TreeHost(Screen(kept: kept))
    host.tap("Open")
    host.tap("Keep")
    host.tap("Next")
    host.tap("Keep")
    kept.actions[0]()
    #expect(host.outline.contains("Text \"item 2\""))
    kept.actions[1]()
    #expect(host.presented.isEmpty)
  }

  @Test("What is opened again is another one, which the first time's action leaves alone")
  func again() {
    struct Screen: View {
      let kept: Kept
      @State private var isShown = false
      var body: some View {
        NavigationStack {
          Button("Open") { isShown = true }
            .sheet(isPresented: $isShown) { Keeping(title: "sheet", kept: kept) }
          NavigationLink("Follow", destination: Keeping(title: "pushed", kept: kept))
        }
      }
    }
    for way in ["Open", "Follow"] {
      let kept = Kept()
      let host = TreeHost(Screen(kept: kept))
      for _ in 0..<2 {
        host.tap(way)
        host.tap("Keep")
        if kept.actions.count == 1 { host.dismiss() }
      }
      kept.actions[0]()
      #expect(host.presented.count == 1, "\(way)")
      kept.actions[1]()
      #expect(host.presented.isEmpty, "\(way)")
    }
  }

  @Test("A late call writes nothing where nothing is presented")
  func nothingThere() {
    struct Screen: View {
      let kept: Kept
      @State private var isShown = false
      var body: some View {
        Button("Open") { isShown = true }
          .sheet(
            isPresented: Binding {
              isShown
            } set: {
              kept.writes.append("\($0)")
              isShown = $0
            }
          ) { Keeping(title: "sheet", kept: kept) }
      }
    }
    let kept = Kept()
    let host = TreeHost(Screen(kept: kept))
    host.tap("Open")
    host.tap("Keep")
    kept.actions[0]()
    #expect(host.presented.isEmpty)
    kept.actions[0]()
    #expect(kept.writes == ["false"])
  }

  @Test("A screen whose host has gone dismisses nothing of another host's")
  func otherHost() async {
    struct Screen: View {
      @Bindable var router: Router
      let gate: Gate
      var body: some View {
        Text("root").sheet(item: $router.item) { _ in Saving(title: "sheet", gate: gate) }
      }
    }
    struct Stack: View {
      @Bindable var router: Router
      let gate: Gate
      var body: some View {
        NavigationStack(path: $router.path) {
          Text("root").navigationDestination(for: String.self) { Saving(title: $0, gate: gate) }
        }
      }
    }
    func check<Root: View>(_ make: (Gate) -> Root) async {
      let gate = Gate()
      var first: TreeHost? = TreeHost(make(gate))
      first?.tap("Save")
      await first?.settle()
      first = nil
      let second = TreeHost(make(Gate()))
      gate.open()
      await second.settle()
      #expect(second.presented.count == 1)
    }
    let router = Router()
    router.item = Item(id: 1)
    router.path = ["pushed"]
    await check { Screen(router: router, gate: $0) }
    await check { Stack(router: router, gate: $0) }
  }
}

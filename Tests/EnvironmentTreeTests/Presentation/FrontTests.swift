import EnvironmentTree
import Foundation
import ModelObservation
import Testing

@Suite("What is in front, where several things are presented") @MainActor struct FrontTests {
  @Test(
    "The last of a path is in front, in whatever order its types are declared",
    arguments: [false, true])
  func path(isTextFirst: Bool) throws {
    struct Screen: View {
      let model: FrontModel
      let isTextFirst: Bool
      var body: some View {
        NavigationStack(path: Bindable(model).path) {
          if isTextFirst {
            Text("root").modifier(Texts()).modifier(Numbers())
          } else {
            Text("root").modifier(Numbers()).modifier(Texts())
          }
        }
      }
    }
    struct Texts: ViewModifier {
      func body(content: Content) -> some View {
        content.navigationDestination(for: String.self) { Text("text \($0)") }
      }
    }
    struct Numbers: ViewModifier {
      func body(content: Content) -> some View {
        content.navigationDestination(for: Int.self) { Text("number \($0)") }
      }
    }
    let model = FrontModel()
    model.path = [2, "b"]
    let host = TreeHost(Screen(model: model, isTextFirst: isTextFirst))
    #expect(try host.all("Text").map(\.label) == ["text b"])
    #expect(host.presented.map(\.outline) == ["Text \"number 2\"", "Text \"text b\""])
    model.path = ["b", 2]
    #expect(host.presented.map(\.outline) == ["Text \"text b\"", "Text \"number 2\""])
    model.path = ["b", 2, "c"]
    #expect(host.presented.last?.outline == "Text \"text c\"")
    host.dismiss()
    #expect(model.path == ["b", 2])
    host.dismiss()
    #expect(model.path == ["b"])
    #expect(try host.all("Text").map(\.label) == ["text b"])
  }

  @Test(
    "A sheet is in front of a stack's destination, whichever came first", arguments: [false, true])
  func sheet(isSheetFirst: Bool) async throws {
    struct Screen: View {
      let model: FrontModel
      var body: some View {
        NavigationStack {
          Text("root")
            .sheet(isPresented: Bindable(model).isSheetShown) { Button("in sheet") {} }
            .navigationDestination(isPresented: Bindable(model).isPushed) {
              Button("in destination") {}
            }
        }
      }
    }
    let model = FrontModel()
    let host = TreeHost(Screen(model: model))
    model.isSheetShown = isSheetFirst
    model.isPushed = !isSheetFirst
    await host.settle()
    model.isSheetShown = true
    model.isPushed = true
    await host.settle()
    #expect(try host.all("Button").map(\.label) == ["in sheet"])
    host.dismiss()
    #expect(!model.isSheetShown && model.isPushed)
    #expect(try host.all("Button").map(\.label) == ["in destination"])
  }

  @Test("A sheet of a destination stays in front of what is pushed on top of that")
  func pushedBelow() throws {
    struct Detail: View {
      let number: Int
      @Binding var path: [Int]
      @State private var isShown = false
      var body: some View {
        Button("Open \(number)") { isShown = true }
          .sheet(isPresented: $isShown) {
            Button("Push") { path.append(number + 1) }
            Button("Close") { isShown = false }
          }
      }
    }
    struct Screen: View {
      @State private var path = [1]
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").navigationDestination(for: Int.self) { Detail(number: $0, path: $path) }
        }
      }
    }
    let host = TreeHost(Screen())
    host.tap("Open 1")
    host.tap("Push")
    #expect(host.presented.map(\.kind) == [.destination, .destination, .sheet])
    _ = try host.find("Close")
    host.tap("Close")
    #expect(try host.all("Button").map(\.label) == ["Open 2"])
    host.tap("Open 2")
    #expect(host.presented.map(\.kind) == [.destination, .destination, .sheet])
  }

  @Test("A sheet of a destination stays in front, and is shown, while another tab is selected")
  func otherTab() {
    struct Detail: View {
      @Binding var tab: Int
      @State private var isShown = false
      var body: some View {
        Button("Open") { isShown = true }
          .sheet(isPresented: $isShown) {
            Button("Turn") { tab = 1 - tab }
            Button("Close") { isShown = false }
          }
      }
    }
    struct Screen: View {
      @State private var tab = 0
      var body: some View {
        TabView(selection: $tab) {
          NavigationStack { NavigationLink("Go") { Detail(tab: $tab) } }
            .tabItem { Text("A") }.tag(0)
          Text("b").tabItem { Text("B") }.tag(1)
        }
      }
    }
    let host = TreeHost(Screen())
    host.tap("Go")
    host.tap("Open")
    host.tap("Turn")
    #expect(host.presented.map(\.kind) == [.sheet])
    host.tap("Turn")
    #expect(host.presented.map(\.kind) == [.destination, .sheet])
    host.tap("Turn")
    #expect(
      host.outline == """
        TabView
          Tab "A"
            Sheet
              Button "Turn"
              Button "Close"
          Tab "B": selected
            Text "b"
        """)
    host.tap("Close")
    #expect(host.presented.isEmpty)
    host.tap("A")
    #expect(host.presented.map(\.outline) == ["Button \"Open\""])
  }

  @Test("A destination covers its stack: what stands beside that is in reach as before")
  func besideStack() throws {
    struct Detail: View {
      var body: some View {
        Button("Same") {}
        List(0..<5, id: \.self) { Text("Row \($0)") }
      }
    }
    struct Screen: View {
      let log: Log
      @State private var text = ""
      @State private var isShown = false
      var body: some View {
        VStack {
          NavigationStack { NavigationLink("Go") { Detail() } }
          TextField("Search", text: $text)
          Button("Same") { log("same") }
          List(0..<5, id: \.self) { Text("Track \($0)") }
          Button("Play") { isShown = true }
        }
        .refreshable { log("refreshed") }
        .sheet(isPresented: $isShown) { Button("Stop") { isShown = false } }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log), size: CGSize(width: 400, height: 88))
    host.tap("Go")
    #expect(try host.all("Button").map(\.label) == ["Same", "Same", "Play"])
    host.tap("Same", at: 1)
    #expect(log.entries == ["same"])
    host.type("x", into: "Search")
    #expect(try host.find("Search").value == "\"x\"")
    host.scroll(by: 1, at: 1)
    #expect(try host.all("Row").map(\.label) == ["Row 0", "Row 1"])
    #expect(try host.all("Track").map(\.label) == ["Track 1", "Track 2"])
    host.refresh()
    let error = #expect(throws: NotFound.self) { try host.find("Go") }
    #expect(
      error?.description == """
        There is no "Go". What is in front:
        VStack
          Destination
            Button "Same"
            List
              Text "Row 0"
              Text "Row 1"
          TextField "Search": "x"
          Button "Same"
          List
            Text "Track 1"
            Text "Track 2"
          Button "Play"
        """)
    host.tap("Play")
    #expect(try host.all("Button").map(\.label) == ["Stop"])
    host.tap("Stop")
    #expect(try host.all("Button").map(\.label) == ["Same", "Same", "Play"])
  }

  @Test("A destination is in reach, also where its stack is hidden, or takes no taps")
  func inHidden() throws {
    let isShown = Binding.constant(true)
    let host = TreeHost {
      Button {
      } label: {
        NavigationStack { Text("root").navigationDestination(isPresented: isShown) { Text("1") } }
      }
      NavigationStack {
        Text("root").navigationDestination(isPresented: isShown) { Button("2") {} }
      }
      .hidden()
    }
    host.tap("2")
    #expect(try host.all("Text").map(\.label) == ["1"])
    #expect(try host.all("Button").map(\.label) == ["root", "2"])
  }

  @Test("Tabs around a destination are found, and counted in the order of the outline")
  func tabsAround() throws {
    let host = TreeHost(
      TabView {
        NavigationStack { NavigationLink("Go") { Text("detail") } }.tabItem { Text("A") }
        Button("B") {}.tabItem { Text("B") }
      })
    host.tap("Go")
    #expect(try host.all("Tab").map(\.label) == ["A", "B"])
    host.tap("B")
    #expect(throws: NotFound.self) { try host.find("detail") }
    host.tap("B", at: 1)
    host.tap("A")
    #expect(try host.find("detail").kind == "Text")
  }

  @Test("What is presented is shown, also where what presents it is scrolled away")
  func scrolledAway() async {
    struct Screen: View {
      let model: FrontModel
      var body: some View {
        List(0..<4, id: \.self) { row in
          Text("\(row)").sheet(
            isPresented: row == 0 ? Bindable(model).isSheetShown : .constant(false)
          ) { Text("sheet") }
        }
      }
    }
    let model = FrontModel()
    let host = TreeHost(Screen(model: model), size: CGSize(width: 400, height: 88))
    host.scroll(by: 2)
    model.isSheetShown = true
    await host.settle()
    #expect(
      host.outline == """
        List
          Sheet
            Text "sheet"
          Text "2"
          Text "3"
        """)
  }

  @Test("What is presented is shown, also where what presents it is hidden, or a control's label")
  func inLabel() {
    let isShown = Binding.constant(true)
    let hidden = TreeHost(Text("text").sheet(isPresented: isShown) { Text("sheet") }.hidden())
    #expect(hidden.outline == "Hidden\n  Sheet\n    Text \"sheet\"")
    let label = TreeHost(
      Button {
      } label: {
        Text("text").sheet(isPresented: isShown) { Text("sheet") }
      })
    #expect(label.outline == "Button \"text\"\n  Sheet\n    Text \"sheet\"")
  }
}

@MainActor private final class FrontModel: ObservableModel {
  @Observed var path: [AnyHashable] = []
  @Observed var isSheetShown = false
  @Observed var isPushed = false
}

import EnvironmentTree
import Testing

private struct NameText: View {
  let place: String
  @Environment(\.name) private var name
  @State private var count = 0
  var body: some View {
    Button("\(place) \(name) \(count)") { count += 1 }
  }
}

private struct NameItem: ToolbarContent {
  @Environment(\.name) private var name
  var body: some ToolbarContent {
    ToolbarItem(placement: .primaryAction) { Text("item \(name)") }
  }
}

@Suite("Views that contain views, and the environment in them") @MainActor
struct ContainingViewTests {
  @Test("A toolbar is in the environment of the view that has it, its own content included")
  func toolbar() {
    struct Screen: View {
      @State private var isEditing = false
      var body: some View {
        Text("content")
          .toolbar {
            NameItem()
            ToolbarItemGroup(placement: .bottomBar) {
              Button("Edit") { isEditing.toggle() }
            }
            if isEditing {
              ToolbarItem { NameText(place: "bar") }
            } else {
              ToolbarItem { Text("idle") }
            }
          }
          .environment(\.name, "outer")
      }
    }
    let host = TreeHost(Screen())
    #expect(
      host.outline == """
        Text "content"
        Toolbar
          Text "item outer"
          Button "Edit"
          Text "idle"
        """)
    host.tap("Edit")
    host.tap("bar outer 0")
    #expect(host.outline.contains("Button \"bar outer 1\""))
  }

  @Test("A toolbar of views alone")
  func toolbarOfViews() {
    let host = TreeHost(Text("content").toolbar { Button("Done") {} })
    #expect(host.outline == "Text \"content\"\nToolbar\n  Button \"Done\"")
  }

  @Test(
    "What is in front of a view, behind it, and at its edges is in its environment, and can be used"
  )
  func layers() {
    let host = TreeHost(
      Text("content")
        .overlay { NameText(place: "overlay") }
        .background { NameText(place: "background") }
        .overlay(NameText(place: "alone"), alignment: .bottom)
        .safeAreaInset(edge: .bottom) { NameText(place: "inset") }
        .mask { Rectangle() }
        .environment(\.name, "outer")
        .overlay(alignment: .top) { NameText(place: "outside") })
    host.tap("overlay outer 0")
    #expect(
      host.outline == """
        Button "background outer 0"
        Text "content"
        Button "overlay outer 1"
        Button "alone outer 0"
        Button "inset outer 0"
        Button "outside default 0"
        """)
  }

  @Test("A menu makes its choices when it is tapped, and a choice closes it")
  func menu() {
    struct Screen: View {
      @State private var sort = "none"
      var body: some View {
        Menu("Sort") {
          Button("By name") { sort = "name" }
          NameText(place: "choice")
        }
        .environment(\.name, "outer")
        Text(sort)
      }
    }
    let host = TreeHost(Screen())
    #expect(host.outline == "Menu \"Sort\"\nText \"none\"")
    #expect(host.evaluations[NameText.self] == 0)
    host.tap("Sort")
    #expect(host.presented.map(\.kind) == [.menu])
    #expect(host.presented.map(\.outline) == ["Button \"By name\"\nButton \"choice outer 0\""])
    host.tap("By name")
    #expect(host.outline == "Menu \"Sort\"\nText \"name\"")
  }

  @Test("A menu with a primary action runs it at a tap, and opens when it is held")
  func primaryAction() {
    struct Screen: View {
      @State private var count = 0
      var body: some View {
        Menu {
          Button("Reset") { count = 0 }
        } label: {
          Label("Count \(count)", systemImage: "plus")
        } primaryAction: {
          count += 1
        }
      }
    }
    let host = TreeHost(Screen())
    host.tap("Count 0")
    host.hold("Count 1")
    host.tap("Reset")
    #expect(host.outline == "Menu \"Count 0\"")
  }

  @Test("A context menu opens when any text in its view is held, in the view's environment")
  func contextMenu() {
    let host = TreeHost(
      VStack {
        Text("title")
        Text("subtitle")
      }
      .contextMenu { NameText(place: "menu") }
      .environment(\.name, "outer"))
    host.hold("subtitle")
    #expect(host.presented.map(\.kind) == [.contextMenu])
    #expect(host.presented.map(\.outline) == ["Button \"menu outer 0\""])
    host.tap("menu outer 0")
    #expect(host.presented.isEmpty)
  }

  @Test("A popover is in the environment of what presents it, and goes as a sheet does")
  func popover() {
    struct Item: Identifiable {
      let id: Int
    }
    struct Screen: View {
      @State private var isShown = false
      @State private var item: Item?
      var body: some View {
        Button("Show") { isShown = true }
          .popover(isPresented: $isShown) { NameText(place: "popover") }
        Button("Item") { item = Item(id: 1) }
          .popover(item: $item) { Text("item \($0.id)") }
      }
    }
    let host = TreeHost(Screen().environment(\.name, "outer"))
    host.tap("Show")
    host.tap("popover outer 0")
    #expect(host.presented.map(\.outline) == ["Button \"popover outer 1\""])
    host.dismiss()
    host.tap("Item")
    #expect(
      host.presented == [Presentation(kind: .popover, outline: "Text \"item 1\"")])
  }

  @Test(
    "A tab's view is made when it is first selected, keeps its state, and disappears for another")
  func tabs() {
    struct Screen: View {
      let log: Log
      var body: some View {
        TabView {
          NameText(place: "first")
            .onAppear { log("+first") }.onDisappear { log("-first") }
            .tabItem { Label("One", systemImage: "1.circle") }
          NavigationStack { NavigationLink("Go") { NameText(place: "pushed") } }
            .tabItem { Text("Two") }
        }
        .environment(\.name, "outer")
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    #expect(
      host.outline == """
        TabView
          Tab "One": selected
            Button "first outer 0"
          Tab "Two"
        """)
    #expect(host.evaluations.counts["NavigationLink<Text, NameText>"] == nil)
    host.tap("first outer 0")
    host.tap("Two")
    #expect(log.entries == ["+first", "-first"])
    host.tap("Go")
    #expect(host.outline.contains("pushed outer 0"))
    // The bar of the tabs stays in reach of what was pushed in one.
    #expect(host.presented.count == 1)
    host.tap("One")
    #expect(host.presented.isEmpty)
    #expect(log.entries == ["+first", "-first", "+first"])
    #expect(host.outline.contains("Button \"first outer 1\""))
    host.tap("first outer 1")
    host.tap("Two")
    host.tap("pushed outer 0")
    #expect(host.outline.contains("pushed outer 1"))
  }

  @Test("Tabs that keep their selection keep the tab where others come and go, or show the first")
  func changingTabs() {
    struct Screen: View {
      @State private var names = ["A", "B", "C"]
      var body: some View {
        TabView {
          ForEach(names, id: \.self) { name in Text("view \(name)").tabItem { Text(name) } }
        }
        Button("Remove") { names.removeFirst() }
        Button("Add") { names.insert("D", at: 0) }
      }
    }
    let host = TreeHost(Screen())
    host.tap("B")
    host.tap("Remove")
    #expect(host.outline.contains("Tab \"B\": selected\n    Text \"view B\""))
    host.tap("Add")
    #expect(host.outline.contains("Tab \"B\": selected\n    Text \"view B\""))
    host.tap("Remove")
    host.tap("Remove")
    #expect(host.outline.contains("Tab \"C\": selected\n    Text \"view C\""))
    let other = TreeHost(Screen())
    other.tap("C")
    other.tap("Remove")
    #expect(other.outline.contains("Tab \"C\": selected\n    Text \"view C\""))
  }

  @Test("Where the selected tab goes, the first in order is shown, whichever came first")
  func firstTab() {
    struct Screen: View {
      @State private var names = ["A", "B", "C"]
      var body: some View {
        TabView {
          ForEach(names, id: \.self) { name in Text("view \(name)").tabItem { Text(name) } }
        }
        Button("Remove B") { names.removeAll { $0 == "B" } }
        Button("Add D") { names.insert("D", at: 0) }
        Button("Exchange D for E") { names[0] = "E" }
        Button("Turn") { names.reverse() }
      }
    }
    let host = TreeHost(Screen())
    // The first one stays selected, as one does that was tapped.
    host.tap("Add D")
    #expect(host.outline.contains("Tab \"A\": selected\n    Text \"view A\""))
    host.tap("B")
    host.tap("Remove B")
    #expect(host.outline.contains("Tab \"D\": selected\n    Text \"view D\""))
    host.tap("Exchange D for E")
    #expect(host.outline.contains("Tab \"E\": selected\n    Text \"view E\""))
    host.tap("Turn")
    #expect(host.outline.contains("Tab \"E\": selected\n    Text \"view E\""))
    #expect(host.outline.components(separatedBy: "selected").count == 2)
  }

  @Test("Tabs without values are known by their numbers, also where another one comes before them")
  func numberedTabs() {
    struct Screen: View {
      @State private var names = ["A", "B"]
      @State private var selection = 0
      let log: Log
      var body: some View {
        TabView(selection: $selection) {
          ForEach(names, id: \.self) { name in
            Text("view \(name)").onAppear { log("+\(name)") }.onDisappear { log("-\(name)") }
              .tabItem { Text(name) }
          }
        }
        Text("tab \(selection)")
        Button("Add") { names.insert("C", at: 0) }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Add")
    #expect(host.outline.contains("Tab \"C\": selected\n    Text \"view C\""))
    #expect(log.entries.sorted() == ["+A", "+C", "-A"])
    host.tap("A")
    #expect(host.outline.contains("Tab \"A\": selected\n    Text \"view A\""))
    #expect(host.outline.hasSuffix("Text \"tab 1\"\nButton \"Add\""))
  }

  @Test("A tab without a value has another number where it has moved")
  func movedTabs() {
    struct Screen: View {
      @State private var names = ["A", "B", "C"]
      @State private var selection = 0
      var body: some View {
        TabView(selection: $selection) {
          ForEach(names, id: \.self) { name in Text("view").tabItem { Text(name) } }
        }
        Text("tab \(selection)")
        Button("Turn") { names.reverse() }
      }
    }
    let host = TreeHost(Screen())
    host.tap("B")
    host.tap("Turn")
    host.tap("A")
    #expect(host.outline.contains("Text \"tab 2\""))
    #expect(host.outline.contains("Tab \"A\": selected"))
  }

  @Test(
    "A selection that somebody keeps is the tab's value, by its tag or its own",
    arguments: [true, false])
  func selection(isTagged: Bool) {
    struct Screen: View {
      let isTagged: Bool
      @State private var selection = "b"
      var body: some View {
        Text("selected \(selection)")
        Button("First") { selection = "a" }
        if isTagged {
          TabView(selection: $selection) {
            Text("view a").tabItem { Text("A") }.tag("a")
            Text("view b").tag("b").tabItem { Text("B") }
          }
        } else {
          TabView(selection: $selection) {
            Tab("A", systemImage: "a", value: "a") { Text("view a") }
            Tab("B", systemImage: "b", value: "b") { Text("view b") }
          }
        }
      }
    }
    let host = TreeHost(Screen(isTagged: isTagged))
    #expect(host.outline.contains("Tab \"B\": selected\n    Text \"view b\""))
    #expect(!host.outline.contains("view a"))
    host.tap("A")
    #expect(host.outline.contains("selected a"))
    #expect(host.outline.contains("Tab \"A\": selected\n    Text \"view a\""))
    host.tap("B")
    host.tap("First")
    #expect(host.outline.contains("view a"))
    #expect(!host.outline.contains("view b"))
  }

  @Test("A field to search by stands above its view, and writes what is searched for")
  func searchable() {
    struct Screen: View {
      let log: Log
      @State private var text = ""
      var body: some View {
        List(["Ada", "Grace"].filter { text.isEmpty || $0.contains(text) }, id: \.self) { Text($0) }
          .searchable(text: $text, prompt: "Names")
          .onSubmit(of: .search) { log("searched \(text)") }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.type("Gr", into: "Names")
    #expect(host.outline == "SearchField \"Names\": \"Gr\"\nList\n  Text \"Grace\"")
    host.submit("Names")
    #expect(log.entries == ["searched Gr"])
  }
}

import EnvironmentTree
import TestSupport
import Testing

@Suite("TabView: what appears in tabs") @MainActor
struct TabAppearanceTests {
  @Test("What is done to a tab from outside appears with what is in the tab, each time")
  func modified() async {
    let log = Log()
    let host = TreeHost {
      TabView {
        Text("a").tabItem { Text("A") }.onAppear { log("+a") }.onDisappear { log("-a") }
        Text("b").tabItem { Text("B") }.onAppear { log("+b") }.onDisappear { log("-b") }
      }
    }
    #expect(log.entries == ["+a"])
    host.tap("B")
    #expect(Set(log.entries.dropFirst()) == ["-a", "+b"])
    host.tap("A")
    await host.settle()
    #expect(Set(log.entries.dropFirst(3)) == ["-b", "+a"])
  }

  @Test("Where the selected tab goes as another comes, the first one is selected")
  func replaced() {
    struct Screen: View {
      @State private var isNew = false
      var body: some View {
        Button("Turn") { isNew = true }
        TabView {
          Group {
            if isNew {
              Tab("New", systemImage: "") { Text("new") }
            } else {
              Tab("Old", systemImage: "") { Text("old") }
            }
            Tab("Other", systemImage: "") { Text("other") }
          }
          .onAppear {}
        }
      }
    }
    let host = TreeHost(Screen())
    host.tap("Turn")
    #expect(host.outline.contains("Text \"new\""))
  }

  @Test("A tab that is given another value is selected by that", arguments: ["tag", "item", "Tab"])
  func otherValues(_ form: String) {
    struct Screen: View {
      let form: String
      let log: Log
      @State private var values = ["a", "b"]
      @State private var selection = "a"
      var body: some View {
        Button("Exchange") { values.reverse() }
        Button("Rename") { values = ["c", "d"] }
        TabView(selection: $selection) {
          ForEach(0..<2, id: \.self) { index in
            let page = Text("view \(index)")
              .onAppear { log("+\(index)") }.onDisappear { log("-\(index)") }
            switch form {
            case "tag": page.tabItem { Text("T\(index)") }.tag(values[index])
            case "item": page.tag(values[index]).tabItem { Text("T\(index)") }
            default: Tab("T\(index)", systemImage: "", value: values[index]) { page }
            }
          }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(form: form, log: log))
    host.tap("Exchange")
    #expect(host.outline.hasSuffix("Tab \"T0\"\n  Tab \"T1\": selected\n    Text \"view 1\""))
    #expect(log.entries.first == "+0")
    #expect(Set(log.entries.dropFirst()) == ["-0", "+1"])
    host.tap("Rename")
    #expect(!host.outline.contains("view"))
    #expect(log.entries.dropFirst(3) == ["-1"])
  }

  @Test("A tab alone that is given another value by its tag is selected by that")
  func otherTag() {
    struct Screen: View {
      @State private var value = "a"
      @State private var selection = "a"
      var body: some View {
        Button("Rename") { value = "b" }
        Button("Follow") { selection = "b" }
        TabView(selection: $selection) { Text("view").tabItem { Text("T") }.tag(value) }
      }
    }
    let host = TreeHost(Screen())
    host.tap("Rename")
    #expect(!host.outline.contains("view"))
    host.tap("Follow")
    #expect(host.outline.contains("Tab \"T\": selected\n    Text \"view\""))
  }

  @Test("A tab of an optional selection is selected by its value")
  func optionalSelection() {
    struct Screen: View {
      @State private var selection: Int? = 1
      @State private var number = 1
      var body: some View {
        TabView(selection: $selection) {
          Text("zero").tabItem { Text("0") }.tag(0)
          Tab("1", systemImage: "", value: 1) { Text("one") }
        }
        TabView(selection: $number) { Text("some").tabItem { Text("S") }.tag(1 as Int?) }
      }
    }
    let host = TreeHost(Screen())
    #expect(host.outline.contains("Tab \"0\"\n  Tab \"1\": selected\n    Text \"one\""))
    host.tap("0")
    #expect(host.outline.hasPrefix("TabView\n  Tab \"0\": selected\n    Text \"zero\""))
    #expect(host.outline.hasSuffix("TabView\n  Tab \"S\""))
  }

  @Test("Where tabs without values move, the one that has the selected number is shown")
  func moved() {
    struct Screen: View {
      let log: Log
      @State private var names = ["A", "B", "C"]
      @State private var selection = 0
      var body: some View {
        TabView(selection: $selection) {
          ForEach(names, id: \.self) { name in
            Text("view \(name)").onAppear { log("+\(name)") }.onDisappear { log("-\(name)") }
              .tabItem { Text(name) }
          }
        }
        Button("Turn") { names.reverse() }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Turn")
    #expect(host.outline.contains("Tab \"C\": selected\n    Text \"view C\""))
    #expect(!host.outline.contains("view A"))
    #expect(log.entries.first == "+A")
    #expect(Set(log.entries.dropFirst()) == ["-A", "+C"])
  }

  @Test("Where the tab of a selection that somebody keeps goes, none is shown")
  func selectionWithoutTab() {
    struct Screen: View {
      @State private var names = ["a", "b"]
      @State private var selection = "b"
      let log: Log
      var body: some View {
        TabView(selection: $selection) {
          ForEach(names, id: \.self) { name in
            Text("view \(name)").tag(name)
              .tabItem { Text(name).onAppear { log("label \(name)") } }
          }
        }
        Button("Remove") { names.removeLast() }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    // The bar has the labels of all tabs.
    #expect(log.entries == ["label a", "label b"])
    host.tap("Remove")
    #expect(!host.outline.contains("view"))
    host.tap("a")
    #expect(host.outline.contains("Tab \"a\": selected\n    Text \"view a\""))
  }
}

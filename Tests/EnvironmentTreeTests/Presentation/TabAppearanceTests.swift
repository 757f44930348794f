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
}

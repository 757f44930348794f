import EnvironmentTree
import Testing

@Suite("Menus, and what is in them") @MainActor struct MenuTests {
  @Test("A menu in a menu opens when it is tapped, and a choice in it closes both")
  func nested() {
    struct Screen: View {
      let log: Log
      var body: some View {
        Menu("Edit") {
          Menu("Sort") {
            Button("By name") { log("by name") }
          }
          Menu {
            Button("By date") { log("by date") }
          } label: {
            Text("Filter")
          } primaryAction: {
            log("filter")
          }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Edit")
    host.tap("Sort")
    #expect(host.presented.map(\.kind) == [.menu, .menu])
    host.tap("By name")
    #expect(host.presented.isEmpty)
    host.tap("Edit")
    host.tap("Filter")
    #expect(host.presented.isEmpty)
    host.tap("Edit")
    host.hold("Filter")
    host.tap("By date")
    #expect(host.presented.isEmpty)
    #expect(log.entries == ["by name", "filter", "by date"])
  }

  @Test("A choice in a menu behind a row closes the row as well")
  func inSwipeActions() {
    let host = TreeHost(
      Text("row").swipeActions {
        Menu("More") { Button("Archive") {} }
      })
    host.swipe("row")
    host.tap("More")
    #expect(host.presented.map(\.kind) == [.swipeActions, .menu])
    host.tap("Archive")
    #expect(host.presented.isEmpty)
  }
}

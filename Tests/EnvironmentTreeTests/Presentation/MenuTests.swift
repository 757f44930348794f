import EnvironmentTree
import ModelObservation
import Testing

@Suite("Menus, and what is in them") @MainActor struct MenuTests {
  /// What a view may present with buttons that send it away.
  enum Kind: CaseIterable {
    case menu, contextMenu, swipeActions, alert
  }

  /// Presents something with a view in it.
  struct Presenter<Content: View>: View {
    let kind: Kind
    @State private var isAlertShown = false
    @ViewBuilder let content: @MainActor () -> Content
    var body: some View {
      switch kind {
      case .menu: Menu("More", content: content)
      case .contextMenu: Text("More").contextMenu(menuItems: content)
      case .swipeActions: Text("More").swipeActions(content: content)
      case .alert:
        Button("More") { isAlertShown = true }
          .alert("More", isPresented: $isAlertShown, actions: content)
      }
    }

    static func open(_ kind: Kind, in host: TreeHost) {
      switch kind {
      case .menu, .alert: host.tap("More")
      case .contextMenu: host.hold("More")
      case .swipeActions: host.swipe("More")
      }
    }
  }

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

  @Test("In a menu, dismiss is that of what the menu is in", arguments: Kind.allCases)
  func dismiss(kind: Kind) {
    struct Close: View {
      @Environment(\.dismiss) private var dismiss
      @Environment(\.isPresented) private var isPresented
      var body: some View {
        Button("Close \(isPresented)") { dismiss() }
      }
    }
    struct Screen: View {
      let kind: Kind
      @State private var isShown = false
      var body: some View {
        Button("Show") { isShown = true }
          .sheet(isPresented: $isShown) { Presenter(kind: kind) { Close() } }
        if !isShown { Presenter(kind: kind) { Close() } }
      }
    }
    typealias Opened = Presenter<Close>
    let host = TreeHost(Screen(kind: kind))
    Opened.open(kind, in: host)
    host.tap("Close false")
    #expect(host.presented.isEmpty)
    host.tap("Show")
    Opened.open(kind, in: host)
    #expect(host.presented.count == 2)
    host.tap("Close true")
    #expect(host.presented.isEmpty)
  }

  @Test("A link in a menu goes to what its value stands for", arguments: Kind.allCases)
  func link(kind: Kind) {
    typealias Link = NavigationLink<Text, Never>
    let host = TreeHost(
      NavigationStack {
        Presenter(kind: kind) { Link("Settings", value: 1) }
          .navigationDestination(for: Int.self) { Text("page \($0)") }
      })
    Presenter<Link>.open(kind, in: host)
    host.tap("Settings")
    #expect(host.presented.map(\.kind) == [.destination])
    #expect(host.presented.map(\.outline) == ["Text \"page 1\""])
  }

  @Test("What a menu shows is disabled while the menu is", arguments: [Kind.menu, .swipeActions])
  func disabled(kind: Kind) {
    struct Screen: View {
      let kind: Kind
      let model: MenuModel
      let log: Log
      var body: some View {
        Presenter(kind: kind) { Button("Act") { log("act") } }
          .disabled(model.isDisabled)
      }
    }
    let (log, model) = (Log(), MenuModel())
    let host = TreeHost(Screen(kind: kind, model: model, log: log))
    Presenter<Button<Text>>.open(kind, in: host)
    model.isDisabled = true
    #expect(host.outline.contains("Button \"Act\" (disabled)"))
    host.tap("Act")
    #expect(log.entries.isEmpty)
    model.isDisabled = false
    host.tap("Act")
    #expect(log.entries == ["act"])
    #expect(host.presented.isEmpty)
  }
}

@MainActor private final class MenuModel: ObservableModel {
  @Observed var isDisabled = false
}

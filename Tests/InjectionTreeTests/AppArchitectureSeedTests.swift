import EnvironmentTree
import Testing

// The views of the seed "App Architecture".

private struct Item: Identifiable, Hashable, Sendable {
  let id: UUID
  var name: String

  init(_ number: UInt8, _ name: String) {
    id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
    self.name = name
  }
}

private enum AppError: LocalizedError {
  case unauthorized
  case unknown

  var errorDescription: String? {
    switch self {
    case .unauthorized: "Please sign in to continue"
    case .unknown: "Something went wrong"
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .unauthorized: "Tap to sign in"
    case .unknown: nil
    }
  }
}

@MainActor @Observable private class AppState {
  var items: [Item] = []
  var selectedItemID: UUID?
  var isLoading = false
  var error: AppError?
  var username = ""
  var notificationsEnabled = false
  var retries = 0

  var selectedItem: Item? {
    items.first { $0.id == selectedItemID }
  }

  var hasItems: Bool { !items.isEmpty }
}

private struct ContentView: View {
  @Environment(AppState.self) private var appState

  var body: some View {
    NavigationStack {
      if appState.isLoading {
        ProgressView()
      } else {
        ItemList(items: appState.items)
      }
    }
    .alert(
      "Error",
      isPresented: Binding(
        get: { appState.error != nil },
        set: { if !$0 { appState.error = nil } }
      ),
      presenting: appState.error
    ) { error in
      Button("OK") {}
      if error.recoverySuggestion != nil {
        Button("Retry") {
          Task { await retry() }
        }
      }
    } message: { error in
      VStack {
        Text(error.localizedDescription)
        if let suggestion = error.recoverySuggestion {
          Text(suggestion)
            .font(.caption)
        }
      }
    }
  }

  private func retry() async {
    appState.retries += 1
  }
}

private struct ItemList: View {
  let items: [Item]

  var body: some View {
    List(items) { item in
      ItemRow(item: item)
    }
  }
}

private struct ItemRow: View {
  let item: Item
  @State private var isExpanded = false

  var body: some View {
    VStack {
      Button(item.name) { isExpanded.toggle() }
      if isExpanded { Text("More about \(item.name)") }
    }
  }
}

private struct SettingsView: View {
  @Environment(AppState.self) private var appState

  var body: some View {
    @Bindable var appState = appState

    Form {
      TextField("Username", text: $appState.username)
      Toggle("Notifications", isOn: $appState.notificationsEnabled)
    }
  }
}

private protocol NetworkServiceProtocol: Sendable {
  func items() async throws -> [Item]
}

private struct LiveNetworkService: NetworkServiceProtocol {
  func items() async throws -> [Item] { throw AppError.unauthorized }
}

private struct MockNetworkService: NetworkServiceProtocol {
  var result: [Item] = []
  func items() async throws -> [Item] { result }
}

private struct NetworkServiceKey: EnvironmentKey {
  static let defaultValue: any NetworkServiceProtocol = LiveNetworkService()
}

extension EnvironmentValues {
  fileprivate var networkService: any NetworkServiceProtocol {
    get { self[NetworkServiceKey.self] }
    set { self[NetworkServiceKey.self] = newValue }
  }
}

private struct LoadingList: View {
  @Environment(\.networkService) private var networkService
  @State private var items: [Item] = []
  @State private var error: String?

  var body: some View {
    Group {
      ItemList(items: items)
      if let error { Text(error) }
    }
    .task { await loadItems() }
  }

  private func loadItems() async {
    do {
      items = try await networkService.items()
    } catch {
      self.error = error.localizedDescription
    }
  }
}

@MainActor @Observable private final class AppDependencies {
  let network: any NetworkServiceProtocol

  init(network: any NetworkServiceProtocol = LiveNetworkService()) {
    self.network = network
  }

  static func mock() -> AppDependencies {
    AppDependencies(network: MockNetworkService(result: [Item(7, "Mock")]))
  }
}

private struct DependencyList: View {
  @Environment(AppDependencies.self) private var dependencies
  var body: some View { LoadingList().environment(\.networkService, dependencies.network) }
}

@MainActor @Observable private final class ItemDetailViewModel {
  let itemID: UUID
  var item: Item?
  var isLoading = false
  private let fetch: (UUID) async throws -> Item

  init(itemID: UUID, fetch: @escaping (UUID) async throws -> Item) {
    self.itemID = itemID
    self.fetch = fetch
  }

  func load() async {
    isLoading = true
    defer { isLoading = false }
    item = try? await fetch(itemID)
  }
}

private struct ItemDetailScreen: View {
  let itemID: UUID
  @State private var viewModel: ItemDetailViewModel

  init(itemID: UUID, fetch: @escaping (UUID) async throws -> Item) {
    self.itemID = itemID
    self._viewModel = State(initialValue: ItemDetailViewModel(itemID: itemID, fetch: fetch))
  }

  var body: some View {
    Form {
      if viewModel.isLoading {
        ProgressView()
      } else if let item = viewModel.item {
        Text(item.name)
      }
    }
    .task {
      await viewModel.load()
    }
  }
}

@MainActor @Observable private final class OnboardingCoordinator {
  var currentStep: OnboardingStep = .welcome
  var isComplete = false

  enum OnboardingStep {
    case welcome
    case permissions
    case complete
  }

  func next() {
    switch currentStep {
    case .welcome:
      currentStep = .permissions
    case .permissions:
      currentStep = .complete
      isComplete = true
    case .complete:
      break
    }
  }

  func back() {
    if currentStep == .permissions { currentStep = .welcome }
  }
}

private struct OnboardingFlow: View {
  @State private var coordinator = OnboardingCoordinator()

  var body: some View {
    Group {
      switch coordinator.currentStep {
      case .welcome:
        StepView(title: "Welcome", onContinue: coordinator.next)
      case .permissions:
        StepView(title: "Permissions", onContinue: coordinator.next, onBack: coordinator.back)
      case .complete:
        Text("Complete")
      }
    }
    .animation(.default, value: coordinator.currentStep)
  }
}

private struct StepView: View {
  let title: String
  let onContinue: () -> Void
  var onBack: (() -> Void)?

  var body: some View {
    VStack {
      Text(title)
      Button("Continue") { onContinue() }
      if let onBack { Button("Back") { onBack() } }
    }
  }
}

private struct MyApp: App {
  @State private var appState = AppState()

  var body: some Scene {
    WindowGroup {
      SettingsView()
        .environment(appState)
    }
  }
}

@Suite("Seed: App Architecture") @MainActor struct AppArchitectureSeedTests {
  @Test("A view is evaluated again for the properties that it uses")
  func appState() {
    let appState = AppState()
    appState.isLoading = true
    let host = TreeHost(ContentView().environment(appState))
    #expect(host.outline == "ProgressView")
    appState.items = [Item(1, "One"), Item(2, "Two")]
    appState.isLoading = false
    host.tap("Two")
    #expect(
      host.outline == """
        List
          VStack
            Button "One"
          VStack
            Button "Two"
            Text "More about Two"
        """)
    host.resetEvaluations()
    appState.username = "ada"
    #expect(host.evaluations.total == 0)
  }

  @Test("An error is presented with its suggestion, and can be retried")
  func alert() async {
    let appState = AppState()
    let host = TreeHost(ContentView().environment(appState))
    appState.error = .unauthorized
    #expect(
      host.presented.map(\.outline) == [
        """
        VStack
          Text "Please sign in to continue"
          Text "Tap to sign in"
        Button "OK"
        Button "Retry"
        """
      ])
    host.tap("Retry")
    await host.settle()
    #expect(appState.retries == 1)
    #expect(appState.error == nil)
    appState.error = .unknown
    #expect(
      host.presented.map(\.outline) == ["VStack\n  Text \"Something went wrong\"\nButton \"OK\""])
  }

  @Test("Controls write an observable object of the environment")
  func settings() {
    let host = TreeHost(MyApp())
    host.type("ada", into: "Username")
    host.toggle("Notifications")
    #expect(
      host.outline == """
        Form
          TextField "Username": "ada"
          Toggle "Notifications": on
        """)
  }

  @Test("A service of the environment is loaded from")
  func service() async {
    let live = TreeHost(LoadingList())
    await live.settle()
    #expect(live.outline == "List\nText \"Please sign in to continue\"")
    let host = TreeHost(
      LoadingList().environment(\.networkService, MockNetworkService(result: [Item(1, "Test")])))
    await host.settle()
    #expect(host.outline == "List\n  VStack\n    Button \"Test\"")
  }

  @Test("A container of dependencies is injected as one object")
  func dependencies() async {
    let host = TreeHost(DependencyList().environment(AppDependencies.mock()))
    await host.settle()
    #expect(host.outline.contains("Button \"Mock\""))
  }

  @Test("A view model loads when its screen appears")
  func detail() async {
    let gate = Gate()
    let item = Item(1, "Loaded")
    let host = TreeHost(
      ItemDetailScreen(itemID: item.id) { _ in
        await gate.wait()
        return item
      })
    await host.settle()
    #expect(host.outline == "Form\n  ProgressView")
    gate.open()
    await host.settle()
    #expect(host.outline == "Form\n  Text \"Loaded\"")
  }

  @Test("A coordinator leads through a flow")
  func flow() {
    let host = TreeHost(OnboardingFlow())
    host.tap("Continue")
    #expect(
      host.outline == """
        VStack
          Text "Permissions"
          Button "Continue"
          Button "Back"
        """)
    host.tap("Back")
    #expect(host.outline.contains("Welcome"))
    host.tap("Continue")
    host.tap("Continue")
    #expect(host.outline == "Text \"Complete\"")
  }
}

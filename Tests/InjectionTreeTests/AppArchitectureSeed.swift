import EnvironmentTree

// The views of the seed "App Architecture".

enum AppArchitecture {
  struct Item: Identifiable, Hashable, Sendable {
    let id: UUID
    var name: String

    init(_ number: UInt8, _ name: String) {
      id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
      self.name = name
    }
  }

  enum AppError: LocalizedError {
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

  @MainActor @Observable class AppState {
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

  struct ContentView: View {
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

  struct ItemList: View {
    let items: [Item]

    var body: some View {
      List(items) { item in
        ItemRow(item: item)
      }
    }
  }

  struct ItemRow: View {
    let item: Item
    @State private var isExpanded = false

    var body: some View {
      VStack {
        Button(item.name) { isExpanded.toggle() }
        if isExpanded { Text("More about \(item.name)") }
      }
    }
  }

  struct SettingsView: View {
    @Environment(AppState.self) private var appState

    var body: some View {
      @Bindable var appState = appState

      Form {
        TextField("Username", text: $appState.username)
        Toggle("Notifications", isOn: $appState.notificationsEnabled)
      }
    }
  }

  protocol NetworkServiceProtocol: Sendable {
    func items() async throws -> [Item]
  }

  struct LiveNetworkService: NetworkServiceProtocol {
    func items() async throws -> [Item] { throw AppError.unauthorized }
  }

  struct MockNetworkService: NetworkServiceProtocol {
    var result: [Item] = []
    func items() async throws -> [Item] { result }
  }

  struct NetworkServiceKey: EnvironmentKey {
    static let defaultValue: any NetworkServiceProtocol = LiveNetworkService()
  }

  struct LoadingList: View {
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

  @MainActor @Observable final class AppDependencies {
    let network: any NetworkServiceProtocol

    init(network: any NetworkServiceProtocol = LiveNetworkService()) {
      self.network = network
    }

    static func mock() -> AppDependencies {
      AppDependencies(network: MockNetworkService(result: [Item(7, "Mock")]))
    }
  }

  struct DependencyList: View {
    @Environment(AppDependencies.self) private var dependencies
    var body: some View { LoadingList().environment(\.networkService, dependencies.network) }
  }

  @MainActor @Observable final class ItemDetailViewModel {
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

  struct ItemDetailScreen: View {
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

  @MainActor @Observable final class OnboardingCoordinator {
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

  struct OnboardingFlow: View {
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

  struct StepView: View {
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

  struct MyApp: App {
    @State private var appState = AppState()

    var body: some Scene {
      WindowGroup {
        SettingsView()
          .environment(appState)
      }
    }
  }
}

extension EnvironmentValues {
  var networkService: any AppArchitecture.NetworkServiceProtocol {
    get { self[AppArchitecture.NetworkServiceKey.self] }
    set { self[AppArchitecture.NetworkServiceKey.self] = newValue }
  }
}

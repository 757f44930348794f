import EnvironmentTree
import TestSupport
import Testing

extension AppArchitecture {
  @Suite("Seed: App Architecture") @MainActor struct Tests {
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
}

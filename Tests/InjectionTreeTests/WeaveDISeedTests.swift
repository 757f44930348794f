import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import TestSupport
import Testing

extension WeaveDI {
  @Suite("Seed: SwiftUI integration") @MainActor struct Tests {
    @Test(
      "The profile's view model has the services of the process: a modifier that opens a scope around nothing changes nothing"
    )
    func asWritten() async {
      let host = TreeHost(UserProfileView().modifier(WithMockData()))
      await host.settle()
      #expect(host.outline == "VStack\n  Text \"offline\"")
    }

    @Test("A model that is made in the tree's services has them: loading, loaded, logged out")
    func profile() async {
      let gate = Gate()
      let host = TreeHost(
        InjectedProfileView().injectedValues {
          $0.userService = LoadingUserService(gate: gate)
          $0.authService = MockAuthService()
        })
      await host.settle()
      #expect(host.outline == "VStack\n  ProgressView")
      gate.open()
      await host.settle()
      expectSnapshot(host.outline, "profile")
      host.tap("로그아웃")
      await host.settle()
      #expect(host.outline == "VStack")
    }

    @Test("Previews of three states stand beside each other")
    func previews() async {
      let gate = Gate()
      let host = TreeHost {
        InjectedProfileView().injectedValues { $0.userService = LoadingUserService(gate: gate) }
        InjectedProfileView().injectedValues { $0.userService = MockUserService() }
        InjectedProfileView()
      }
      await host.settle()
      #expect(
        host.outline == """
          VStack
            ProgressView
          VStack
            Text "Ada"
            Text "ada@example.com"
            Button "로그아웃"
          VStack
            Text "offline"
          """)
      gate.open()
    }

    @Test("An order is chosen, processed in a sheet, and the sheet goes")
    func orders() async {
      let service = MockOrderService()
      let host = TreeHost(OrderManagementView().injectedValues { $0.orderService = service })
      await host.settle()
      #expect(host.outline == "List\n  Button \"Books\"\n  Button \"Tea\"")
      host.tap("Tea")
      #expect(
        host.presented.map(\.outline) == [
          "VStack\n  Text \"Tea\"\n  Text \"총액: 5\"\n  Button \"주문 처리\""
        ])
      host.tap("주문 처리")
      await host.finish()
      #expect(host.presented.isEmpty)
      #expect(await service.processed.map(\.title) == ["Tea"])
    }

    @Test("A theme is passed through the hierarchy")
    func theme() {
      let host = TreeHost(
        VStack { ThemedButton() }.environment(\.theme, .dark))
      #expect(host.outline == "VStack\n  Button \"눌러주세요 dark\"")
    }
  }
}

import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import Testing

// The views of the seed "SwiftUI integration".

private struct User: Hashable, Sendable {
  let name: String
  let email: String
  var avatarURL: URL? { nil }

  static let preview = User(name: "Ada", email: "ada@example.com")
}

private struct Order: Identifiable, Hashable, Sendable {
  let id: Int
  let title: String
  let total: Int
}

private protocol UserService: Sendable {
  func fetchCurrentUser() async throws -> User
}

private protocol AuthService: Sendable {
  func logout() async throws
}

private protocol OrderService: Sendable {
  func fetchOrders() async throws -> [Order]
  func processOrder(_ order: Order) async throws
}

private struct ServiceError: LocalizedError {
  var errorDescription: String? { "offline" }
}

private struct LiveService: UserService, AuthService, OrderService {
  func fetchCurrentUser() async throws -> User { throw ServiceError() }
  func logout() async throws { throw ServiceError() }
  func fetchOrders() async throws -> [Order] { throw ServiceError() }
  func processOrder(_ order: Order) async throws { throw ServiceError() }
}

private struct MockUserService: UserService {
  var user = User.preview
  func fetchCurrentUser() async throws -> User { user }
}

private struct LoadingUserService: UserService {
  let gate: Gate
  func fetchCurrentUser() async throws -> User {
    await gate.wait()
    return .preview
  }
}

private struct MockAuthService: AuthService {
  func logout() async throws {}
}

private actor MockOrderService: OrderService {
  private(set) var processed: [Order] = []
  func fetchOrders() async throws -> [Order] {
    [Order(id: 1, title: "Books", total: 30), Order(id: 2, title: "Tea", total: 5)]
  }
  func processOrder(_ order: Order) async throws {
    processed.append(order)
  }
}

private enum UserServiceKey: InjectedKey {
  static var liveValue: any UserService { LiveService() }
  static var testValue: any UserService { LiveService() }
}

private enum AuthServiceKey: InjectedKey {
  static var liveValue: any AuthService { LiveService() }
  static var testValue: any AuthService { LiveService() }
}

private enum OrderServiceKey: InjectedKey {
  static var liveValue: any OrderService { LiveService() }
  static var testValue: any OrderService { LiveService() }
}

extension InjectedValues {
  fileprivate var userService: any UserService {
    get { self[UserServiceKey.self] }
    set { self[UserServiceKey.self] = newValue }
  }
  fileprivate var authService: any AuthService {
    get { self[AuthServiceKey.self] }
    set { self[AuthServiceKey.self] = newValue }
  }
  fileprivate var orderService: any OrderService {
    get { self[OrderServiceKey.self] }
    set { self[OrderServiceKey.self] = newValue }
  }
}

@MainActor
private final class UserProfileViewModel: ObservableObject {
  @Injected(\.userService) var userService
  @Injected(\.authService) var authService

  @Published var user: User?
  @Published var isLoading = false
  @Published var errorMessage: String?

  func loadUser() async {
    isLoading = true
    errorMessage = nil
    defer { isLoading = false }

    do {
      user = try await userService.fetchCurrentUser()
    } catch {
      errorMessage = error.localizedDescription
    }
  }

  func logout() async {
    do {
      try await authService.logout()
      user = nil
    } catch {
      errorMessage = "로그아웃 실패"
    }
  }
}

private struct UserProfileView: View {
  @StateObject private var viewModel = UserProfileViewModel()

  var body: some View {
    VStack {
      if let user = viewModel.user {
        Text(user.name)
        Button("로그아웃") {
          Task { await viewModel.logout() }
        }
      } else if viewModel.isLoading {
        ProgressView()
      }

      if let error = viewModel.errorMessage {
        Text(error)
          .foregroundColor(.red)
      }
    }
    .task {
      await viewModel.loadUser()
    }
  }
}

/// The same view, whose model is made in the tree's services.
private struct InjectedProfileView: View {
  @InjectedModel({ ProfileModel() }) private var model

  var body: some View {
    VStack {
      if let user = model.user {
        AsyncImage(url: user.avatarURL)
        Text(user.name)
        Text(user.email)
        Button("로그아웃") {
          Task { await model.logout() }
        }
      } else if model.isLoading {
        ProgressView()
      }
      if let error = model.errorMessage { Text(error) }
    }
    .task {
      await model.loadUser()
    }
  }
}

@MainActor private final class ProfileModel: ObservableModel {
  @Injected(\.userService) var userService
  @Injected(\.authService) var authService
  @Observed var user: User?
  @Observed var isLoading = false
  @Observed var errorMessage: String?

  func loadUser() async {
    isLoading = true
    defer { isLoading = false }
    do {
      user = try await userService.fetchCurrentUser()
    } catch {
      errorMessage = error.localizedDescription
    }
  }

  func logout() async {
    try? await authService.logout()
    user = nil
  }
}

private struct OrderManagementView: View {
  @InjectedEnvironment(\.orderService) var orderService
  @State private var orders: [Order] = []
  @State private var selectedOrder: Order?

  var body: some View {
    NavigationView {
      List(orders) { order in
        Button(order.title) {
          selectedOrder = order
        }
      }
      .sheet(item: $selectedOrder) { order in
        OrderDetailView(order: order)
      }
      .task {
        await loadOrders()
      }
    }
  }

  private func loadOrders() async {
    orders = (try? await orderService.fetchOrders()) ?? []
  }
}

private struct OrderDetailView: View {
  @InjectedEnvironment(\.orderService) var orderService
  let order: Order

  @State private var isProcessing = false
  @Environment(\.dismiss) var dismiss

  var body: some View {
    VStack {
      Text(order.title)
      Text("총액: \(order.total)")

      Button("주문 처리") {
        Task { await processOrder() }
      }
      .disabled(isProcessing)
    }
  }

  private func processOrder() async {
    isProcessing = true
    defer { isProcessing = false }

    do {
      try await orderService.processOrder(order)
      dismiss()
    } catch {
      Issue.record(error)
    }
  }
}

private struct WithMockData: ViewModifier {
  func body(content: Content) -> some View {
    content
      .task {
        withInjectedValues { values in
          values.userService = MockUserService()
        } operation: {
        }
      }
  }
}

private struct Theme: Equatable {
  let name: String
  let primaryColor: Color
  static let light = Theme(name: "light", primaryColor: .black)
  static let dark = Theme(name: "dark", primaryColor: .white)
}

private struct ThemeKey: EnvironmentKey {
  static let defaultValue = Theme.light
}

extension EnvironmentValues {
  fileprivate var theme: Theme {
    get { self[ThemeKey.self] }
    set { self[ThemeKey.self] = newValue }
  }
}

private struct ThemedButton: View {
  @Environment(\.theme) var theme

  var body: some View {
    Button("눌러주세요 \(theme.name)") {}
      .foregroundColor(theme.primaryColor)
  }
}

@Suite("Seed: SwiftUI integration") @MainActor struct WeaveDISeedTests {
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

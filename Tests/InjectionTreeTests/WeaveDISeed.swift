import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import TestSupport
import Testing

// The views of the seed "SwiftUI integration".

enum WeaveDI {
  struct User: Hashable, Sendable {
    let name: String
    let email: String
    var avatarURL: URL? { nil }

    static let preview = User(name: "Ada", email: "ada@example.com")
  }

  struct Order: Identifiable, Hashable, Sendable {
    let id: Int
    let title: String
    let total: Int
  }

  protocol UserService: Sendable {
    func fetchCurrentUser() async throws -> User
  }

  protocol AuthService: Sendable {
    func logout() async throws
  }

  protocol OrderService: Sendable {
    func fetchOrders() async throws -> [Order]
    func processOrder(_ order: Order) async throws
  }

  struct ServiceError: LocalizedError {
    var errorDescription: String? { "offline" }
  }

  struct LiveService: UserService, AuthService, OrderService {
    func fetchCurrentUser() async throws -> User { throw ServiceError() }
    func logout() async throws { throw ServiceError() }
    func fetchOrders() async throws -> [Order] { throw ServiceError() }
    func processOrder(_ order: Order) async throws { throw ServiceError() }
  }

  struct MockUserService: UserService {
    var user = User.preview
    func fetchCurrentUser() async throws -> User { user }
  }

  struct LoadingUserService: UserService {
    let gate: Gate
    func fetchCurrentUser() async throws -> User {
      await gate.wait()
      return .preview
    }
  }

  struct MockAuthService: AuthService {
    func logout() async throws {}
  }

  actor MockOrderService: OrderService {
    private(set) var processed: [Order] = []
    func fetchOrders() async throws -> [Order] {
      [Order(id: 1, title: "Books", total: 30), Order(id: 2, title: "Tea", total: 5)]
    }
    func processOrder(_ order: Order) async throws {
      processed.append(order)
    }
  }

  enum UserServiceKey: InjectedKey {
    static var liveValue: any UserService { LiveService() }
    static var testValue: any UserService { LiveService() }
  }

  enum AuthServiceKey: InjectedKey {
    static var liveValue: any AuthService { LiveService() }
    static var testValue: any AuthService { LiveService() }
  }

  enum OrderServiceKey: InjectedKey {
    static var liveValue: any OrderService { LiveService() }
    static var testValue: any OrderService { LiveService() }
  }

  @MainActor
  final class UserProfileViewModel: ObservableObject {
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

  struct UserProfileView: View {
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
  struct InjectedProfileView: View {
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

  @MainActor final class ProfileModel: ObservableModel {
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

  struct OrderManagementView: View {
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

  struct OrderDetailView: View {
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

  struct WithMockData: ViewModifier {
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

  struct Theme: Equatable {
    let name: String
    let primaryColor: Color
    static let light = Theme(name: "light", primaryColor: .black)
    static let dark = Theme(name: "dark", primaryColor: .white)
  }

  struct ThemeKey: EnvironmentKey {
    static let defaultValue = Theme.light
  }

  struct ThemedButton: View {
    @Environment(\.theme) var theme

    var body: some View {
      Button("눌러주세요 \(theme.name)") {}
        .foregroundColor(theme.primaryColor)
    }
  }
}

extension InjectedValues {
  var userService: any WeaveDI.UserService {
    get { self[WeaveDI.UserServiceKey.self] }
    set { self[WeaveDI.UserServiceKey.self] = newValue }
  }
  var authService: any WeaveDI.AuthService {
    get { self[WeaveDI.AuthServiceKey.self] }
    set { self[WeaveDI.AuthServiceKey.self] = newValue }
  }
  var orderService: any WeaveDI.OrderService {
    get { self[WeaveDI.OrderServiceKey.self] }
    set { self[WeaveDI.OrderServiceKey.self] = newValue }
  }
}

extension EnvironmentValues {
  var theme: WeaveDI.Theme {
    get { self[WeaveDI.ThemeKey.self] }
    set { self[WeaveDI.ThemeKey.self] = newValue }
  }
}

import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import ServiceComparison
import Synchronization

// What the tests of the seeds' mistakes are made of.

func name(of service: any AuthService) -> String {
  (service as? NamedAuth)?.name ?? "\(type(of: service))"
}

struct NamedAuth: AuthService {
  let name: String
  func signIn(_ name: String) async throws {}
  func signOut() async throws {}
  func signedIn() async throws -> String? { name }
}

final class SeedLog: Sendable {
  private let list = Mutex<[String]>([])
  var all: [String] { list.withLock(\.self) }
  func add(_ event: String) { list.withLock { $0.append(event) } }
}

struct TurningParent<Content: View>: View {
  @ViewBuilder let content: (Int) -> Content
  @State private var turn = 0

  init(@ViewBuilder content: @escaping (Int) -> Content) {
    self.content = content
  }

  init(@ViewBuilder _ content: @escaping () -> Content) {
    self.content = { _ in content() }
  }

  var body: some View {
    Button("turn") { turn += 1 }
    content(turn)
  }
}

struct DIContainer<Content: View>: View {
  let content: Content

  init(events: SeedLog, @ViewBuilder content: () -> Content) {
    self.content = content()
    events.add("task")
    Task {
      withInjectedValues(.allowsLostReads) {
        $0.authService = NamedAuth(name: "product of the container")
      } operation: {
      }
    }
  }

  var body: some View { content }
}

struct InjectedName: View {
  @InjectedEnvironment(\.authService) private var service
  var body: some View { Text(name(of: service)) }
}

struct EnvironmentName: View {
  @Environment(\.authService) private var service
  var body: some View { Text(name(of: service)) }
}

struct GivenName: View {
  let name: String
  var body: some View { Text(name) }
}

struct CapturingParent: View {
  @Injected(\.authService) private var service
  var body: some View {
    Text(name(of: service))
    CapturingLeaf()
  }
}

struct CapturingLeaf: View {
  @Injected(\.authService) private var service
  var body: some View { Text(name(of: service)) }
}

@MainActor final class NameModel: ObservableModel {
  @Injected(\.authService) var captured
  var resolved: any AuthService { injected(\.authService) }
}

struct StoreName: View {
  let service: LandmarkService
  var loads = true
  var body: some View {
    Text("\(service.store.phase)").task { if loads { try? await service.fetchLandmarks() } }
  }
}

struct Nesting {
  var environment: EnvironmentValues?
}

struct NestingKey: EnvironmentKey {
  static var defaultValue: Nesting { Nesting() }
}

struct StoredServicesKey: EnvironmentKey {
  static let defaultValue = Services.unimplemented()
}

extension EnvironmentValues {
  var nesting: Nesting {
    get { self[NestingKey.self] }
    set { self[NestingKey.self] = newValue }
  }
  var storedServices: Services {
    get { self[StoredServicesKey.self] }
    set { self[StoredServicesKey.self] = newValue }
  }
}

@MainActor final class IDModel: ObservableModel {
  let id: Int
  init(_ id: Int) {
    self.id = id
  }
}

struct StateScreen: View {
  @State private var model: IDModel

  init(id: Int, events: SeedLog) {
    events.add("\(id)")
    _model = State(initialValue: IDModel(id))
  }

  var body: some View { Text("model \(model.id)") }
}

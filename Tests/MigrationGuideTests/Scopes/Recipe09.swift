import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

enum Recipe09 {
  enum Before {
    struct DIContainer<Content: View>: View {
      let content: Content

      init(@ViewBuilder content: () -> Content) {
        self.content = content()
        Task {
          withInjectedValues {
            $0.catalog = MockCatalog(title: "Contained")
          } operation: {
          }
        }
      }

      var body: some View { content }
    }
  }

  enum After {
    typealias Row = Recipe03.After.Row

    struct GuideApp: App {
      init() {
        prepareInjectedValues { $0.catalog = MockCatalog(title: "Prepared") }
      }

      var body: some Scene {
        WindowGroup { Row() }
      }
    }

    struct RootView: View {
      var body: some View {
        PreparedInjectedValues {
          try await InjectedValues.prepare(IndexKey.self)
        } content: {
          IndexView()
        } placeholder: {
          ProgressView()
        } failure: { error in
          Text("No index: \(error)")
        }
      }
    }
  }
}

struct Index: Sendable {
  var names: [String]
}

enum IndexKey: AsyncInjectedKey {
  static func liveValue() async throws -> Index {
    Index(names: try await readNames())
  }
  static var testValue: Index { Index(names: ["Oslo"]) }
}

/// Stands for a file.
private func readNames() async throws -> [String] {
  ["Oslo", "Rome"]
}

extension InjectedValues {
  var index: Index {
    get { self[IndexKey.self] }
    set { self[IndexKey.self] = newValue }
  }
}

struct IndexView: View {
  @InjectedEnvironment(\.index) private var index
  var body: some View { Text("\(index.names.count) names") }
}

@Suite("Recipe 9", .injected(.allowsLostReads)) @MainActor struct Recipe09Tests {
  @Test("What a container view sets in a task reaches nobody; what is prepared reaches every body")
  func prepared() async {
    let before = TreeHost(Recipe09.Before.DIContainer { Recipe03.After.Row() })
    await before.finish()
    #expect(before.outline == "Text \"test\"")
    // A process of its own: what is prepared at launch is the process's.
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let host = TreeHost(Recipe09.After.GuideApp())
        precondition(host.outline == "Text \"Prepared\"", host.outline)
      }
    }
  }

  @Test("An asynchronous service is prepared at the root, and read without waiting below it")
  func asynchronous() async {
    let host = TreeHost(Recipe09.After.RootView())
    #expect(host.outline == "ZStack\n  ProgressView")
    await host.settle()
    #expect(host.outline == "Text \"1 names\"")
  }
}

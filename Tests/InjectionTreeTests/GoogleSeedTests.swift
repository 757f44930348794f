import EnvironmentTree
import TestSupport
import Testing

// The view of the seed "Service", on a service that compiles: a Sendable struct of closures, in
// place of endpoints that capture the environment.

private struct Google: Sendable {
  var url: @Sendable (String) -> URL?
  var fetch: @Sendable (String) async throws -> Data
}

private struct GoogleKey: EnvironmentKey {
  static var defaultValue: Google {
    Google { query in
      var components = URLComponents(string: "https://www.google.com")
      components?.queryItems = [URLQueryItem(name: "q", value: query)]
      return components?.url
    } fetch: {
      Data("found \($0)".utf8)
    }
  }
}

extension EnvironmentValues {
  fileprivate var google: Google {
    get { self[GoogleKey.self] }
    set { self[GoogleKey.self] = newValue }
  }
}

extension Environment where Value == Google {
  fileprivate init() {
    self.init(\.google)
  }
}

private struct GoogleView: View {
  @Environment() private var google: Google
  @Environment(\.openURL) private var openURL

  @State var query: String = ""
  @State var fetchedData: Result<Data, any Error>?
  @State var currentRequest: Task<(), Never>?
  var body: some View {
    VStack {
      HStack {
        TextField("Search", text: $query)
        Button {
          currentRequest?.cancel()
          currentRequest = Task {
            fetchedData = await Result {
              try await google.fetch(query)
            }
          }
        } label: {
          Text("Fetch")
        }
        Button {
          if let url = google.url(query) { openURL(url) }
        } label: {
          Text("Open")
        }
      }
    }
    Text("Result: " + String(describing: try? fetchedData?.get().count))
  }
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

private struct GoogleView_Previews: PreviewProvider {
  static var previews: some View {
    // default config
    GoogleView()
    // fetch from google but open in duckduckgo
    GoogleView()
      .transformEnvironment(\.google) {
        $0.url = { URL(string: "https://www.duckduckgo.com?q=\($0)") }
      }
  }
}

@Suite("Seed: Service") @MainActor struct GoogleSeedTests {
  @Test("A query is typed and fetched")
  func fetch() async {
    let host = TreeHost(GoogleView())
    host.type("swift", into: "Search")
    host.tap("Fetch")
    await host.settle()
    #expect(
      host.outline == """
        VStack
          HStack
            TextField "Search": "swift"
            Button "Fetch"
            Button "Open"
        Text "Result: Optional(11)"
        """)
  }

  @Test("A second request cancels the first")
  func cancels() async {
    let gate = Gate()
    let host = TreeHost(
      GoogleView().transformEnvironment(\.google) {
        $0.fetch = { query in
          if query == "slow" { await gate.wait() }
          try Task.checkCancellation()
          return Data(query.utf8)
        }
      })
    host.type("slow", into: "Search")
    host.tap("Fetch")
    await host.settle()
    #expect(host.outline.contains("Result: nil"))
    host.type("quick!", into: "Search")
    host.tap("Fetch")
    await host.settle()
    #expect(host.outline.contains("Result: Optional(6)"))
    gate.open()
    await host.finish()
    #expect(host.outline.contains("Result: nil"))
  }

  @Test("One part of the service is overridden for one of two previews")
  func previews() {
    let host = TreeHost(previews: GoogleView_Previews.self)
    host.type("one", into: "Search")
    host.tap("Open", at: 0)
    host.tap("Open", at: 1)
    #expect(
      host.openedURLs.map(\.absoluteString) == [
        "https://www.google.com?q=one", "https://www.duckduckgo.com?q=",
      ])
  }
}

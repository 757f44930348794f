import EnvironmentTree
import Foundation
import Injection
import InjectionTree
import ModelObservation
import TestSupport
import Testing

private struct OwnerView: View {
  @InjectedModel({ GreetingModel() }) private var model
  var body: some View {
    Text(model.text)
    Button("Rename") { model.name = "Grace" }
  }
}

private struct ReaderView: View {
  @InjectedModel private var model: GreetingModel
  var body: some View { Text(model.text) }
}

private struct Parent<Content: View>: View {
  @State private var greeting = "Salut"
  @ViewBuilder let content: () -> Content
  var body: some View {
    Button("Change") { greeting = "Ciao" }
    content().injectedValues { $0.greeter = Greeter(greeting: greeting) }
  }
}

/// Of no kind that anything observes.
private final class Plain {
  @Injected(\.greeter) var greeter
}

private struct PlainView: View {
  @InjectedModel private var plain: Plain
  var body: some View { Text(plain.greeter.greeting) }
}

private final class Connection: Sendable {
  let name: String
  init(_ name: String) {
    self.name = name
  }
}

private enum ConnectionKey: AsyncInjectedKey {
  static func liveValue() async throws -> Connection { Connection("live") }
  static var testValue: Connection { Connection("prepared") }
}

/// Has to be prepared in tests as well.
private enum LineKey: AsyncInjectedKey {
  static func liveValue() async throws -> Connection { try await testValue() }
  static func testValue() async throws -> Connection {
    await Task.yield()
    return Connection("\(injected { $0[LineNameKey.self] }), prepared")
  }
}

private enum LineNameKey: InjectedInterfaceKey {
  static var testValue: String { "here" }
}

extension InjectedValues {
  fileprivate var line: Connection { self[LineKey.self] }

  fileprivate var connection: Connection {
    get { self[ConnectionKey.self] }
    set { self[ConnectionKey.self] = newValue }
  }
}

@Suite("Models in a tree") @MainActor struct InjectedModelTests {
  @Test("A model is made once, inside the tree's services, and keeps them")
  func owner() {
    let host = TreeHost(Parent { OwnerView() })
    #expect(host.outline.contains("Salut, Ada"))
    host.resetEvaluations()
    host.tap("Change")
    #expect(host.evaluations.total == 0)
    host.tap("Rename")
    #expect(host.outline.contains("Salut, Grace"))
    #expect(host.evaluations.counts == ["OwnerView": 1])
  }

  @Test("A modifier makes a model for the views below")
  func modifier() {
    let host = TreeHost(
      Parent {
        VStack {
          ReaderView()
          ReaderView()
        }
        .injectedModel { GreetingModel() }
      })
    #expect(host.outline.components(separatedBy: "Salut, Ada").count == 3)
    host.tap("Change")
    #expect(host.outline.components(separatedBy: "Salut, Ada").count == 3)
  }

  @Test("A model may be of any class, and two places have two models")
  func anyClass() {
    let host = TreeHost {
      PlainView().injectedModel { Plain() }.injectedValues { $0.greeter.greeting = "one" }
      PlainView().injectedModel { Plain() }.injectedValues { $0.greeter.greeting = "two" }
    }
    #expect(host.outline == "Text \"one\"\nText \"two\"")
  }

  @Test("A model is released with its view")
  func released() {
    weak var model: GreetingModel?
    struct Probe: View {
      @InjectedModel private var model: GreetingModel
      let found: (GreetingModel) -> Void
      var body: some View {
        let _ = found(model)
        Text("there")
      }
    }
    let host = TreeHost(Probe { model = $0 }.injectedModel { GreetingModel() })
    #expect(model != nil)
    host.unmount()
    host.resetEvaluations()
    #expect(model == nil)
  }

  @Test("A model goes with its view, also where the same view comes into the tree again")
  func madeAnew() async {
    struct Toggled<Content: View>: View {
      @State private var isShown = true
      @ViewBuilder let content: Content
      var body: some View {
        Button("Toggle") { isShown.toggle() }
        if isShown { content }
      }
    }
    struct Links: View {
      var body: some View {
        NavigationStack { NavigationLink("Go", destination: OwnerView()) }
      }
    }
    let toggled = TreeHost(Toggled { OwnerView() })
    let first = toggled.outline
    toggled.tap("Rename")
    #expect(toggled.outline != first)
    toggled.tap("Toggle")
    toggled.tap("Toggle")
    #expect(toggled.outline == first)

    let links = TreeHost(Links())
    links.tap("Go")
    await links.settle()
    let pushed = links.outline
    links.tap("Rename")
    #expect(links.outline != pushed)
    links.dismiss()
    await links.settle()
    links.tap("Go")
    await links.settle()
    #expect(links.outline == pushed)
  }

  @Test("A view that stands in two places with other services has a model in each")
  func twoPlaces() {
    struct Twice<Content: View>: View {
      @State private var isFirst = true
      @ViewBuilder let content: Content
      var body: some View {
        Button("Swap") { isFirst.toggle() }
        if isFirst {
          content.injectedValues { $0.greeter = Greeter(greeting: "Salut") }
        } else {
          content.injectedValues { $0.greeter = Greeter(greeting: "Ciao") }
        }
      }
    }
    let host = TreeHost(Twice { OwnerView() })
    #expect(host.outline.contains("Salut"))
    host.tap("Swap")
    #expect(host.outline.contains("Ciao"))
    host.tap("Swap")
    #expect(host.outline.contains("Salut"))
  }

  @Test("A model's own observers go on, and what it reads when it is made is not what bodies read")
  func observers() async {
    @MainActor final class Follower: ObservableModel {
      @Observed var name: String
      private var token: ObservationToken?
      init(_ session: Session) {
        name = session.name
        token = observe { [unowned self] in name = session.name }
      }
    }
    struct FollowerText: View {
      let follower: Follower
      var body: some View { Text(follower.name) }
    }
    struct Owner: View {
      @InjectedModel private var follower: Follower
      @State private var turn = 0
      init(_ session: Session) { _follower = InjectedModel { Follower(session) } }
      var body: some View {
        Button("Turn \(turn)") { turn += 1 }
        FollowerText(follower: follower)
      }
    }
    let session = Session()
    let host = TreeHost(Owner(session))
    host.tap("Turn 0")
    host.resetEvaluations()
    session.name = "Grace"
    await host.settle()
    #expect(host.outline.hasSuffix("Text \"Grace\""))
    #expect(host.evaluations.counts == ["FollowerText": 1])
  }

  @Test("What a model reads of the tree when it is made, no view reads")
  func initialReads() {
    struct Owner: View {
      @InjectedModel private var model: GreetingModel
      init(_ count: Binding<Int>) {
        _model = InjectedModel {
          let model = GreetingModel()
          model.name = "\(count.wrappedValue)"
          return model
        }
      }
      var body: some View { Text(model.text) }
    }
    struct Screen: View {
      @State private var count = 0
      var body: some View {
        Button("Add") { count += 1 }
        Owner($count)
      }
    }
    let host = TreeHost(Screen())
    host.resetEvaluations()
    host.tap("Add")
    #expect(host.outline.hasSuffix("Text \"Hello, 0\""))
    #expect(host.evaluations.counts.isEmpty)
  }

  @Test("A model in a view's state keeps what it captured where it was made")
  func inState() {
    struct Child: View {
      @State private var model = GreetingModel()
      @State private var turn = 0
      var body: some View {
        Text(model.text)
        Button("Turn \(turn)") { turn += 1 }
      }
    }
    struct Deferred: View {
      var body: some View { Child() }
    }
    withInjectedValues(.allowsLostReads) {
      $0.greeter = Greeter(greeting: "Salut")
    } operation: {
      // Made here, inside the scope; and in a body, which runs outside it, but in the tree's services.
      let host = TreeHost {
        Child().injectedValues { $0.greeter.greeting = "Ciao" }
        Deferred().injectedValues { $0.greeter.greeting = "Ciao" }
      }
      host.tap("Turn 0")
      #expect(
        host.outline.hasPrefix(
          """
          Text "Salut, Ada"
          Button "Turn 1"
          Text "Hello, Ada"
          """))
    }
  }

  @Test("A model that nobody made above traps, and says what to add")
  func missing() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = TreeHost(ReaderView()) }
    }
    let report = result.report
    #expect(report.contains("No model of type GreetingModel"))
    #expect(report.contains(".injectedModel { GreetingModel(…) }"))
  }

  @Test("The root shows a placeholder until its services are prepared, then what reads them")
  func prepared() async {
    struct ConnectionText: View {
      @InjectedEnvironment(\.connection) private var connection
      var body: some View { Text(connection.name) }
    }
    let gate = Gate()
    let host = TreeHost(
      PreparedInjectedValues {
        await gate.wait()
        try await InjectedValues.prepare(ConnectionKey.self)
      } content: {
        ConnectionText()
      } placeholder: {
        ProgressView("Preparing")
      } failure: {
        Text("failed: \($0)")
      })
    await host.settle()
    #expect(host.outline == "ZStack\n  ProgressView \"Preparing\"")
    #expect(host.evaluations[ConnectionText.self] == 0)
    gate.open()
    await host.finish()
    #expect(host.outline == "Text \"prepared\"")
  }

  @Test("What is prepared below other services is prepared with them, and what reads it finds it")
  func preparedBelow() async {
    struct Content: View {
      @InjectedEnvironment(\.line) private var connection
      var body: some View { Text(connection.name) }
    }
    let host = TreeHost(
      PreparedInjectedValues {
        try await InjectedValues.prepare(LineKey.self)
      } content: {
        Content()
      } placeholder: {
        ProgressView("Preparing")
      } failure: {
        Text("failed: \($0)")
      }.injectedValues { $0[LineNameKey.self] = "below" })
    await host.finish()
    #expect(host.outline == "Text \"below, prepared\"")
  }

  @Test("Services are prepared once, whether nothing stands for the content or several views")
  func placeholders() async {
    func prepared<Placeholder: View>(@ViewBuilder _ placeholder: () -> Placeholder) async -> Int {
      let placeholder = placeholder()
      let count = Counter()
      let host = TreeHost(
        PreparedInjectedValues {
          count.increment()
        } content: {
          Text("content")
        } placeholder: {
          placeholder
        } failure: {
          Text("failed: \($0)")
        })
      await host.finish()
      #expect(host.outline == "Text \"content\"")
      return count.value
    }
    #expect(await prepared {} == 1)
    #expect(
      await prepared {
        Text("1")
        Text("2")
      } == 1)
  }

  @Test("The root shows what went wrong")
  func failed() async {
    struct Failure: Error {}
    let host = TreeHost(
      PreparedInjectedValues {
        throw Failure()
      } content: {
        Text("content")
      } placeholder: {
        ProgressView()
      } failure: {
        Text("failed: \($0)")
      })
    await host.finish()
    #expect(host.outline == "Text \"failed: Failure()\"")
  }
}

import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("Server: services that all requests share")
struct ServerSharingTests {
  @Test("A service that holds `Injected` is one for all requests, and knows each")
  func shared() async throws {
    let greeters = Guarded<[Greeter]>([])
    let letters = Guarded<[Letter]>([])
    try await withApp(
      RequestScope().around { _ in
        greeters.withLock { $0.append(injected(\.greeter)) }
        letters.withLock { $0.append(injected(\.letter)) }
        return HTTPResponse("\(injected(\.greeter).greeting()). \(injected(\.letter).text()).")
      }
    ) { port in
      for user in ["Ada", "Grace"] {
        let answer = try await ask(port, user: user)
        #expect(answer.text == "Hello, \(user). Dear \(user).")
      }
    }
    let (greeter, letter) = (greeters.withLock { $0 }, letters.withLock { $0 })
    #expect(greeter[0] === greeter[1])
    #expect(letter[0] !== letter[1])
  }

  @Test(
    "A lazy global keeps the scope of its first use, for whoever overrides nothing",
    .injected(.allowsLostReads))
  func global() async throws {
    try await withApp(
      RequestScope().around { _ in
        let own = (Global.user().name, Global.currentUser.name)
        let lost = await Task.detached { (Global.user().name, Global.currentUser.name) }.value
        return HTTPResponse("\(own) \(lost)")
      }
    ) { port in
      let first = try await ask(port, user: "Ada")
      let second = try await ask(port, user: "Grace")
      #expect(first.text == #"("Ada", "Ada") ("Ada", "nobody")"#)
      #expect(second.text == #"("Grace", "Grace") ("Ada", "nobody")"#)
    }
  }
}

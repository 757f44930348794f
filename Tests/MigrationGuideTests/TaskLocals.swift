import Injection
import InjectionTesting
import Testing

enum Request {
  @TaskLocal static var user = "nobody"
}

func greet() -> String { "Hello, \(Request.user)" }

/// The services of Docs/TaskLocals.md.
enum TaskLocals {
  enum GreetingKey: InjectedKey {
    static let liveValue = "Hello"
    static let testValue = "Hello"
  }

  @MainActor final class Greeter {
    @Injected(\.greeting) private var greeting
    func greet() -> String { greeting }
    func now() -> String { injected(\.greeting) }
  }
}

extension InjectedValues {
  var greeting: String {
    get { self[TaskLocals.GreetingKey.self] }
    set { self[TaskLocals.GreetingKey.self] = newValue }
  }
}

@Suite("Task-locals from zero", .injected) @MainActor struct TaskLocalTests {
  private typealias Greeter = TaskLocals.Greeter

  @Test("A task-local has a value for the time of a closure, in whatever that calls")
  func bound() {
    #expect(greet() == "Hello, nobody")
    Request.$user.withValue("Ada") {
      #expect(greet() == "Hello, Ada")
      Request.$user.withValue("Grace") {
        #expect(greet() == "Hello, Grace")
      }
      #expect(greet() == "Hello, Ada")
    }
    #expect(greet() == "Hello, nobody")
  }

  @Test("Two tasks have two values at the same time")
  func concurrent() async {
    async let ada = Request.$user.withValue("Ada") { await Task { greet() }.value }
    async let grace = Request.$user.withValue("Grace") { await Task { greet() }.value }
    #expect(await [ada, grace] == ["Hello, Ada", "Hello, Grace"])
  }

  @Test("A task that is begun inside has the value; a detached one has not")
  func inherited() async {
    let (task, detached) = Request.$user.withValue("Ada") {
      (Task { greet() }, Task.detached { greet() })
    }
    #expect(await task.value == "Hello, Ada")
    #expect(await detached.value == "Hello, nobody")
  }

  @Test("A scope is such a value: all services, some of them overridden")
  func scope() {
    #expect(injected(\.greeting) == "Hello")
    withInjectedValues {
      $0.greeting = "Hi"
    } operation: {
      #expect(injected(\.greeting) == "Hi")
    }
    #expect(injected(\.greeting) == "Hello")
  }

  @Test("An object outlives the closure that it was made in, and keeps its services")
  func owners() {
    let greeter = withInjectedValues {
      $0.greeting = "Hi"
    } operation: {
      Greeter()
    }
    #expect(greeter.greet() == "Hi")
    #expect(greeter.now() == "Hello")
    let child = withInjectedValues(from: greeter) { Greeter() }
    #expect(child.greet() == "Hi")
  }

  @Test("Where tasks end, the values are carried by hand")
  func carried() async {
    let greeting = await withInjectedValues {
      $0.greeting = "Hi"
    } operation: {
      let values = InjectedValues.current
      return await Task.detached { values.run { injected(\.greeting) } }.value
    }
    #expect(greeting == "Hi")
  }
}

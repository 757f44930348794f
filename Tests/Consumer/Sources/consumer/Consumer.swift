import Injection
import MainActorByDefault
import PaymentInterface
import PaymentLive

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Uses the `Injection` product as a stranger's program does, and checks every result itself.
@main
@MainActor
struct Consumer {
  private var checks = Checks()

  static func main() async {
    registerLivePayments()

    var consumer = Consumer()
    await consumer.readLiveValues()
    consumer.overrideInScope()
    await consumer.overrideInTasks()
    await consumer.overrideForModels()

    let (count, failures) = (consumer.checks.count, consumer.checks.failures)
    print(failures == 0 ? "\(count) checks passed" : "\(failures) of \(count) checks failed")
    exit(failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
  }

  private mutating func readLiveValues() async {
    checks.expect("an executable's context", InjectedValues.current.context, is: .live)
    checks.expect("a key's live value", injected(\.currency), is: "EUR")

    let wrong = await withTaskGroup { group in
      for amount in 1...50 {
        group.addTask { @concurrent in
          let receipt = injected(\.payments).charge(amount)
          return receipt == "live \(amount) EUR" ? nil : receipt
        }
      }
      var wrong: [String] = []
      for await case let receipt? in group { wrong.append(receipt) }
      return wrong
    }
    checks.expect("wrong values of 50 first readers", wrong, is: [])
    checks.expect("builds of the registered value", livePaymentBuilds, is: 1)
  }

  private mutating func overrideInScope() {
    withInjectedValues {
      $0.payments = SimulatedPayments("mock")
    } operation: {
      checks.expect("an override in its scope", injected(\.payments).charge(2), is: "mock 2")
    }
    checks.expect("the value after the scope", injected(\.payments).charge(3), is: "live 3 EUR")

    withInjectedValues {
      $0.currency = "JPY"
    } operation: {
      checks.expect(
        "an override that a built value reads", injected(\.payments).charge(4), is: "live 4 JPY")
    }

    withInjectedValues {
      $0.context = .preview
    } operation: {
      checks.expect("a preview's value of a key without one", injected(\.currency), is: "EUR")
    }

    do throws(Refusal) {
      try withInjectedValues {
        $0.currency = "CHF"
      } operation: { () throws(Refusal) in
        throw Refusal(currency: injected(\.currency))
      }
      checks.expect("an error thrown in a scope", "none", is: "CHF")
    } catch {
      checks.expect("an error thrown in a scope", error.currency, is: "CHF")
    }
    checks.expect("the value after the throw", injected(\.currency), is: "EUR")
  }

  private mutating func overrideInTasks() async {
    let seen = await withInjectedValues {
      $0.payments = SimulatedPayments("mock")
    } operation: {
      let captured = InjectedValues.current
      async let child = injected(\.payments).charge(6)
      return await [
        child,
        Task { injected(\.payments).charge(7) }.value,
        Task.detached { injected(\.payments).charge(8) }.value,
        Task.detached { captured.run { injected(\.payments).charge(9) } }.value,
      ]
    }
    checks.expect("an override in a child task", seen[0], is: "mock 6")
    checks.expect("an override in a task", seen[1], is: "mock 7")
    checks.expect("no override in a detached task", seen[2], is: "live 8 EUR")
    checks.expect("captured values in a detached task", seen[3], is: "mock 9")
  }

  private mutating func overrideForModels() async {
    let outer = CartModel()
    outer.pay()
    checks.expect("a main-actor model", outer.receipt, is: "live 30 EUR")

    let inner = withCart(total: 10) {
      let model = CartModel()
      model.pay()
      outer.pay()
      return model
    }
    checks.expect("a model made in a scope", inner.receipt, is: "mock 10")
    checks.expect("an override newer than its reader", outer.receipt, is: "mock 10")

    outer.pay()
    checks.expect("a model after the scope", outer.receipt, is: "live 30 EUR")
    await inner.payInTask()
    checks.expect("a model that outlives its scope", inner.receipt, is: "mock 10")

    await withInjectedValues {
      $0.cart = FixedCart(total: 20)
    } operation: {
      await outer.payInTask()
    }
    checks.expect("a model's task in a scope", outer.receipt, is: "live 20 EUR")
  }

  private func withCart(total: Int, operation: () -> CartModel) -> CartModel {
    withInjectedValues {
      $0.cart = FixedCart(total: total)
      $0.payments = SimulatedPayments("mock")
    } operation: {
      operation()
    }
  }
}

/// The error of a payment in a currency that nobody takes.
private struct Refusal: Error {
  var currency: String
}

import Injection
import PaymentInterface
import Synchronization

private let builds = Atomic(0)

/// How many times the live payments were built.
public var livePaymentBuilds: Int { builds.load(ordering: .relaxed) }

/// Registers the live payments for the process.
public func registerLivePayments() {
  prepareInjectedValues {
    $0.register(PaymentServiceKey.self) {
      builds.add(1, ordering: .relaxed)
      return LivePayments()
    }
  }
}

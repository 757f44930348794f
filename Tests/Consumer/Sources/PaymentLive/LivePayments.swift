import Injection
import PaymentInterface

/// The real payments: they charge in the reader's currency.
struct LivePayments: PaymentService {
  @Injected(\.currency) private var currency

  func charge(_ amount: Int) -> String { "live \(amount) \(currency)" }
}

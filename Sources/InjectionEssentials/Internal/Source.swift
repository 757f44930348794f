/// What gives a value: the same each time, by which two can be compared, or what a closure makes.
enum Source<Value: Sendable>: Sendable {
  case fixed(Value)
  case made(@Sendable () -> Value)

  func callAsFunction() -> Value {
    switch self {
    case .fixed(let value): value
    case .made(let make): make()
    }
  }
}

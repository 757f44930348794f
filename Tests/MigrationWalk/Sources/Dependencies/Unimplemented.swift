/// A closure that gives a placeholder, as swift-dependencies exports it.
public func unimplemented<each A, R>(
  _ description: String, placeholder: @autoclosure @escaping @Sendable () -> R
) -> @Sendable (repeat each A) -> R {
  { (_: repeat each A) in placeholder() }
}

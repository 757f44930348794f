// This interface, the standard library's own, tells which property has changed. Apple's SDKs leave it out.
#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif

/// Runs `apply`, and calls `onChange` once, when a property of an `Observable` class that `apply` has
/// read has changed; off Linux, just before it does.
///
/// - Parameters:
///   - apply: What to run.
///   - onChange: What to call, on the thread of the writer; with the name of the property that is
///     written, the name of its type where no more is known, or nil off Linux.
/// - Returns: What `apply` returns.
func withStandardTracking<Result>(
  _ apply: () -> Result, onChange: @escaping @Sendable (String?) -> Void
) -> Result {
  #if os(Linux)
    return withObservationTracking(
      apply,
      didSet: { tracking in
        tracking.cancel()
        onChange(tracking.changed.map(propertyName))
      })
  #else
    return withObservationTracking(apply) { onChange(nil) }
  #endif
}

/// Gives the name of the property that a key path leads to, or of its type if the path has only an address.
func propertyName(_ keyPath: AnyKeyPath) -> String {
  let type = String(describing: type(of: keyPath).rootType)
  let prefix = "\\\(type)."
  let path = keyPath.debugDescription
  let name = path.dropFirst(prefix.count)
  guard path.hasPrefix(prefix), !name.contains("<") else { return type }
  return "\(type).\(name.hasPrefix("_") ? name.dropFirst() : name)"
}

// The standard library's own interface for this knows what has changed. Apple's SDKs leave it out.
#if os(Linux)
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif

/// Runs `apply`, and calls `onChange` once, when something that it read with the standard library's
/// observation has changed; where that cannot be had, when it is about to.
///
/// - Parameters:
///   - apply: What to run.
///   - onChange: What to call, on the thread of the writer; with the name of what is written, the
///     type's where that is all that is known, or nil.
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

/// The name of the property that a key path names, or its type where it has only an address.
func propertyName(_ keyPath: AnyKeyPath) -> String {
  let type = String(describing: type(of: keyPath).rootType)
  let prefix = "\\\(type)."
  let path = keyPath.debugDescription
  let name = path.dropFirst(prefix.count)
  guard path.hasPrefix(prefix), !name.contains("<") else { return type }
  return "\(type).\(name.hasPrefix("_") ? name.dropFirst() : name)"
}

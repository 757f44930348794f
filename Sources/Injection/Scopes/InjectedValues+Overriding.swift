extension InjectedValues {
  /// Makes a scope on top of these values, which nobody runs in yet.
  ///
  /// ```swift
  /// let values = InjectedValues.current.overriding { $0.userService = .mock }
  /// ```
  ///
  /// Messages and ``explain(_:)-kby8`` name the scope by the place of this call. A later assignment to
  /// the result makes a scope of its own. Use `withInjectedValues` where the scope is entered at
  /// once.
  ///
  /// - Parameters:
  ///   - update: Overrides services. What it throws is passed on.
  ///   - fileID: The file that makes the scope, for messages.
  ///   - line: The line that makes the scope, for messages.
  /// - Returns: These values with the overrides: to be captured, carried elsewhere and run in.
  /// - Throws: What `update` throws.
  public func overriding<E: Error>(
    _ update: (inout InjectedValues) throws(E) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws(E) -> InjectedValues {
    let place = SourcePlace(fileID, line)
    var values = InjectedValues(updating: standing, at: place)
    return InjectedValues(scope: try values.changed(at: place, by: update))
  }
}

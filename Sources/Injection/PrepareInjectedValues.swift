/// Provides values for the whole process, at launch.
///
/// ```swift
/// prepareInjectedValues {
///   $0.register(PaymentServiceKey.self) { LivePaymentService() }
/// }
/// ```
///
/// Prepared values are overrides at the process's root: every scope outranks them, and owners that
/// were made earlier see them. Preparing a key twice keeps the later value. A key that has been
/// read outside every scope already keeps the value that was read, and an issue is reported which
/// names the first reader. A test's world starts without them; called inside a test, it prepares that
/// world alone.
///
/// What the update reads that was made from one of its own assignments is made again for readers:
/// use ``InjectedValues/register(_:_:)`` for a value that needs such a one.
///
/// - Parameters:
///   - update: Assigns to the values; sees what was prepared before. Runs again where two threads
///     prepare at once.
///   - fileID: The file that prepares, for messages.
///   - line: The line that prepares, for messages.
public func prepareInjectedValues(
  _ update: (inout InjectedValues) -> Void,
  fileID: StaticString = #fileID, line: UInt = #line
) {
  PreparedValues.prepare(in: Scopes.enclosing?.world) { base in
    var values = InjectedValues(updating: base, at: SourcePlace(fileID, line))
    update(&values)
    return values.reader
  }
}

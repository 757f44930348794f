/// What goes with a change: how it is shown, and what an app adds.
///
/// Nothing is shown here, so it is a value that is handed on, and no more.
public struct Transaction {
  /// How the change is shown.
  public var animation: Animation?
  /// Whether views may not show it in another way.
  public var disablesAnimations = false
  private var values: [ObjectIdentifier: Any] = [:]

  /// The transaction of the change that is being made; an empty one outside ``withTransaction(_:_:)``.
  @MainActor public static var current: Transaction { CurrentTransaction.value ?? Transaction() }

  /// Creates a transaction.
  public init() {}

  /// Creates a transaction with an animation.
  ///
  /// - Parameter animation: How the change is shown.
  public init(animation: Animation?) {
    self.animation = animation
  }

  /// Reads or sets what an app adds.
  ///
  /// - Parameter key: Names the value.
  public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Names a value that goes with a change.
public protocol TransactionKey {
  /// The type of the value.
  associatedtype Value

  /// The value where none was set.
  static var defaultValue: Value { get }
}

/// Runs a change with a transaction, and shows it at once.
///
/// - Parameters:
///   - transaction: Goes with the change: ``Transaction/current`` while it is made.
///   - body: Makes the change.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@MainActor public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  let outside = CurrentTransaction.value
  CurrentTransaction.value = transaction
  defer { CurrentTransaction.value = outside }
  return try body()
}

/// Runs a change with one value of a transaction.
///
/// - Parameters:
///   - keyPath: What to set.
///   - value: The value.
///   - body: Makes the change.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
@MainActor public func withTransaction<Result, Value>(
  _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = CurrentTransaction.value ?? Transaction()
  transaction[keyPath: keyPath] = value
  return try withTransaction(transaction, body)
}

@MainActor enum CurrentTransaction {
  static var value: Transaction?
}

extension View {
  /// Accepts a change of the transaction, and makes none: there is nothing to show.
  ///
  /// - Parameter transform: Not run.
  /// - Returns: This view.
  public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> Self { self }
}

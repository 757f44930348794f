#if !INJECTION_UI || canImport(SwiftUI)
  import Injection

  #if INJECTION_UI
    import SwiftUI
    #if canImport(Combine)
      import Combine
    #endif
  #else
    import EnvironmentTree
  #endif

  /// What the environment says of one service: where to read it, and not the service.
  ///
  /// The environment reads a key path before each body, whether or not the body asks for its value. So
  /// the key path ends here, and the service is read, and built, when somebody asks. Two of these are
  /// equal where nobody has asked, or where the service that was given is still the one: then the first
  /// stays, and goes on with the values of the second. So a view is evaluated again when the service
  /// changes that it has read, and not for others.
  struct ServiceReading<Value>: Equatable {
    let cell: ServiceCell<Value>

    init(_ values: InjectedValues, _ keyPath: KeyPath<InjectedValues, Value>) {
      cell = ServiceCell(values, keyPath)
    }

    static func == (first: ServiceReading, second: ServiceReading) -> Bool {
      // The new one is not in a view yet, on whichever side it stands.
      first.cell.isInView
        ? first.cell.goesOn(with: second.cell) : second.cell.goesOn(with: first.cell)
    }
  }

  /// Where a view reads one service, for as long as it has its place in the tree: also what it has made
  /// before the last evaluation.
  final class ServicePlace<Value>: ObservableObject, @unchecked Sendable {
    // Unchecked: a tree prepares views, and evaluates them, on the main actor.
    var cell: ServiceCell<Value>?
  }

  /// A service, as of one evaluation of a view, or of more where it is the same.
  final class ServiceCell<Value> {
    private(set) var values: InjectedValues
    private let keyPath: KeyPath<InjectedValues, Value>
    private var known: Value?
    var isInView = false
    /// Whether somebody has asked, since the service was last another one.
    private var isRead = false

    init(_ values: InjectedValues, _ keyPath: KeyPath<InjectedValues, Value>) {
      self.values = values
      self.keyPath = keyPath
    }

    /// Gives the service, and notes that somebody has asked.
    func read() -> Value {
      isRead = true
      return value
    }

    private var value: Value {
      if let known { return known }
      let value = values[keyPath: keyPath]
      known = value
      return value
    }

    fileprivate func goesOn(with newer: ServiceCell) -> Bool {
      if !isRead {
        known = nil
      } else if !isSame(value, newer.value) {
        return false
      }
      values = newer.values
      return true
    }
  }

  /// Whether two services are the same: by identity for objects, by `==` where there is one, and else
  /// by bytes, or part by part.
  private func isSame<T>(_ first: T, _ second: T) -> Bool {
    let haveEqualBytes = withUnsafeBytes(of: first) { first in
      withUnsafeBytes(of: second) { first.elementsEqual($0) }
    }
    if haveEqualBytes { return true }
    let type = type(of: first as Any)
    guard type == Swift.type(of: second as Any) else { return false }
    // An equal object is another one. The same one may have other bytes, as what an existential leaves.
    if type is AnyObject.Type { return first as AnyObject === second as AnyObject }
    let parts = Mirror(reflecting: first)
    // Not by an optional's `==`, which an object in it would be compared with.
    let isOptional = parts.displayStyle == .optional
    if !isOptional, let first = first as? any Equatable { return isEqual(first, second) }
    // What a value shows of itself need not be what it holds.
    let isLookedInto =
      isOptional
      || [.struct, .tuple].contains(parts.displayStyle) && !parts.children.isEmpty
        && !(first is any CustomReflectable)
    let others = Mirror(reflecting: second)
    return isLookedInto && parts.children.count == others.children.count
      && zip(parts.children, others.children).allSatisfy { isSamePart($0.value, $1.value) }
  }

  private func isSamePart(_ first: Any, _ second: Any) -> Bool {
    func compare<T>(_ first: T) -> Bool {
      guard let second = second as? T else { return false }
      return isSame(first, second)
    }
    return _openExistential(first, do: compare)
  }

  private func isEqual<T: Equatable>(_ first: T, _ second: Any) -> Bool {
    second as? T == first
  }

  /// Names a service in a key path.
  struct ServiceName<Value>: Hashable {
    let keyPath: KeyPath<InjectedValues, Value>
  }

  extension EnvironmentValues {
    /// Where a service is to be read.
    subscript<Value>(service: ServiceName<Value>) -> ServiceReading<Value> {
      ServiceReading(injectedValues, service.keyPath)
    }
  }
#endif

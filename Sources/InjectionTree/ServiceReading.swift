#if !INJECTION_UI || canImport(SwiftUI)
  @_spi(InjectionTree) import Injection

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
    /// What was last given.
    private var given: Value?
    var isInView = false

    init(_ values: InjectedValues, _ keyPath: KeyPath<InjectedValues, Value>) {
      self.values = values
      self.keyPath = keyPath
    }

    /// Gives the service, and notes that somebody has asked.
    ///
    /// Each time anew: the accessor may ask for what changes by itself, of which the tree does not hear.
    func read() -> Value {
      let value = values[keyPath: keyPath]
      // The old one goes once it is out of there: its end may read this.
      var old: Value? = value
      swap(&given, &old)
      return value
    }

    fileprivate func goesOn(with newer: ServiceCell) -> Bool {
      // SwiftUI keeps the first of two equal ones, also where they ask for different services.
      if keyPath != newer.keyPath { return false }
      if let given, !areSame(given, newer.values[keyPath: keyPath]) { return false }
      var old = newer.values
      swap(&values, &old)
      return true
    }
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

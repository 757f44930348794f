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

  /// What the environment gives for one service: a cell that reads the service, and not the service.
  ///
  /// The environment reads a key path before each body, whether or not the body asks for its value. So
  /// the key path ends here, and the service is read, and built, when somebody asks the cell. A newer reading
  /// is equal to the one in a view if nobody has asked that one's cell, or if the service is still the one that
  /// the cell gave. Then the older cell stays, and goes on with the newer values. So a view is evaluated again
  /// when a service changes that it has read, and not for others.
  struct ServiceReading<Value>: Equatable {
    let cell: ServiceCell<Value>

    init(_ values: InjectedValues, _ keyPath: KeyPath<InjectedValues, Value>) {
      cell = ServiceCell(values, keyPath)
    }

    static func == (first: ServiceReading, second: ServiceReading) -> Bool {
      // The older one, on whichever side it stands, is the one whose cell is in a view.
      first.cell.isInView
        ? first.cell.goesOn(with: second.cell) : second.cell.goesOn(with: first.cell)
    }
  }

  /// Where a view reads one service, as long as it has its place in the tree; closures from earlier evaluations
  /// share the place, and read the latest cell.
  final class ServicePlace<Value>: ObservableObject, @unchecked Sendable {
    // Unchecked: a tree prepares views, and evaluates them, on the main actor.
    var cell: ServiceCell<Value>?
  }

  /// A service, as of one evaluation of a view, or of more where it is the same.
  final class ServiceCell<Value> {
    private(set) var values: InjectedValues
    private let keyPath: KeyPath<InjectedValues, Value>
    /// The service that was last given; nil while nobody has asked.
    private var given: Value?
    /// The service of the cell before, or the one that was found to differ, until the body asks or has run.
    ///
    /// Nobody else may hold a weak service meanwhile.
    private var held: Value?
    var isInView = false

    init(_ values: InjectedValues, _ keyPath: KeyPath<InjectedValues, Value>) {
      self.values = values
      self.keyPath = keyPath
    }

    /// Takes the place of another cell in a view, before its body runs.
    func succeed(_ other: ServiceCell?) {
      isInView = true
      guard let other, other !== self else { return }
      guard let service = other.held ?? other.given else { return }
      hold(service)
      // For a body that does not ask any more.
      nonisolated(unsafe) weak let cell = self
      Task { @MainActor in cell?.hold(nil) }
    }

    private func hold(_ service: Value?) {
      // The old one is let go of after the exchange: the deinitialiser of a service may read this.
      var old = service
      swap(&held, &old)
    }

    /// Gives the service, and notes that somebody has asked.
    ///
    /// It is read each time anew: the accessor may read something that changes without the tree being told.
    func read() -> Value {
      let value = values[keyPath: keyPath]
      // The old service is let go of after the exchange, as in `hold(_:)`.
      var old: Value? = value
      swap(&given, &old)
      hold(nil)
      return value
    }

    /// Takes over the values of a newer cell, if its service is the same or nobody has asked; tells whether it has.
    fileprivate func goesOn(with newer: ServiceCell) -> Bool {
      // Cells of different services are not equal: SwiftUI would keep the first.
      if keyPath != newer.keyPath { return false }
      if let given {
        let value = newer.values[keyPath: keyPath]
        guard areSame(given, value) else {
          hold(value)
          return false
        }
      }
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

#if !INJECTION_UI || canImport(SwiftUI)
  import Foundation
  public import Injection

  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  /// Reads a service of the tree in a view.
  ///
  /// ```swift
  /// struct ProfileView: View {
  ///   @InjectedEnvironment(\.userService) private var userService
  /// }
  /// ```
  ///
  /// In a body, the service is the value that `.injectedValues { }` above has set for that key, else the
  /// key's default; in an action or a task that a body makes, it is that value at the time of the read. Unlike
  /// `@Environment`, declaring it is not reading it: a service that only an action reads is neither built
  /// nor read before, and a view that has read it is evaluated again when *this* service changes, and not
  /// when others do. A model reads the services that it was made with: make it with ``InjectedModel``, and read
  /// one service either in views or in models, not in both.
  ///
  /// A copy of a view that is in no tree, or is evaluated by hand before the tree has prepared it, gives
  /// the current task's value, as `@Injected` does, and says so on standard error.
  @propertyWrapper public struct InjectedEnvironment<Value>: DynamicProperty {
    private let reading: Environment<ServiceReading<Value>>
    private let name: ServiceName<Value>
    private let fileID: StaticString
    private let line: UInt
    // An object that no view observes. The initial value of a `@State` would be shared by all places of a view.
    @StateObject private var kept = ServicePlace<Value>()
    /// The view's place in the tree, as of the last evaluation; nil outside a tree.
    private var place: ServicePlace<Value>?

    /// Creates a wrapper that reads a service.
    ///
    /// - Parameters:
    ///   - keyPath: The service's property of `InjectedValues`.
    ///   - fileID: The file of the property, for messages.
    ///   - line: The line of the property, for messages.
    public init(
      _ keyPath: KeyPath<InjectedValues, Value>, fileID: StaticString = #fileID,
      line: UInt = #line
    ) {
      name = ServiceName(keyPath: keyPath)
      self.fileID = fileID
      self.line = line
      reading = Environment(\.[name])
    }

    /// The service.
    public var wrappedValue: Value {
      guard let cell = place?.cell else {
        reportUnprepared()
        return InjectedValues.current[keyPath: name.keyPath]
      }
      return cell.read()
    }

    /// The tree's values; no service of them counts as read.
    var values: InjectedValues { place?.cell?.values ?? .current }

    /// Asks the tree where to read the service, before each evaluation of the body.
    public mutating func update() {
      nonisolated(unsafe) let own = self
      let place = MainActor.assumeIsolated { own.kept }
      let cell = reading.wrappedValue.cell
      cell.succeed(place.cell)
      // The old cell is let go of after the exchange: the service that it gave may read this as it ends.
      var old: ServiceCell<Value>? = cell
      swap(&place.cell, &old)
      self.place = place
    }

    private func reportUnprepared() {
      let message = """
        Injection: @InjectedEnvironment(\(name.keyPath)), declared at \(fileID):\(line), was read before its \
        view was in a tree, so it gives the current task's value, whatever the tree has. Read it in \
        the body of a view that is mounted, or use @Injected.

        """
      try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
    }
  }
#endif

#if !INJECTION_UI || canImport(SwiftUI)
  public import Injection

  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  /// Reads a service of the tree in a view, else of the current task.
  ///
  /// ```swift
  /// struct ProfileView: View {
  ///   @InjectedEnvironment(\.userService) private var userService
  /// }
  /// ```
  ///
  /// In a body, and in what a body makes, it is the value that `.injectedValues { }` above has set for
  /// that key, else the key's default. A view whose body reads it is evaluated again when *this*
  /// service changes, and not when others do. A service that only an action reads is neither built
  /// nor followed before. In a view that is in no tree it reads the current task's values, as `@Injected`
  /// does. A model reads what it was made with: make it with ``InjectedModel``, and read one service
  /// either here or there, not in both.
  @propertyWrapper public struct InjectedEnvironment<Value>: DynamicProperty {
    private let environment: Environment<Value>
    private let keyPath: KeyPath<InjectedValues, Value>
    private var isInTree = false

    /// Creates a wrapper that reads a service.
    ///
    /// - Parameter keyPath: The service's property of `InjectedValues`.
    public init(_ keyPath: KeyPath<InjectedValues, Value>) {
      self.keyPath = keyPath
      let values: KeyPath<EnvironmentValues, InjectedValues> = \.injectedValues
      environment = Environment(values.appending(path: keyPath))
    }

    /// The service.
    public var wrappedValue: Value {
      isInTree ? environment.wrappedValue : InjectedValues.current[keyPath: keyPath]
    }

    /// Notes that the view is in a tree, before each evaluation of the body.
    public mutating func update() {
      isInTree = true
    }
  }
#endif

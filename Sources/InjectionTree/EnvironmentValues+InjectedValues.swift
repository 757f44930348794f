#if !INJECTION_UI || canImport(SwiftUI)
  public import Injection

  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  extension EnvironmentValues {
    /// The services of the tree: what `.injectedValues { }` above has set, on top of what the task
    /// that reads sees.
    ///
    /// Read one service, through a key path such as `\\.injectedValues.userService`, which is what
    /// ``InjectedEnvironment`` does. A view that reads all services is evaluated again when any changes.
    public var injectedValues: InjectedValues {
      get { self[InjectedValuesKey.self] }
      set { self[InjectedValuesKey.self] = newValue }
    }
  }

  private enum InjectedValuesKey: EnvironmentKey {
    // Computed: each read gives the values of the task that reads.
    static var defaultValue: InjectedValues { .current }
  }
#endif

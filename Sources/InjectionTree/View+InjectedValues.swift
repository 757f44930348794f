#if !INJECTION_UI || canImport(SwiftUI)
  public import Injection

  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  extension View {
    /// Overrides services for this view and all below it.
    ///
    /// ```swift
    /// ProfileView()
    ///   .injectedValues { $0.userService = .mock }
    /// ```
    ///
    /// It reaches `@InjectedEnvironment` in the views below, sheets and destinations that they present,
    /// and models that `injectedModel { }` and ``InjectedModel`` make there. It does not reach
    /// `@Injected` in views, nor tasks: bodies and tasks do not run in a scope of their caller's.
    ///
    /// A service that is built from an overridden one is built once for this subtree, by the first
    /// body or model that reads it. It is kept as long as everything that it was built from is the same, however
    /// often `update` runs; its readers are not evaluated for anything else. Objects are the same if they are
    /// identical, other values by `==` where there is one, else by bytes or part by part.
    ///
    /// A service is built from what it reads in its initialiser. A service that reads the overridden one only
    /// later, by an `@Injected` property, is not built for this subtree, and reads where it is kept: if the
    /// process keeps it, the live one. Read in the initialiser: `let api = injected(\.api)`.
    ///
    /// - Parameters:
    ///   - update: Changes the values from above. It runs again when anything in the environment above changes, as
    ///     the colour scheme, and when this view is made anew: assign what is held elsewhere, or can be
    ///     compared, so that it stays the same.
    ///   - fileID: The file that overrides, for messages.
    ///   - line: The line that overrides, for messages.
    /// - Returns: This view, with these services.
    /// - Complexity: Each time that `update` runs, as `InjectedValues.succeeding(_:)`.
    public func injectedValues(
      _ update: @escaping (inout InjectedValues) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> some View {
      modifier(
        InjectedValuesModifier(
          update: SubtreeUpdate(assign: update, fileID: fileID, line: line)))
    }

    /// Gives this view and all below it the services of a scope, in place of those from above.
    ///
    /// ```swift
    /// ProfileView()
    ///   .injectedValues(.current)
    /// ```
    ///
    /// - Parameter values: The values, such as those of the task that makes the tree.
    /// - Returns: This view, with these services.
    public func injectedValues(_ values: InjectedValues) -> some View {
      environment(\.injectedValues, values)
    }
  }

  struct InjectedValuesModifier: ViewModifier {
    let update: SubtreeUpdate
    @StateObject private var scope = SubtreeScope()

    func body(content: Content) -> some View {
      content.transformEnvironment(\.injectedValues, transform: scope.transform(update))
    }
  }

  #if !INJECTION_UI
    extension InjectedValuesModifier: LibraryView {}
  #endif
#endif

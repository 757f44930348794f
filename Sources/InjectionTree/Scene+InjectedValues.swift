#if !INJECTION_UI || canImport(SwiftUI)
  public import Injection

  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  extension Scene {
    /// Overrides services for the views of this scene.
    ///
    /// What is built from them is kept as `injectedValues(_:fileID:line:)` of a view keeps it.
    ///
    /// To override them for the whole process, models of the app's own included, call
    /// `prepareInjectedValues` first thing in the app's `init`; stored properties with a default are
    /// made before that.
    ///
    /// - Parameters:
    ///   - update: Changes the values from above. It runs again when anything in the environment above changes, as
    ///     the scene phase, and when the app makes its scenes anew.
    ///   - fileID: The file that overrides, for messages.
    ///   - line: The line that overrides, for messages.
    /// - Returns: This scene, with these services.
    /// - Complexity: Each time that `update` runs, as `InjectedValues.succeeding(_:)`.
    public func injectedValues(
      _ update: @escaping (inout InjectedValues) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> some Scene {
      InjectedValuesScene(
        content: self, update: SubtreeUpdate(assign: update, fileID: fileID, line: line))
    }
  }

  struct InjectedValuesScene<Content: Scene>: Scene {
    let content: Content
    let update: SubtreeUpdate
    @StateObject private var scope = SubtreeScope()

    var body: some Scene {
      content.transformEnvironment(\.injectedValues, transform: scope.transform(update))
    }
  }

  #if !INJECTION_UI
    extension InjectedValuesScene: LibraryView {}
  #endif
#endif

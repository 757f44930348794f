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

  /// The scope that a modifier has made for its subtree, from one evaluation to the next.
  ///
  /// There is one for each place in the tree, and it goes with the place: an object that no view
  /// observes, as the initial value of a `@State` would be shared by all places of a view. Each evaluation
  /// makes a scope that succeeds the one before, and so goes on with the services that were built there: a
  /// scope that succeeds none would build each anew.
  final class SubtreeScope: ObservableObject {
    private var values: InjectedValues?

    /// Makes the values of the subtree from those above; gives the ones that the subtree has, if they are the same.
    func transform(_ update: SubtreeUpdate) -> (inout InjectedValues) -> Void {
      { above in
        above = above.overriding(update.assign, fileID: update.fileID, line: update.line)
          .succeeding(self.values)
        self.values = above
      }
    }
  }

  /// What a modifier does to the values from above, and where it stands.
  struct SubtreeUpdate {
    let assign: (inout InjectedValues) -> Void
    let fileID: StaticString
    let line: UInt
  }
#endif

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
  /// observes, since a state's initial value is one for all places of a view. A captured scope keeps
  /// its overrides alone: each model made in it, and each subtree below, would build a service that
  /// depends on them for itself. What succeeds another keeps what is built there as well.
  final class SubtreeScope: ObservableObject {
    private var values: InjectedValues?

    /// Makes the values of the subtree from those above: the ones that it has, where they are the same.
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

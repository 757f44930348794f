internal import EnvironmentTree
internal import Foundation
internal import InjectionEssentials

extension OpenURL {
  /// Creates the service that opens what a tree's action opens.
  ///
  /// - Parameter action: The action, called on the main actor.
  init(_ action: OpenURLAction) {
    self.init { url in await open(url, by: action) }
  }
}

@MainActor private func open(_ url: URL, by action: OpenURLAction) async -> Bool {
  await withCheckedContinuation { answer in
    action(url) { answer.resume(returning: $0) }
  }
}

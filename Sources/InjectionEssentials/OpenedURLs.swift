public import Foundation
import Injection

/// Records the URLs that code under test opens.
public final class OpenedURLs: Sendable {
  private let state = Guarded<[URL]>([])
  private let answer: Bool

  /// Creates an empty record.
  ///
  /// - Parameter answer: What ``openURL`` answers.
  public init(answering answer: Bool = true) {
    self.answer = answer
  }

  /// What has been opened, in order.
  public var urls: [URL] { state.withLock { $0.map(\.self) } }

  /// Records each URL, and opens none.
  public var openURL: OpenURL {
    OpenURL { [self] url in
      state.withLock { $0.append(url) }
      return answer
    }
  }
}

package import Foundation
internal import Synchronization

/// Notes the addresses that network clients were asked for during an operation.
///
/// The log in force is a task-local: a request counts for the operation that made it, also where
/// another task makes one at the same time. A detached task starts without one.
package final class RequestLog: Sendable {
  /// The log that requests are noted in, if there is one.
  @TaskLocal package static var current: RequestLog?

  private let urls = Mutex<[URL]>([])

  package init() {}

  package func record(_ url: URL) {
    urls.withLock { $0.append(url) }
  }

  /// The addresses that were asked for, in order.
  package var requests: [URL] { urls.withLock { $0 } }
}

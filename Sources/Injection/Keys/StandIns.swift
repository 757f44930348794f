/// What an update has read of keys without a value: it may want to change a part of it, so something stood
/// in for that, and whether this was right is known when the update has ended.
///
/// Whoever holds it can tell the update from others: its scopes may go, and others come in their places.
final class StandIns: Sendable {
  private let reads = Guarded<[(request: Request, context: InjectedContext)]>([])

  func note(_ request: Request, in context: InjectedContext) {
    reads.withLock { reads in
      if reads.contains(where: { $0.request.key == request.key }) { return }
      reads.append((request, context))
    }
  }

  /// Forgets a key that the update has assigned, wherever that is kept.
  func forget(_ key: ObjectIdentifier) {
    reads.withLock { $0.removeAll { $0.request.keyID == key } }
  }

  func report(at scope: Scope) {
    for (request, context) in reads.withLock({ $0.map(\.self) }) {
      if scope.home.base(of: request.keyID) != nil { continue }
      if context == .live {
        IssueReporter.missingLiveValue(request.key, accessor: request.accessor)
      }
      // An update of a tree runs again and again.
      let read = "stands in \(request.keyID) \(scope.place)"
      guard scope.span?.test?.isFirst(read) ?? true else { continue }
      IssueReporter.missingTestValue(
        request.key, readThrough: request.accessor, instead: "what stood in for it is used",
        at: scope.place)
    }
  }
}

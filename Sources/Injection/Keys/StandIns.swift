/// The reads of an update that were given stand-ins, as their keys have no value and the update may change a
/// part.
///
/// Whether a stand-in was right is known when the update has ended. This object also tells the update from
/// others: the address of a scope that has gone may be that of another update's scope.
final class StandIns: Sendable {
  private let reads = Guarded<[(request: Request, context: InjectedContext)]>([])

  func note(_ request: Request, in context: InjectedContext) {
    reads.withLock { reads in
      if reads.contains(where: { $0.request.key == request.key }) { return }
      reads.append((request, context))
    }
  }

  /// Forgets a key that the update has assigned, whichever scope keeps the assignment: that is what it has read
  /// with a part changed, as far as can be told.
  func forget(_ key: ObjectIdentifier) {
    reads.withLock { $0.removeAll { $0.request.keyID == key } }
  }

  func report(at scope: Scope) {
    for (request, context) in reads.withLock({ $0.map(\.self) }) {
      let base = scope.home.base(of: request.keyID)?.link
      if base?.isAssigned ?? false { continue }
      let isProvidedLater = base?.isRenewal == false
      if context == .live {
        IssueReporter.missingLiveValue(
          request.key, accessor: request.accessor, isProvidedLater: isProvidedLater)
      }
      // Reported once for each place: a tree runs its update again and again.
      let read = "stands in \(request.keyID) \(scope.place)"
      guard scope.span?.test?.isFirst(read) ?? true else { continue }
      IssueReporter.missingTestValue(
        request.key, readThrough: request.accessor,
        instead: "what stood in for it is used"
          + (isProvidedLater ? ", as the update provides it later: provide it first" : ""),
        at: scope.place)
    }
  }
}

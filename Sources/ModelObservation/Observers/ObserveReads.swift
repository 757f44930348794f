import Synchronization

/// Runs `apply` once, and tells `onChange` by name what it read and what has changed since.
///
/// `onChange` is called like the second run of ``observe(isolation:fileID:line:_:)``, at each
/// change of an observed property until the token is cancelled. It is given every property that
/// differs from when it was read or last reported, in the order of reading, as `Profile.first`; a
/// cell, which is no property, by its type. A derived property is among them only if nothing that was
/// read before it had changed, since it was then evaluated to find out. From the first change on,
/// derived properties are not followed, so that none is evaluated for a report. An observer that
/// `apply` makes is independent: it may belong to a model that is made there and lives on.
///
/// - Parameters:
///   - isolation: The isolation of the observer: the caller's.
///   - fileID: Where the observer is made, for reports.
///   - line: Where the observer is made, for reports.
///   - apply: What to run.
///   - onChange: What to call, with nothing recorded. It must not write what `apply` reads.
/// - Returns: A token that ends the observer when it is cancelled or released.
package func observeReads(
  isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
  line: UInt = #line, _ apply: () -> Void, onChange: @escaping ([String]) -> Void
) -> ObservationToken {
  let effect = ReadsEffect(isolation: isolation, place: (fileID, line), onChange)
  return effect.start { _ in effect.record(apply) }
}

/// An observer that runs once, and stays subscribed to what it read.
private final class ReadsEffect: Effect {
  private let onChange: ([String]) -> Void

  init(
    isolation: (any Actor)?, place: (fileID: StaticString, line: UInt),
    _ onChange: @escaping ([String]) -> Void
  ) {
    self.onChange = onChange
    super.init(isolation: isolation, place: place) {}
  }

  func record(_ apply: () -> Void) {
    let strand = Strand.current
    let wasTracking = strand.begin(self)
    apply()
    strand.end(self, wasTracking)
  }

  override func adopt(_ token: ObservationToken) {}

  override func update() {
    cleanUp()
    var names: [String] = []
    // A memo that the check has not come to stays marked, and must not have a clean observer below
    // it: so the edges to memos are cut.
    var memos: [Node] = []
    for index in dependencies.indices {
      guard let dependency = dependencies[index].dependency else { continue }
      if dependencies[index].version != dependency.version {
        let name = dependency.name
        if !names.contains(name) { names.append(name) }
        dependencies[index].version = dependency.version
      }
      if dependency.kind == .memo {
        memos.append(dependency)
        cut(index)
      }
    }
    color = .clean
    // The values of those whose models have gone go here: their deinitialisers may write, or cancel this,
    // as its cleanups may.
    memos.removeAll()
    guard !isCancelled.load(ordering: .relaxed) else { return }
    // It only reports, so its runs do not count towards an update without end.
    runsInFlush = 0
    onChange(names)
  }
}

import Synchronization

/// What is outside every scope: the process, or a test.
///
/// What is prepared here are overrides that decide last, and that may come after scopes were made.
final class World: Sendable {
  /// What was prepared, once more for each time; the earlier ones stay for who still walks them.
  private final class Prepared: Sendable {
    let list: Override
    let place: SourcePlace
    let previous: Prepared?
    private let index = OverrideIndex()

    init(_ list: Override, at place: SourcePlace, after previous: Prepared?) {
      self.list = list
      self.place = place
      self.previous = previous
    }

    func nearest(_ key: ObjectIdentifier) -> Override? { index.nearest(key, in: list) }

    func link(of key: ObjectIdentifier, as wanted: Override.Identity) -> Override? {
      index.link(of: key, as: wanted, in: list)
    }
  }

  private let current = Atomic<Unmanaged<Prepared>?>(nil)
  /// The keys that have a first reader, to be looked up without the lock.
  private let known = AnswerTable()
  /// Whose read first found nobody that decided a key, and where.
  typealias FirstReader = (accessor: StaticString, place: SourcePlace)
  private let firstReaders = Guarded(Few<FirstReader>())

  init() {}

  deinit { current.load(ordering: .acquiring)?.release() }

  /// The innermost override that was prepared.
  var prepared: Override? {
    current.load(ordering: .acquiring)?.takeUnretainedValue().list
  }

  /// The innermost override of a key that was prepared.
  func nearest(_ key: ObjectIdentifier) -> Override? {
    current.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.nearest(key) }
  }

  /// The override of a key that was prepared, and has an identity.
  func link(of key: ObjectIdentifier, as wanted: Override.Identity) -> Override? {
    current.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.link(of: key, as: wanted) }
  }

  /// Where an override was prepared.
  func place(of override: Override) -> SourcePlace? {
    var next = current.load(ordering: .acquiring)?.takeUnretainedValue()
    while let prepared = next, prepared.list.has(override) {
      if prepared.previous?.list.has(override) != true { return prepared.place }
      next = prepared.previous
    }
    return nil
  }

  /// Whether a read of a key has been noted.
  func hasReader(of key: ObjectIdentifier) -> Bool { known.find(UInt(bitPattern: key)) != 0 }

  /// Notes a read that nothing but a prepared value or a default decides.
  func noteRead(_ key: ObjectIdentifier, accessor: StaticString, at place: SourcePlace) {
    firstReaders.withLock { readers in
      guard readers[key] == nil else { return }
      known.insert(1, for: UInt(bitPattern: key), after: readers.count)
      readers.insert((accessor, place), for: key)
    }
  }

  /// Who has read a key that a prepared value would have decided.
  func firstReader(of key: ObjectIdentifier) -> FirstReader? {
    firstReaders.withLock { $0[key] }
  }

  /// Puts a list in the place of the one that it was made on; gives false where that is another by now, or
  /// somebody has read what it would decide.
  func prepare(_ list: Override, on base: Override?, at place: SourcePlace) -> Bool {
    firstReaders.withLock { readers in
      guard prepared === base else { return false }
      for link in list.links(upTo: base) where !link.isVoid && readers[link.keyID] != nil {
        return false
      }
      let previous = current.load(ordering: .acquiring)?.takeRetainedValue()
      current.store(
        .passRetained(Prepared(list, at: place, after: previous)), ordering: .releasing)
      return true
    }
  }
}

extension Scope {
  /// The process: what is outside every scope and every test.
  static let process = Scope(
    at: Home(nil, place: .process, around: .nothing(World()), span: nil), keepsOpen: true)
}

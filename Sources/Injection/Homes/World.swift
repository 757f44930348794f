/// What is outside every scope: the process, or a test.
///
/// Its layer has the prepared overrides, which decide last, and may come after scopes were made.
final class World: Sendable {
  let layer: Layer
  /// The list that each update has prepared, with its place, the first one first.
  private let prepared: Guarded<[(list: Override, place: SourcePlace)]>
  /// The keys that have a first reader, to be looked up without the lock.
  private let known = AnswerTable()
  /// The first reader of a key that no scope decided: its accessor, the key that was being built, and its place.
  typealias FirstReader = (
    accessor: StaticString, built: (any (Any & SendableMetatype).Type)?, place: SourcePlace
  )
  /// A key that was read, and its reader.
  typealias Reading = (key: any (Any & SendableMetatype).Type, reader: FirstReader)
  private let firstReaders = Guarded(Few<FirstReader>())
  /// The threads on which updates prepare.
  private let preparing = Guarded<[ThreadID]>([])

  /// Creates a world, which begins with what was prepared in another one; what was read or built there is not in it.
  init(at place: SourcePlace, after other: World? = nil) {
    layer = Layer(other?.layer.list, at: place)
    prepared = Guarded(other?.prepared.withLock { $0.map(\.self) } ?? [])
  }

  func place(of override: Override) -> SourcePlace? {
    prepared.withLock { $0.first { $0.list.links().contains { $0 === override } }?.place }
  }

  func hasReader(of key: ObjectIdentifier) -> Bool { known.find(UInt(bitPattern: key)) != 0 }

  /// Notes a read that nothing but a prepared value or a default decides.
  func noteRead(_ key: ObjectIdentifier, by reader: FirstReader) {
    firstReaders.withLock { note(key, by: reader, in: &$0) }
  }

  private func note(
    _ key: ObjectIdentifier, by reader: FirstReader, in readers: inout Few<FirstReader>
  ) {
    guard readers.insert(reader, for: key) else { return }
    known.insert(1, for: UInt(bitPattern: key), after: readers.count - 1)
  }

  /// Notes that an update prepares on this thread; gives false where one does already.
  func beginPreparing() -> Bool {
    preparing.withLock { threads in
      if threads.contains(.current) { return false }
      threads.append(.current)
      return true
    }
  }

  func endPreparing() { preparing.withLock { $0.removeAll { $0 == .current } } }

  /// Puts a list in the place of `base`, on which it was made; gives `nil` where another has come there by now.
  ///
  /// A key that somebody has read keeps its value, for everybody: gives each such key with its first reader.
  /// What the list's own update has read, and not assigned, is read from now on.
  func prepare(
    _ list: Override?, on base: Override?, at place: SourcePlace, having reads: [Reading] = []
  ) -> [Reading]? {
    firstReaders.withLock { readers in
      guard layer.list === base else { return nil }
      var late = Few<Reading>()
      var own: Set<ObjectIdentifier> = []
      if let list, list !== base {
        for link in list.links(upTo: base) {
          own.insert(link.keyID)
          guard let reader = readers[link.keyID] else { continue }
          link.makeVoid()
          late.insert((link.key, reader), for: link.keyID)
        }
        prepared.withLock { $0.append((list, place)) }
        layer.grow(to: list)
      }
      for (key, reader) in reads where !own.contains(ObjectIdentifier(key)) {
        note(ObjectIdentifier(key), by: reader, in: &readers)
      }
      return late.values
    }
  }
}

extension Scope {
  /// The process: what is outside every scope and every test.
  static let process = Scope(at: Home(of: World(at: .process), in: []), keepsOpen: true)
}

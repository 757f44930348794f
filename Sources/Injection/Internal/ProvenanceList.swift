/// What a build has read directly, each once, in order.
///
/// Most builds read few keys: the first three need no memory of their own.
struct ProvenanceList: Sendable {
  private var first: Provenance?
  private var second: Provenance?
  private var third: Provenance?
  private var rest: [Provenance] = []

  /// Adds one, unless it is there.
  mutating func add(_ read: Provenance) {
    if contains(read) { return }
    if first == nil {
      first = read
    } else if second == nil {
      second = read
    } else if third == nil {
      third = read
    } else {
      rest.append(read)
    }
  }

  private func contains(_ read: Provenance) -> Bool {
    isSame(first, read) || isSame(second, read) || isSame(third, read)
      || rest.contains { isSame($0, read) }
  }

  private func isSame(_ one: Provenance?, _ other: Provenance) -> Bool {
    guard let one else { return false }
    return one === other || one.id == other.id
  }

  /// All of them.
  var all: [Provenance] { [first, second, third].compactMap { $0 } + rest }

  /// How many they are.
  var count: Int {
    (first == nil ? 0 : second == nil ? 1 : third == nil ? 2 : 3) + rest.count
  }
}

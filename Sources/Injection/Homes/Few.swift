/// Values by their keys, which are compared one by one while they are few: most scopes read a handful,
/// and hashing one takes longer than to look at all of them.
struct Few<Key: Hashable, Value> {
  private static var limit: Int { 12 }

  private var few: [(key: Key, value: Value)] = []
  private var many: [Key: Value] = [:]

  var count: Int { few.count + many.count }

  /// The values, the first one set first while they are few.
  var values: [Value] { many.isEmpty ? few.map(\.value) : Array(many.values) }

  subscript(key: Key) -> Value? {
    many.isEmpty ? few.first { $0.key == key }?.value : many[key]
  }

  /// Sets the value of a key that has none.
  mutating func insert(_ value: Value, for key: Key) {
    if many.isEmpty, few.count < Self.limit {
      if few.isEmpty { few.reserveCapacity(4) }
      return few.append((key, value))
    }
    for (key, value) in few { many[key] = value }
    few = []
    many[key] = value
  }

  /// Takes the value of a key out.
  mutating func removeValue(of key: Key) -> Value? {
    guard many.isEmpty else { return many.removeValue(forKey: key) }
    return few.firstIndex { $0.key == key }.map { few.remove(at: $0).value }
  }
}

extension Few: Sendable where Key: Sendable, Value: Sendable {}

/// What the homes of one scope keep.
struct Instances: Sendable {
  private struct Kept {
    let home: ObjectIdentifier
    let instance: Instance
  }

  private var few: [Kept] = []
  private var many: [Slot: [Kept]] = [:]

  /// What one of the homes keeps, the first one made first.
  func all(in home: Home) -> [Instance] {
    (many.isEmpty ? few : many.values.flatMap(\.self))
      .filter { $0.home == ObjectIdentifier(home) }.map(\.instance)
      .sorted { $0.number < $1.number }
  }

  /// Those of one slot, the first one kept first; an array of its own.
  func of(_ slot: Slot) -> [Instance] {
    many.isEmpty
      ? few.compactMap { $0.instance.trace.slot == slot ? $0.instance : nil }
      : many[slot]?.map(\.instance) ?? []
  }

  mutating func append(_ instance: Instance, in home: Home) {
    let kept = Kept(home: ObjectIdentifier(home), instance: instance)
    if many.isEmpty, few.count < 12 {
      if few.isEmpty { few.reserveCapacity(4) }
      return few.append(kept)
    }
    for kept in few { many[kept.instance.trace.slot, default: []].append(kept) }
    few = []
    many[instance.trace.slot, default: []].append(kept)
  }

  /// Takes an instance out, of one home or of whichever keeps it.
  mutating func remove(_ instance: Instance, in home: Home? = nil) {
    func isWanted(_ kept: Kept) -> Bool {
      kept.instance === instance && (home.map { ObjectIdentifier($0) == kept.home } ?? true)
    }
    if let index = few.lastIndex(where: isWanted) { few.remove(at: index) }
    if let index = many[instance.trace.slot]?.lastIndex(where: isWanted) {
      many[instance.trace.slot]?.remove(at: index)
    }
  }
}

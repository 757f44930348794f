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

/// What the homes of one scope keep: where it stands by itself, and the merged ones.
struct Instances: Sendable {
  private var few: [Instance] = []
  private var many: [Slot: [Instance]] = [:]
  private var elsewhere: [(home: ObjectIdentifier, instance: Instance)] = []

  /// What is kept where the scope stands by itself, the first one made first.
  var own: [Instance] {
    (many.isEmpty ? few : many.values.flatMap(\.self)).sorted { $0.number < $1.number }
  }

  /// What a merged home keeps, the first one made first.
  func all(merged home: Home) -> [Instance] {
    elsewhere.filter { $0.home == ObjectIdentifier(home) }.map(\.instance)
      .sorted { $0.number < $1.number }
  }

  /// Those of one slot, the first one kept first; an array of its own.
  func of(_ slot: Slot) -> [Instance] {
    var all =
      many.isEmpty ? few.filter { $0.trace.slot == slot } : many[slot]?.map(\.self) ?? []
    for (_, instance) in elsewhere where instance.trace.slot == slot { all.append(instance) }
    return all
  }

  mutating func append(_ instance: Instance, merged home: Home? = nil) {
    if let home { return elsewhere.append((ObjectIdentifier(home), instance)) }
    if many.isEmpty, few.count < 12 {
      if few.isEmpty { few.reserveCapacity(4) }
      return few.append(instance)
    }
    for instance in few { many[instance.trace.slot, default: []].append(instance) }
    few = []
    many[instance.trace.slot, default: []].append(instance)
  }

  /// Takes out what a merged home keeps.
  mutating func remove(_ instance: Instance, merged home: Home) {
    elsewhere.removeAll { $0.instance === instance && $0.home == ObjectIdentifier(home) }
  }

  /// Takes an instance out, whoever keeps it.
  mutating func remove(_ instance: Instance) {
    if let index = few.lastIndex(where: { $0 === instance }) { few.remove(at: index) }
    if let index = many[instance.trace.slot]?.lastIndex(where: { $0 === instance }) {
      many[instance.trace.slot]?.remove(at: index)
    }
    if !elsewhere.isEmpty { elsewhere.removeAll { $0.instance === instance } }
  }
}

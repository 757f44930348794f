/// Values by what their keys are, which are compared one by one while they are few: most scopes read a
/// handful, and hashing one takes longer than to look at all of them.
struct Few<Value> {
  private static var limit: Int { 12 }

  private var entries: [(key: ObjectIdentifier, value: Value)] = []
  /// Where each entry stands, once they are many.
  private var places: [ObjectIdentifier: Int] = [:]

  var count: Int { entries.count }

  /// The values, the first one set first while they are few.
  var values: [Value] { entries.map(\.value) }

  subscript(key: ObjectIdentifier) -> Value? {
    if places.isEmpty { return entries.first { $0.key == key }?.value }
    return places[key].map { entries[$0].value }
  }

  private func place(of key: ObjectIdentifier) -> Int? {
    places.isEmpty ? entries.firstIndex { $0.key == key } : places[key]
  }

  /// Sets the value of a key that has none.
  mutating func insert(_ value: Value, for key: ObjectIdentifier) {
    if entries.isEmpty { entries.reserveCapacity(4) }
    entries.append((key, value))
    if places.isEmpty, entries.count <= Self.limit { return }
    for place in (places.isEmpty ? 0 : entries.count - 1)..<entries.count {
      places[entries[place].key] = place
    }
  }

  /// Takes the value of a key out.
  mutating func removeValue(of key: ObjectIdentifier) -> Value? {
    guard let place = place(of: key) else { return nil }
    if places.isEmpty { return entries.remove(at: place).value }
    places[key] = nil
    entries.swapAt(place, entries.count - 1)
    let value = entries.removeLast().value
    if place < entries.count { places[entries[place].key] = place }
    return value
  }

  /// Changes the value of a key that has one.
  mutating func update(_ key: ObjectIdentifier, _ change: (inout Value) -> Void) -> Bool {
    guard let place = place(of: key) else { return false }
    change(&entries[place].value)
    return true
  }
}

extension Few: Sendable where Value: Sendable {}

/// What the homes of one scope keep: where it stands by itself, and the merged ones.
struct Instances: Sendable {
  private var few: [Instance] = []
  /// By their keys.
  private var many = Few<[Instance]>()
  private var elsewhere: [(home: ObjectIdentifier, instance: Instance)] = []

  /// What is kept where the scope stands by itself, or in a merged home; the first one made first.
  func all(merged home: Home? = nil) -> [Instance] {
    var all = few
    if let home {
      all = elsewhere.filter { $0.home == ObjectIdentifier(home) }.map(\.instance)
    } else if many.count > 0 {
      all = Array(many.values.joined())
    }
    all.sort { $0.number < $1.number }
    return all
  }

  /// Those of one slot, the first one kept first; an array of its own.
  func of(_ slot: Slot) -> [Instance] {
    var all = (many.count == 0 ? few : many[slot.key] ?? []).filter { $0.trace.slot == slot }
    for (_, instance) in elsewhere where instance.trace.slot == slot { all.append(instance) }
    return all
  }

  mutating func append(_ instance: Instance, merged home: Home? = nil) {
    if let home { return elsewhere.append((ObjectIdentifier(home), instance)) }
    if many.count == 0, few.count < 12 {
      if few.isEmpty { few.reserveCapacity(4) }
      return few.append(instance)
    }
    for instance in few { addToMany(instance) }
    few = []
    addToMany(instance)
  }

  private mutating func addToMany(_ instance: Instance) {
    let key = instance.trace.slot.key
    if !many.update(key, { $0.append(instance) }) { many.insert([instance], for: key) }
  }

  /// Takes out what a merged home keeps.
  mutating func remove(_ instance: Instance, merged home: Home) {
    elsewhere.removeAll { $0.instance === instance && $0.home == ObjectIdentifier(home) }
  }

  /// Takes an instance out, whoever keeps it.
  mutating func remove(_ instance: Instance) {
    if let index = few.lastIndex(where: { $0 === instance }) { few.remove(at: index) }
    _ = many.update(instance.trace.slot.key) { $0.removeAll { $0 === instance } }
    if !elsewhere.isEmpty { elsewhere.removeAll { $0.instance === instance } }
  }
}

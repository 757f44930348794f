/// A dictionary whose keys are compared one by one while they are few.
///
/// Most scopes read a handful of keys, and to hash one takes longer than to look at all of them.
struct Few<Value> {
  private static var limit: Int { 12 }

  private var entries: [(key: ObjectIdentifier, value: Value)] = []
  /// Where each entry stands, once they are many.
  private var places: [ObjectIdentifier: Int] = [:]

  var count: Int { entries.count }

  /// The values, the first one set first while they are few.
  var values: [Value] { entries.map(\.value) }

  subscript(key: ObjectIdentifier) -> Value? {
    place(of: key).map { entries[$0].value }
  }

  private func place(of key: ObjectIdentifier) -> Int? {
    places.isEmpty ? entries.firstIndex { $0.key == key } : places[key]
  }

  /// Sets the value of a key, unless it has one; gives whether it had none.
  @discardableResult
  mutating func insert(_ value: Value, for key: ObjectIdentifier) -> Bool {
    if place(of: key) != nil { return false }
    if entries.isEmpty { entries.reserveCapacity(4) }
    entries.append((key, value))
    if places.isEmpty, entries.count <= Self.limit { return true }
    for place in (places.isEmpty ? 0 : entries.count - 1)..<entries.count {
      places[entries[place].key] = place
    }
    return true
  }

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

/// The instances that a home keeps.
struct Instances: Sendable {
  private var few: [Instance] = []
  private var many: [Slot: [Instance]] = [:]

  var all: [Instance] {
    (many.isEmpty ? few : Array(many.values.joined())).sorted { $0.number < $1.number }
  }

  /// The builds of the instances, where these know them; see ``Instance/build``.
  var builds: [Build] {
    many.isEmpty ? few.compactMap(\.build) : many.values.joined().compactMap(\.build)
  }

  /// Gives the instances of one slot, the first one kept first; in a copy, see ``Guarded``.
  func of(_ slot: Slot) -> [Instance] {
    // A dictionary hashes, also where it is empty.
    many.isEmpty ? few.filter { $0.trace.slot == slot } : many[slot]?.map(\.self) ?? []
  }

  mutating func append(_ instance: Instance) {
    if many.isEmpty, few.count < 12 {
      if few.isEmpty { few.reserveCapacity(4) }
      return few.append(instance)
    }
    for instance in few + [instance] { many[instance.trace.slot, default: []].append(instance) }
    few = []
  }

  mutating func remove(_ instance: Instance) {
    if let index = few.lastIndex(where: { $0 === instance }) { few.remove(at: index) }
    if many.isEmpty { return }
    let slot = instance.trace.slot
    many[slot]?.removeAll { $0 === instance }
    if many[slot]?.isEmpty == true { many[slot] = nil }
  }
}

extension Few<[Instance]> {
  func of(_ slot: Slot, for key: ObjectIdentifier) -> [Instance] {
    self[key]?.filter { $0.trace.slot == slot } ?? []
  }

  mutating func append(_ instance: Instance, for key: ObjectIdentifier) {
    if !update(key, { $0.append(instance) }) { insert([instance], for: key) }
  }

  mutating func remove(_ instance: Instance, for key: ObjectIdentifier) {
    guard update(key, { $0.removeAll { $0 === instance } }) else { return }
    if self[key]?.isEmpty == true { _ = removeValue(of: key) }
  }
}

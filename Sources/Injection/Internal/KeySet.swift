/// The keys that something was built from.
///
/// Not a `Set` while they are few, which they nearly always are: to hash a key costs more than to
/// compare it with a handful of others, and these need no memory of their own.
struct KeySet: Sendable {
  private var first: ObjectIdentifier?
  private var second: ObjectIdentifier?
  private var third: ObjectIdentifier?
  private var fourth: ObjectIdentifier?
  /// All of them, once they are more than four.
  private var many: Set<ObjectIdentifier>?

  /// No keys.
  static var none: KeySet { KeySet() }

  /// Whether the key is one of them.
  func contains(_ key: ObjectIdentifier) -> Bool {
    if let many { return many.contains(key) }
    return first == key || second == key || third == key || fourth == key
  }

  /// Adds a key, unless it is one of them.
  mutating func insert(_ key: ObjectIdentifier) {
    if many != nil {
      many?.insert(key)
    } else if first == nil {
      first = key
    } else if !contains(key) {
      if second == nil {
        second = key
      } else if third == nil {
        third = key
      } else if fourth == nil {
        fourth = key
      } else {
        many = Set([first, second, third, fourth, key].compactMap { $0 })
      }
    }
  }

  /// Removes a key, where it is one of them.
  mutating func remove(_ key: ObjectIdentifier) {
    if many != nil {
      many?.remove(key)
    } else if fourth == key {
      fourth = nil
    } else if third == key {
      third = fourth
      fourth = nil
    } else if second == key {
      second = third
      third = fourth
      fourth = nil
    } else if first == key {
      first = second
      second = third
      third = fourth
      fourth = nil
    }
  }

  /// Whether a condition holds for each of them.
  @inline(__always)
  func allSatisfy(_ condition: (ObjectIdentifier) -> Bool) -> Bool {
    if let many { return many.allSatisfy(condition) }
    // A loop, since the compiler makes a copy of the condition for each call of it.
    for index in 0..<4 {
      guard let key = few(index) else { return true }
      if !condition(key) { return false }
    }
    return true
  }

  private func few(_ index: Int) -> ObjectIdentifier? {
    switch index {
    case 0: first
    case 1: second
    case 2: third
    default: fourth
    }
  }

  private var count: Int {
    if let many { return many.count }
    return first == nil ? 0 : second == nil ? 1 : third == nil ? 2 : fourth == nil ? 3 : 4
  }

  /// Runs a body for each of them.
  @inline(__always)
  func each(_ body: (ObjectIdentifier) -> Void) {
    _ = allSatisfy { key in
      body(key)
      return true
    }
  }
}

extension KeySet: Equatable {
  static func == (one: KeySet, other: KeySet) -> Bool {
    one.count == other.count && one.allSatisfy { other.contains($0) }
  }
}

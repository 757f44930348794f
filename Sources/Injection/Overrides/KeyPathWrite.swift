import Synchronization

/// An assignment through a key path, of which Swift reads first what it writes.
///
/// Of a key path to one property, as in `\.api`, nobody has asked for what was there: if that is the value of a
/// key, the read gives the new value, so that nothing is built, and nothing counts as read. To write a part, as in
/// `\.api.fetch`, the whole is read.
final class KeyPathWrite: Sendable {
  @TaskLocal static var current: KeyPathWrite?

  private let scope = Scope.bound
  private let stand: @Sendable (Request) -> Entry?
  private let isReading: Atomic<Bool>

  fileprivate init(
    _ keyPath: AnyKeyPath, giving stand: @escaping @Sendable (Request) -> Entry?
  ) {
    self.stand = stand
    isReading = Atomic(keyPath.isOneProperty)
  }

  /// Whether the accessors of the key path run here, and not a default that is built for them.
  var isOfCaller: Bool { scope != nil && scope === Scope.bound }

  /// Gives the new value for what is read first, if that is of its type; only tests write by key paths.
  static func answer(_ request: Request) -> Entry? {
    guard TestSupport.isPresent, let write = current, write.isOfCaller,
      write.isReading.exchange(false, ordering: .relaxed)
    else { return nil }
    return write.stand(request)
  }

  fileprivate func endReading() { isReading.store(false, ordering: .relaxed) }
}

extension InjectedValues {
  /// Assigns through a key path, of which an accessor may call what is not implemented, only to put another in its
  /// place: that is not reported, but for a call of a default.
  package mutating func write<Value: Sendable>(
    _ value: Value, to keyPath: WritableKeyPath<InjectedValues, Value>
  ) {
    let write = KeyPathWrite(keyPath) { request in
      request.valueType == Value.self ? Assigned(value, key: request.key) : nil
    }
    // Runs after the getters, and before the setters.
    func replace(_ place: inout Value) {
      write.endReading()
      place = value
    }
    KeyPathWrite.$current.withValue(write) { replace(&self[keyPath: keyPath]) }
  }
}

extension AnyKeyPath {
  /// Whether it is a path of one property.
  ///
  /// By its description, which has a point between properties, and names a computed one by an address and its type
  /// where there is no name. A description of another form counts as that of more.
  fileprivate var isOneProperty: Bool {
    let properties = debugDescription.drop { $0 != "." }.dropFirst()
    return properties.hasSuffix(")>")
      ? properties.split(separator: "<").count { $0.hasPrefix("computed ") } == 1
      : !properties.contains(".")
  }
}

public import Foundation

/// Keeps a value under a name, beyond the life of the view: in `UserDefaults`, or in another store.
///
/// ```swift
/// @AppStorage("units") private var units = "metric"
/// ```
///
/// As in SwiftUI, all properties of one name and one store are one value, and a write has the bodies
/// evaluated that read it. Where no store is given, it is that of ``View/defaultAppStorage(_:)``, and
/// else one of the host's own, which begins empty: a test leaves nothing behind. What is written past
/// the property, to the store itself, is seen at the next evaluation.
@propertyWrapper public struct AppStorage<Value>: NodeProperty {
  fileprivate let key: String
  private let store: (any AppStorageStore)?
  fileprivate let initial: Value
  fileprivate let read: (Any) -> Value?
  fileprivate let write: (Value) -> Any?
  private var location: StorageLocation<Value>?
  /// Reads the environment's store, if the property names no store itself.
  private var reader: EnvironmentReader?

  init(
    _ key: String, _ store: (any AppStorageStore)?, _ initial: Value,
    read: @escaping (Any) -> Value?, write: @escaping (Value) -> Any?
  ) {
    self.key = key
    self.store = store
    self.initial = initial
    self.read = read
    self.write = write
  }

  /// The value now.
  public var wrappedValue: Value {
    get { location?.get() ?? initial }
    nonmutating set {
      guard let location else {
        return reportFault("@AppStorage of \(key) was written before its view was in a tree")
      }
      location.set(newValue)
    }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> { location.map { Binding($0) } ?? .constant(initial) }

  /// Finds the environment's store, before each evaluation of the body.
  public mutating func update() {
    guard let sources = reader?.storage, location?.sources !== sources else { return }
    location = nil
    location = StorageLocation(sources, self)
  }

  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String) {
    guard let store else {
      reader = node.environmentReader
      return
    }
    location = StorageLocation(.of(store), self)
  }

  func isEquivalent(to other: AppStorage) -> Bool { key == other.key && store === other.store }
}

extension AppStorage where Value: AppStorageValue {
  /// Creates a property that keeps a value.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value where nothing is kept under the name.
  ///   - key: The name.
  ///   - store: Where it is kept; nil for the environment's store.
  public init(wrappedValue: Value, _ key: String, store: (any AppStorageStore)? = nil) {
    self.init(key, store, wrappedValue, read: { $0 as? Value }, write: { $0 })
  }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue: AppStorageValue {
  /// Creates a property that keeps the raw value of an enumeration.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value where nothing is kept under the name, or nothing that it has a case
  ///     for.
  ///   - key: The name.
  ///   - store: Where it is kept; nil for the environment's store.
  public init(wrappedValue: Value, _ key: String, store: (any AppStorageStore)? = nil) {
    self.init(
      key, store, wrappedValue,
      read: { ($0 as? Value.RawValue).flatMap { Value(rawValue: $0) } }, write: { $0.rawValue })
  }
}

extension AppStorage where Value: ExpressibleByNilLiteral {
  /// Creates a property that keeps a value, or none.
  ///
  /// - Parameters:
  ///   - key: The name, under which nothing is kept where the value is nil.
  ///   - store: Where it is kept; nil for the environment's store.
  public init<Wrapped: AppStorageValue>(_ key: String, store: (any AppStorageStore)? = nil)
  where Value == Wrapped? {
    self.init(key, store, nil, read: { ($0 as? Wrapped).map(Optional.some) }, write: { $0 })
  }
}

/// A type whose values `@AppStorage` can keep.
public protocol AppStorageValue {}

extension Bool: AppStorageValue {}
extension Int: AppStorageValue {}
extension Double: AppStorageValue {}
extension String: AppStorageValue {}
extension Data: AppStorageValue {}
extension URL: AppStorageValue {}

/// Where `@AppStorage` keeps its values.
public protocol AppStorageStore: AnyObject {
  /// Gives what is kept under a name, or nil.
  ///
  /// - Parameter key: The name.
  /// - Returns: The value as it was given.
  func object(forKey key: String) -> Any?

  /// Keeps a value under a name.
  ///
  /// - Parameters:
  ///   - value: The value; nil for none.
  ///   - key: The name.
  func set(_ value: Any?, forKey key: String)
}

extension UserDefaults: AppStorageStore {}

/// A store that lasts as long as the object.
public final class MemoryStore: AppStorageStore {
  private var values: [String: Any]

  /// Creates a store.
  ///
  /// - Parameter values: What is kept at first.
  public init(_ values: [String: Any] = [:]) {
    self.values = values
  }

  /// Gives what is kept under a name, or nil.
  ///
  /// - Parameter key: The name.
  /// - Returns: The value as it was given.
  public func object(forKey key: String) -> Any? { values[key] }

  /// Keeps a value under a name.
  ///
  /// - Parameters:
  ///   - value: The value; nil for none.
  ///   - key: The name.
  public func set(_ value: Any?, forKey key: String) {
    // The old value is let go of after the exchange: its deinitialiser may read and write the store.
    var old = value
    swap(&values[key], &old)
  }
}

extension View {
  /// Sets where `@AppStorage` in this view and all below it keeps its values.
  ///
  /// - Parameter store: The store of the properties that name none themselves.
  /// - Returns: This view, with that store.
  public func defaultAppStorage(_ store: any AppStorageStore) -> some View {
    environment(\.appStorageStore, store)
  }
}

extension EnvironmentValues {
  var appStorageStore: any AppStorageStore {
    get { self[AppStorageKey.self] }
    set { self[AppStorageKey.self] = newValue }
  }
}

private enum AppStorageKey: EnvironmentKey {
  // Reached outside a tree alone: a host has a store of its own.
  static var defaultValue: any AppStorageStore { MemoryStore() }
}

/// A store, and the readers of each name in it.
final class StorageSources {
  /// The sources of each store, by its identity, as long as a tree has a view that reads the store.
  ///
  /// Unsafe because trees are on the main actor, which their types do not say.
  private nonisolated(unsafe) static var all: [ObjectIdentifier: WeakReference<StorageSources>] =
    [:]

  let store: any AppStorageStore
  private var sources: [String: StateSource] = [:]

  private init(_ store: any AppStorageStore) {
    self.store = store
  }

  static func of(_ store: any AppStorageStore) -> StorageSources {
    let key = ObjectIdentifier(store)
    if let known = all[key]?.object { return known }
    all = all.filter { $0.value.object != nil }
    let sources = StorageSources(store)
    all[key] = WeakReference(object: sources)
    return sources
  }

  func source(of key: String) -> StateSource {
    if let source = sources[key] { return source }
    let source = StateSource()
    source.cause = .state(key)
    sources[key] = source
    return source
  }
}

private final class StorageLocation<Value>: Location<Value> {
  let sources: StorageSources
  /// A copy of the property from before it had this location.
  private let property: AppStorage<Value>

  init(_ sources: StorageSources, _ property: AppStorage<Value>) {
    self.sources = sources
    self.property = property
  }

  private var source: StateSource { sources.source(of: property.key) }

  private var value: Value {
    let kept = sources.store.object(forKey: property.key)
    let url = { (kept as? String).flatMap { URL(string: $0) } }
    return kept.flatMap(property.read) ?? url().flatMap(property.read) ?? property.initial
  }

  override func get() -> Value {
    source.noteRead()
    return value
  }

  override func set(_ newValue: Value) {
    let isSame = areEquivalent(value, newValue)
    var kept = property.write(newValue)
    // Of a URL, `UserDefaults` keeps a part on Linux, and nothing elsewhere: so it is given the text.
    if sources.store is UserDefaults, let url = kept as? URL { kept = url.absoluteString }
    sources.store.set(kept, forKey: property.key)
    if !isSame { source.noteChange() }
  }

  override func isSame(as other: Location<Value>) -> Bool {
    guard let other = other as? StorageLocation<Value> else { return false }
    return property.key == other.property.key && sources.store === other.sources.store
  }
}

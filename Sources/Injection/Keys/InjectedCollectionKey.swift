/// Names a collection to which scopes contribute elements.
///
/// ```swift
/// enum InterceptorsKey: InjectedCollectionKey {
///   typealias Element = any Interceptor
/// }
/// ```
///
/// The value is an array, read, assigned and decorated like any other. It is empty in every context unless the
/// key declares `liveValue` (which previews have as well), `testValue` or `previewValue`. Their elements count
/// as contributions of order 0. See ``InjectedValues/contribute(_:id:order:_:)``.
public protocol InjectedCollectionKey<Element>: InjectedInterfaceKey where Value == [Element] {
  /// What the collection holds.
  associatedtype Element: Sendable

  /// The elements that are there without contributions, in the live context.
  static var liveValue: [Element] { get }
}

extension InjectedCollectionKey {
  /// No elements.
  public static var liveValue: [Element] { [] }

  /// No elements.
  public static var testValue: [Element] { [] }

  /// The elements of the live context.
  public static var previewValue: [Element] { liveValue }

  /// Makes the elements of the live context.
  public static func _makeLiveValue() -> [Element] { liveValue }

  /// True: a key that declares none has an empty one.
  public static var _hasLiveValue: Bool { true }
}

extension InjectedValues {
  /// Adds an element to a collection, for this scope and those inside it.
  ///
  /// Elements are made on first read, and kept as the key's lifetime says, like defaults: what `make` reads
  /// is recorded, and a scope shares the elements that outer scopes contributed. They sort by `order`, then
  /// from the outermost scope inward, then in call order. An element with the id of an earlier one takes its
  /// place, unless a decoration is in between. An explicit assignment discards what was contributed before it
  /// and further out.
  ///
  /// - Parameters:
  ///   - key: The collection.
  ///   - id: Names the element, so that it can be replaced.
  ///   - order: Where it goes: lower comes first. Unless given, where the element was whose place it takes,
  ///     else 0.
  ///   - make: Makes the element.
  /// - Complexity: O(1); the first read of the collection in a scope is O(*n*²) for *n*
  ///   contributions, each a step of a list, and of *d* scopes around.
  public mutating func contribute<Key: InjectedCollectionKey>(
    _ key: Key.Type, id: String? = nil, order: Int? = nil,
    _ make: @escaping @Sendable () -> Key.Element
  ) {
    push(Recipe(key, .contribute(Contribution(id: id, order: order, make)), of: make))
  }

  /// Adds an element to the collection that an accessor forwards to.
  ///
  /// ```swift
  /// withInjectedValues {
  ///   $0.contribute(\.interceptors, id: "auth", order: 10) { AuthInterceptor() }
  /// } operation: { … }
  /// ```
  ///
  /// As ``contribute(_:id:order:_:)``. The accessor has to forward to exactly one key, which is an
  /// ``InjectedCollectionKey``; any other is an error that names it and ends the process. The key is
  /// learnt as for ``InjectedValues/decorate(_:_:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - keyPath: The accessor of the collection.
  ///   - id: Names the element, so that it can be replaced.
  ///   - order: Where it goes: lower comes first. Unless given, where the element was whose place it takes,
  ///     else 0.
  ///   - make: Makes the element.
  ///   - fileID: The file that contributes, for messages.
  ///   - line: The line that contributes, for messages.
  public mutating func contribute<Element: Sendable>(
    _ keyPath: any KeyPath<InjectedValues, [Element]> & Sendable,
    id: String? = nil, order: Int? = nil, _ make: @escaping @Sendable () -> Element,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let place = SourcePlace(fileID, line)
    let found = AccessorKey.read(
      by: keyPath, for: "contribute(_:id:order:_:)", in: self, at: place,
      stand: BuiltValue([Element]()))
    guard found.key is any InjectedCollectionKey.Type else {
      IssueReporter.notACollection(found, at: place)
    }
    push(Recipe(found.key, .contribute(Contribution(id: id, order: order, make)), of: make))
  }
}

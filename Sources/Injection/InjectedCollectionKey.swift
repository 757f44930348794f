/// Names a collection to which scopes contribute elements.
///
/// ```swift
/// enum InterceptorsKey: InjectedCollectionKey {
///   typealias Element = any Interceptor
/// }
/// ```
///
/// The value is an array, read, assigned and decorated like any other. It is empty in every context
/// unless the key declares `liveValue`, `testValue` or `previewValue`, whose elements count as
/// contributions of order 0. See ``InjectedValues/contribute(_:id:order:_:)``.
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

  /// Makes the elements of the live context.
  public static var _makeLiveValue: (@Sendable () -> [Element])? { { liveValue } }
}

extension InjectedValues {
  /// Adds an element to a collection, for this scope and those inside it.
  ///
  /// Elements are made on first read and once each, like defaults: what `make` reads is recorded,
  /// and a scope shares the elements that outer scopes contributed. They sort by `order`, then from
  /// the outermost scope inward, then in call order. An element with the id of an earlier one takes
  /// its place. An explicit assignment discards what was contributed before it and further out.
  ///
  /// - Parameters:
  ///   - key: The collection.
  ///   - id: Names the element, so that it can be replaced.
  ///   - order: Where it goes: lower comes first.
  ///   - make: Makes the element.
  /// - Complexity: O(1); the first read of the collection in a scope is O(*n* log *n*) for *n*
  ///   contributions.
  public mutating func contribute<Key: InjectedCollectionKey>(
    _ key: Key.Type, id: String? = nil, order: Int = 0,
    _ make: @escaping @Sendable () -> Key.Element
  ) {
    push {
      ContributionNode<Key.Element>(
        key: key, outer: $0.outer, place: $0.place, continues: $0.continues,
        captured: $0.isCaptured, id: id, order: order, make: make)
    }
  }
}

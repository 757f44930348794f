/// A view for each element of a collection, known by an identity.
///
/// State stays with the identity, wherever the element moves to.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View,
  PrimitiveView, DynamicViewContent
{
  /// The elements.
  public let data: Data
  private let identity: Identity
  private let content: @MainActor (Data.Element) -> Content
  /// Whether rows that are off the screen may be left out.
  var isLazy = true

  /// Creates a view for each element, known by a property.
  ///
  /// - Parameters:
  ///   - data: The elements, in order.
  ///   - id: What an element is known by. Where two have the same, state may be lost.
  ///   - content: Makes the view of an element. Runs for every element when this view is evaluated; in a
  ///     list or lazy stack, for each when it comes on the screen. When something that it has read changes,
  ///     it runs again, and not the body around it.
  /// - Complexity: O(1). An evaluation is O(*n*), where *n* is the number of elements.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    identity = Identity(path: id) { $0[keyPath: id] }
    self.content = content
  }

  private init(
    _ data: Data, _ identity: Identity, _ isLazy: Bool,
    _ content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.identity = identity
    self.isLazy = isLazy
    self.content = content
  }

  /// What an element is known by.
  struct Identity: Equivalent {
    let path: AnyKeyPath?
    let of: (Data.Element) -> ID

    func isEquivalent(to other: Identity) -> Bool { path != nil && path == other.path }
  }

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    guard isLazy, let rows = node.rows else {
      return data.map { Element(.id(AnyHashable(identity.of($0))), .make(content($0))) }
    }
    node.tree.rowsChanged(rows.window)
    return rows.elements(of: data) {
      AnyHashable(identity.of($0))
    } content: {
      .make(LazyRow(element: $0, version: rows.version, content: content))
    }
  }

  func replace(_ node: ViewNode, _ old: ForEach) {
    (node.kept as? LazyRows)?.version += 1
  }
}

/// A row as a view of its own: evaluated again when something that its closure reads changes, not by scrolling.
struct LazyRow<Item, Content: View>: PrimitiveView {
  let element: Item
  /// Rises with each value that replaces the ``ForEach``, since closures cannot be compared.
  let version: Int
  let content: @MainActor (Item) -> Content

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content(element)))] }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates a view for each element, known by its `id`.
  ///
  /// - Parameters:
  ///   - data: The elements, in order, of which no two should have the same `id`.
  ///   - content: Makes the view of an element. Runs for every element when this view is evaluated.
  /// - Complexity: O(1). An evaluation is O(*n*), where *n* is the number of elements.
  public init(
    _ data: Data, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.init(data, id: \.id, content: content)
  }
}

extension ForEach {
  // The closures are not marked `@MainActor`: with the mark, the compiler would not see that `$item` is on
  // the main actor. They are made in a body, which is.

  /// Creates a view for a binding to each element, known by its `id`.
  ///
  /// - Parameters:
  ///   - data: Holds the elements, of which no two should have the same `id`. Read now.
  ///   - content: Makes the view of an element, which can write it: `{ $item in … }`.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init<Elements: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Elements>,
    @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
  )
  where
    Elements.Element: Identifiable, Elements.Index: Hashable,
    Data == [Binding<Elements.Element>], ID == Elements.Element.ID
  {
    self.init(data, id: \.id, content: content)
  }

  /// Creates a view for a binding to each element, known by a property.
  ///
  /// - Parameters:
  ///   - data: Holds the elements. Read now.
  ///   - id: What an element is known by. Where two have the same, state may be lost.
  ///   - content: Makes the view of an element, which can write it: `{ $item in … }`.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init<Elements: MutableCollection & RandomAccessCollection>(
    _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
    @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
  ) where Elements.Index: Hashable, Data == [Binding<Elements.Element>] {
    let bindings = data.wrappedValue.indices.map { data[dynamicMember: \.[$0]] }
    self.init(
      bindings, Identity(path: nil) { $0.wrappedValue[keyPath: id] }, true, { content($0) })
  }
}

extension ForEach where Data == Range<Int>, ID == Int {
  /// Creates a view for each number of a range, known by the number.
  ///
  /// The range may be another one later, where SwiftUI wants a constant.
  ///
  /// - Parameters:
  ///   - data: The numbers.
  ///   - content: Makes the view of a number. Runs for every one when this view is evaluated.
  /// - Complexity: O(1). An evaluation is O(*n*), where *n* is the length of the range.
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping @MainActor (Int) -> Content) {
    self.init(data, id: \.self, content: content)
  }
}

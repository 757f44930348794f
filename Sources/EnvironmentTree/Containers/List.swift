/// Rows, one below the other.
///
/// On a host with a size, a row is made when it comes on the screen, and stays when it is scrolled away.
public struct List<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a list of views.
  ///
  /// - Parameter content: Makes the views. Runs now: its reads count for the body around it.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Creates a list with a row for each element, known by a property.
  ///
  /// - Parameters:
  ///   - data: The elements, in order.
  ///   - id: What an element is known by. Where two have the same, state may be lost.
  ///   - rowContent: Makes the row of an element. Runs for every element when the rows are evaluated; on a
  ///     host with a size, for each when it comes on the screen. When something that it has read changes,
  ///     it runs again, and not the body around it.
  /// - Complexity: O(1). An evaluation is O(*n*), where *n* is the number of elements.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }

  /// Creates a list with a row for each element, known by its `id`.
  ///
  /// - Parameters:
  ///   - data: The elements, in order, of which no two should have the same `id`.
  ///   - rowContent: Makes the row of an element. Runs for every element when the rows are
  ///     evaluated.
  /// - Complexity: O(1). An evaluation is O(*n*), where *n* is the number of elements.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping @MainActor (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
    content = ForEach(data, content: rowContent)
  }

  /// Creates a list with a row for a binding to each element, known by its `id`.
  ///
  /// - Parameters:
  ///   - data: Holds the elements, of which no two should have the same `id`. Read now.
  ///   - rowContent: Makes the row of an element, which can write it: `{ $item in … }`.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init<Data: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<Data>,
    @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> Row
  )
  where
    Data.Element: Identifiable, Data.Index: Hashable,
    Content == ForEach<[Binding<Data.Element>], Data.Element.ID, Row>
  {
    content = ForEach(data, content: rowContent)
  }

  // Tracked: `keepWindow` reads the environment.
  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.keepWindow()
    return [Element(.position(0), .make(content))]
  }
  func describe(_ node: ViewNode) -> Description? { Description("List") }
}

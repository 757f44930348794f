/// Chooses one of several values.
public struct Picker<Selection: Hashable, Content: View>: View, PrimitiveView {
  private let title: String
  private let selection: Binding<Selection>
  private let content: Content

  /// Creates a picker, whose options are views with a tag, or elements of a ``ForEach``.
  ///
  /// - Parameters:
  ///   - title: What a host knows it by.
  ///   - selection: Holds the value that is chosen. Read when this view is evaluated.
  ///   - content: Makes the options. An element without a tag stands for its identity. Runs now: its reads
  ///     count for the body around it.
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {
    self.title = String(title)
    self.selection = selection
    self.content = content()
  }

  static var runsUserCode: Bool { true }

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = Kept(selection.wrappedValue)
    return [Element(.position(0), .make(content))]
  }

  func describe(_ node: ViewNode) -> Description? {
    Description(
      "Picker", .text(title), value: (node.kept as? Kept<Selection>).map { "\($0.value)" },
      action: .choice { [selection] tag in
        guard let value = tag.base as? Selection else {
          return reportFault(
            "A tag of \(title) is a \(type(of: tag.base)), not a \(Selection.self)")
        }
        selection.wrappedValue = value
      })
  }
}

extension View {
  /// Says which value of a picker this view stands for.
  ///
  /// Outside a picker it does nothing. Choosing a value of another type than the picker's reports a
  /// fault on standard error, and leaves the selection as it is.
  ///
  /// - Parameter value: The value, of the type of the picker's selection.
  /// - Returns: This view, as an option.
  public func tag<Value: Hashable>(_ value: Value) -> some View {
    TagView(content: self, value: value)
  }
}

/// A view that stands for a value.
@MainActor protocol TaggedView {
  var tagValue: AnyHashable { get }
}

struct TagView<Content: View, Value: Hashable>: PrimitiveView, TaggedView {
  let content: Content
  let value: Value

  var tagValue: AnyHashable { AnyHashable(value) }

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = Tag(AnyHashable(value))
    return [Element(.position(0), .make(content))]
  }

  // A tab inside has its value from here.
  func replace(_ node: ViewNode, _ old: TagView) {
    guard value != old.value, let tabs = node.scope.values.tabs else { return }
    if node.children.contains(where: tabs.contains) { tabs.changed() }
  }
}

/// The value that a node stands for.
final class Tag {
  let value: AnyHashable

  init(_ value: AnyHashable) {
    self.value = value
  }
}

extension ViewNode {
  /// The value that the node stands for in a picker: its tag, else the identity of an element.
  var tag: AnyHashable? {
    if let tag = kept as? Tag { return tag.value }
    guard case .id(let id) = identity, parent?.content.type is any DynamicViewContent.Type
    else { return nil }
    return id
  }
}

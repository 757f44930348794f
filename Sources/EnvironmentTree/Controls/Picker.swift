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
        guard let value = tag.tag(of: Selection.self) else {
          return reportFault("A tag of \(title) is not a \(Selection.self)")
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
  /// - Parameter value: The value, of the type of the picker's selection; or of `T`, where that is `T?`.
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

  var tagValue: AnyHashable { AnyHashable(TagValue(value: value)) }

  func expand(_ node: ViewNode) -> [Element] {
    node.kept = Tag(tagValue)
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

/// A value with its type, which an `AnyHashable` of an optional does not keep.
struct TagValue<Value: Hashable>: Hashable, SelectionTag {
  let value: Value

  func value<Selection>(of type: Selection.Type) -> Selection? {
    Value.self == type || Value?.self == type ? value as? Selection : nil
  }
}

private protocol SelectionTag {
  /// Gives the value to a selection of its type, or of an optional of that.
  func value<Selection>(of type: Selection.Type) -> Selection?
}

extension AnyHashable {
  /// Gives a tag, or the identity of an element, as a value of a selection; nil where it is of another type.
  func tag<Selection>(of type: Selection.Type) -> Selection? {
    if let tag = base as? any SelectionTag { tag.value(of: type) } else { base as? Selection }
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

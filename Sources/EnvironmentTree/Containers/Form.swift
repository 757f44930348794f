/// Controls that belong together.
public struct Form<Content: View>: View, PrimitiveView {
  private let content: Content

  /// Creates a container.
  ///
  /// - Parameter content: Makes the views. Runs now: its reads count for the body around it.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func describe(_ node: ViewNode) -> Description? { Description("Form") }
}

/// A part of a form or a list.
public struct Section<Parent: View, Content: View, Footer: View>: View, PrimitiveView {
  private let title: String?
  private let header: Parent
  private let content: Content
  private let footer: Footer

  /// Creates a part with views above and below it.
  ///
  /// - Parameters:
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  ///   - header: Makes what is above. Runs now.
  ///   - footer: Makes what is below. Runs now.
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
    @ViewBuilder footer: () -> Footer
  ) {
    title = nil
    self.header = header()
    self.content = content()
    self.footer = footer()
  }

  private init(title: String?, content: Content, header: Parent, footer: Footer) {
    self.title = title
    self.header = header
    self.content = content
    self.footer = footer
  }

  func expand(_ node: ViewNode) -> [Element] {
    [
      Element(.position(0), title == nil ? .make(header) : .make(SectionTitle())),
      Element(.position(1), .make(content)),
      Element(.position(2), .make(footer)),
    ]
  }

  func describe(_ node: ViewNode) -> Description? {
    Description("Section", title.map { .text($0) } ?? .none)
  }

  func row(_ node: ViewNode) -> RowRole { .inside }
}

/// Stands for a section's title, which appears whatever is in the section; an outline has it in the section's line.
private struct SectionTitle: View, PrimitiveView {
  func row(_ node: ViewNode) -> RowRole { .title }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
  /// Creates a part.
  ///
  /// - Parameter content: Makes the views. Runs now: its reads count for the body around it.
  public init(@ViewBuilder content: () -> Content) {
    self.init(title: nil, content: content(), header: EmptyView(), footer: EmptyView())
  }

  /// Creates a part with a title.
  ///
  /// - Parameters:
  ///   - title: What the outline shows.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(title: String(title), content: content(), header: EmptyView(), footer: EmptyView())
  }
}

extension Section where Footer == EmptyView {
  /// Creates a part with a view above it.
  ///
  /// - Parameters:
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  ///   - header: Makes what is above. Runs now.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(title: nil, content: content(), header: header(), footer: EmptyView())
  }
}

extension Section where Parent == EmptyView {
  /// Creates a part with a view below it.
  ///
  /// - Parameters:
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  ///   - footer: Makes what is below. Runs now.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(title: nil, content: content(), header: EmptyView(), footer: footer())
  }
}

extension View {
  /// Presents a popover as long as a binding is true, in the environment of this view.
  ///
  /// - Parameters:
  ///   - isPresented: Whether there is a popover; set to false when it is sent away.
  ///   - attachmentAnchor: Ignored.
  ///   - arrowEdge: Ignored.
  ///   - content: Makes the popover's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the popover where there is one.
  public func popover<Popover: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect,
    arrowEdge: Edge = .top, @ViewBuilder content: @escaping @MainActor () -> Popover
  ) -> some View {
    presenting(.popover, isPresented) { AnyView(content()) }
  }

  /// Presents a popover as long as a binding holds an item, in the environment of this view.
  ///
  /// Another identity of the item is another popover, with state of its own.
  ///
  /// - Parameters:
  ///   - item: Holds what the popover is about; set to nil when it is sent away.
  ///   - attachmentAnchor: Ignored.
  ///   - arrowEdge: Ignored.
  ///   - content: Makes the popover's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the popover where there is one.
  public func popover<Item: Identifiable, Popover: View>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge = .top,
    @ViewBuilder content: @escaping @MainActor (Item) -> Popover
  ) -> some View {
    presenting(.popover, item, id: \.id, content)
  }
}

/// Where a popover is attached, which changes nothing here.
public enum PopoverAttachmentAnchor: Sendable {
  /// The view's rectangle.
  case rect
  /// The view's middle.
  case point
}

extension View {
  /// Presents a sheet as long as a binding holds an item.
  ///
  /// The sheet is in the environment of this view. Another identity of the item is another sheet,
  /// with state of its own.
  ///
  /// - Parameters:
  ///   - item: Holds what the sheet is about; set to nil when the sheet is sent away.
  ///   - onDismiss: Runs after the update in which a sheet has gone: it was sent away, the binding
  ///     was set to nil, or to another item. Not when this view leaves the tree.
  ///   - content: Makes the sheet's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the sheet where there is one.
  public func sheet<Item: Identifiable, Sheet: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Sheet
  ) -> some View {
    presenting(.sheet, item, id: \.id, onDismiss: onDismiss, content)
  }

  /// Presents a sheet as long as a binding is true, in the environment of this view.
  ///
  /// - Parameters:
  ///   - isPresented: Whether there is a sheet; set to false when it is sent away.
  ///   - onDismiss: Runs after the update in which the sheet has gone, whoever has sent it away. Not
  ///     when this view leaves the tree.
  ///   - content: Makes the sheet's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the sheet where there is one.
  public func sheet<Sheet: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Sheet
  ) -> some View {
    presenting(.sheet, isPresented, onDismiss: onDismiss) { AnyView(content()) }
  }

  /// Presents a cover as long as a binding holds an item; a sheet by another name here.
  ///
  /// - Parameters:
  ///   - item: Holds what the cover is about; set to nil when the cover is sent away.
  ///   - onDismiss: Runs after the update in which a cover has gone, whoever has sent it away. Not
  ///     when this view leaves the tree.
  ///   - content: Makes the cover's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the cover where there is one.
  public func fullScreenCover<Item: Identifiable, Sheet: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Sheet
  ) -> some View {
    sheet(item: item, onDismiss: onDismiss, content: content)
  }

  /// Presents a cover as long as a binding is true; a sheet by another name here.
  ///
  /// - Parameters:
  ///   - isPresented: Whether there is a cover; set to false when it is sent away.
  ///   - onDismiss: Runs after the update in which the cover has gone, whoever has sent it away.
  ///     Not when this view leaves the tree.
  ///   - content: Makes the cover's view. It runs again when something that it has read changes.
  /// - Returns: This view, and the cover where there is one.
  public func fullScreenCover<Sheet: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Sheet
  ) -> some View {
    sheet(isPresented: isPresented, onDismiss: onDismiss, content: content)
  }
}

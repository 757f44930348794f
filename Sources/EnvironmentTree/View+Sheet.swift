extension View {
  /// Presents a sheet as long as a binding holds an item.
  ///
  /// The sheet is in the environment of this view. Another identity of the item is another sheet,
  /// with state of its own.
  public func sheet<Item: Identifiable, Sheet: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Sheet
  ) -> some View {
    PresentingView(content: self, kind: .sheet) {
      item.wrappedValue.map { value in
        .init(id: AnyHashable(value.id), title: nil, view: AnyView(content(value))) {
          item.wrappedValue = nil
          onDismiss?()
        }
      }
    }
  }

  /// Presents a sheet as long as a binding is true, in the environment of this view.
  public func sheet<Sheet: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Sheet
  ) -> some View {
    PresentingView(content: self, kind: .sheet) {
      guard isPresented.wrappedValue else { return nil }
      return .init(id: 0, title: nil, view: AnyView(content())) {
        isPresented.wrappedValue = false
        onDismiss?()
      }
    }
  }

  /// Presents a cover as long as a binding holds an item; a sheet by another name here.
  public func fullScreenCover<Item: Identifiable, Sheet: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Sheet
  ) -> some View {
    sheet(item: item, onDismiss: onDismiss, content: content)
  }

  /// Presents a cover as long as a binding is true; a sheet by another name here.
  public func fullScreenCover<Sheet: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Sheet
  ) -> some View {
    sheet(isPresented: isPresented, onDismiss: onDismiss, content: content)
  }
}

extension View {
  /// Presents an alert about a value as long as a binding is true and there is a value.
  ///
  /// Each button of an alert sends it away, after its action.
  public func alert<S: StringProtocol, Value, Actions: View, Message: View>(
    _ title: S, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    dialog(.alert, String(title), isPresented) {
      value.map { value in
        AnyView(
          Group {
            message(value)
            actions(value)
          })
      }
    }
  }

  /// Presents an alert about a value, without a message.
  public func alert<S: StringProtocol, Value, Actions: View>(
    _ title: S, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, presenting: value, actions: actions) { _ in }
  }

  /// Presents an alert as long as a binding is true.
  public func alert<S: StringProtocol, Actions: View, Message: View>(
    _ title: S, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    alert(
      title, isPresented: isPresented, presenting: (), actions: { actions() },
      message: { message() })
  }

  /// Presents an alert as long as a binding is true, without a message.
  public func alert<S: StringProtocol, Actions: View>(
    _ title: S, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) {}
  }

  /// Presents a dialog with several choices as long as a binding is true.
  public func confirmationDialog<S: StringProtocol, Actions: View>(
    _ title: S, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    dialog(.confirmationDialog, String(title), isPresented) { AnyView(actions()) }
  }

  private func dialog(
    _ kind: PresentationKind, _ title: String, _ isPresented: Binding<Bool>,
    _ content: @escaping @MainActor () -> AnyView?
  ) -> some View {
    PresentingView(content: self, kind: kind) {
      guard isPresented.wrappedValue, let view = content() else { return nil }
      return .init(id: 0, title: title, view: view) { isPresented.wrappedValue = false }
    }
  }
}

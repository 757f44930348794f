extension View {
  /// Presents an alert about a value as long as a binding is true and there is a value.
  ///
  /// Each button of an alert sends it away, after its action. It has the buttons that it is given:
  /// SwiftUI adds one where there is none, and here only ``TreeHost/dismiss()`` sends such an alert
  /// away. Another value changes the alert, and does not make another.
  ///
  /// - Parameters:
  ///   - title: The title, in the outline and in ``Presentation/title``.
  ///   - isPresented: Whether there is an alert; set to false when it is sent away.
  ///   - value: What it is about; nil where there is none, whatever the binding says.
  ///   - actions: Makes the buttons. It runs again when something that it has read changes.
  ///   - message: Makes what is above the buttons. It runs again when something that it has read changes.
  /// - Returns: This view, and the alert where there is one.
  public func alert<S: StringProtocol, Value, Actions: View, Message: View>(
    _ title: S, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Value) -> Message
  ) -> some View {
    presenting(.alert, isPresented, title: String(title)) {
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
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - isPresented: Whether there is an alert; set to false when it is sent away.
  ///   - value: What it is about; nil where there is none, whatever the binding says.
  ///   - actions: Makes the buttons. It runs again when something that it has read changes.
  /// - Returns: This view, and the alert where there is one.
  public func alert<S: StringProtocol, Value, Actions: View>(
    _ title: S, isPresented: Binding<Bool>, presenting value: Value?,
    @ViewBuilder actions: @escaping @MainActor (Value) -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, presenting: value, actions: actions) { _ in }
  }

  /// Presents an alert as long as a binding is true.
  ///
  /// Each button sends it away, after its action.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - isPresented: Whether there is an alert; set to false when it is sent away.
  ///   - actions: Makes the buttons. It runs again when something that it has read changes.
  ///   - message: Makes what is above the buttons. It runs again when something that it has read changes.
  /// - Returns: This view, and the alert where there is one.
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
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - isPresented: Whether there is an alert; set to false when it is sent away.
  ///   - actions: Makes the buttons. It runs again when something that it has read changes.
  /// - Returns: This view, and the alert where there is one.
  public func alert<S: StringProtocol, Actions: View>(
    _ title: S, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) {}
  }

  /// Presents a dialog with several choices as long as a binding is true.
  ///
  /// Each button sends it away, after its action. It has the buttons that it is given: SwiftUI adds
  /// one that cancels.
  ///
  /// - Parameters:
  ///   - title: The title, in the outline and in ``Presentation/title``.
  ///   - isPresented: Whether there is a dialog; set to false when it is sent away.
  ///   - titleVisibility: Ignored: the outline has the title.
  ///   - actions: Makes the buttons. It runs again when something that it has read changes.
  /// - Returns: This view, and the dialog where there is one.
  public func confirmationDialog<S: StringProtocol, Actions: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    presenting(.confirmationDialog, isPresented, title: String(title)) { AnyView(actions()) }
  }

  /// Presents a dialog with a message and several choices as long as a binding is true.
  ///
  /// - Parameters:
  ///   - title: The title, in the outline and in ``Presentation/title``.
  ///   - isPresented: Whether there is a dialog; set to false when it is sent away.
  ///   - titleVisibility: Ignored: the outline has the title.
  ///   - actions: Makes the buttons. It runs again when something that it has read changes.
  ///   - message: Makes what is above the buttons. It runs again when something that it has read changes.
  /// - Returns: This view, and the dialog where there is one.
  public func confirmationDialog<S: StringProtocol, Actions: View, Message: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    presenting(.confirmationDialog, isPresented, title: String(title)) {
      AnyView(
        Group {
          message()
          actions()
        })
    }
  }
}

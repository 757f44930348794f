/// Goes to a destination when it is tapped.
public struct NavigationLink<Label: View, Destination: View>: View, LibraryView {
  private let label: Label
  private let destination: Destination?
  private let value: AnyHashable?
  @State private var isActive = false
  @Environment(\.navigation) private var navigation

  /// Creates a link to a view, which is in the environment of the stack.
  ///
  /// The view is not on the stack's path. Outside every stack the link is disabled.
  ///
  /// - Parameters:
  ///   - destination: Makes the view. Runs now, as in SwiftUI; the view's body runs after a tap.
  ///   - label: Makes what is tapped, whose texts a host knows the link by. Runs now.
  public init(
    @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.destination = destination()
    value = nil
  }

  /// Creates a link to a view.
  ///
  /// - Parameters:
  ///   - destination: The view. Its body runs after a tap.
  ///   - label: Makes what is tapped, whose texts a host knows the link by. Runs now.
  public init(destination: Destination, @ViewBuilder label: () -> Label) {
    self.init(destination: { destination }, label: label)
  }

  /// What is tapped, and the destination once it has been.
  public var body: some View {
    Button(action: follow) { label }
      .disabled(navigation == nil)
      .navigationDestination(isPresented: $isActive) { destination }
  }

  private func follow() {
    guard let value else {
      isActive = true
      return
    }
    guard let navigation else { return }
    navigation.path.set(navigation.path.get() + [value])
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link to a view, with a title.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - destination: Makes the view. Runs now; the view's body runs after a tap.
  public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {
    self.init(destination: destination) { Text(title) }
  }

  /// Creates a link to a view, with a title.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - destination: The view. Its body runs after a tap.
  public init<S: StringProtocol>(_ title: S, destination: Destination) {
    self.init(title) { destination }
  }
}

extension NavigationLink where Destination == Never {
  /// Creates a link to what the innermost stack's `navigationDestination(for:)` makes of a value.
  ///
  /// Outside every stack the link is disabled. A value for which there is no destination comes onto the path, and
  /// nothing is shown.
  ///
  /// - Parameters:
  ///   - value: What a tap puts on the end of the stack's path.
  ///   - label: Makes what is tapped, whose texts a host knows the link by. Runs now.
  public init<Value: Hashable>(value: Value, @ViewBuilder label: () -> Label) {
    self.label = label()
    destination = nil
    self.value = AnyHashable(value)
  }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// Creates a link to what the innermost stack makes of a value, with a title.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - value: What a tap puts on the end of the stack's path.
  public init<S: StringProtocol, Value: Hashable>(_ title: S, value: Value) {
    self.init(value: value) { Text(title) }
  }
}

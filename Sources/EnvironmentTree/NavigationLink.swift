/// Goes to a destination when it is tapped.
public struct NavigationLink<Label: View, Destination: View>: View, LibraryView {
  private let label: Label
  private let destination: Destination?
  private let value: AnyHashable?
  @State private var isActive = false
  @Environment(\.navigation) private var navigation

  /// Creates a link to a view, which is in the environment of the link.
  public init(
    @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.destination = destination()
    value = nil
  }

  /// Creates a link to a view.
  public init(destination: Destination, @ViewBuilder label: () -> Label) {
    self.init(destination: { destination }, label: label)
  }

  /// What is tapped, and the destination once it has been.
  public var body: some View {
    Button(action: follow) { label }
      .navigationDestination(isPresented: $isActive) { destination }
  }

  private func follow() {
    guard let value else {
      isActive = true
      return
    }
    guard let navigation else {
      return reportFault("A NavigationLink to \(value) was tapped outside every NavigationStack")
    }
    navigation.path.set(navigation.path.get() + [value])
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link to a view, with a title.
  public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {
    self.init(destination: destination) { Text(title) }
  }

  /// Creates a link to a view, with a title.
  public init<S: StringProtocol>(_ title: S, destination: Destination) {
    self.init(title) { destination }
  }
}

extension NavigationLink where Destination == Never {
  /// Creates a link to what the innermost stack's `navigationDestination(for:)` makes of a value.
  public init<Value: Hashable>(value: Value, @ViewBuilder label: () -> Label) {
    self.label = label()
    destination = nil
    self.value = AnyHashable(value)
  }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// Creates a link to what the innermost stack makes of a value, with a title.
  public init<S: StringProtocol, Value: Hashable>(_ title: S, value: Value) {
    self.init(value: value) { Text(title) }
  }
}

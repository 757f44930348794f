public import EnvironmentTree

/// Makes a model from the environment's services, once, and shows it.
///
/// The counterpart of ``InjectedScreen``: the model and the view are the same. A service that has a
/// store of its own is a model too.
public struct EnvironmentScreen<Model, Content: View>: View {
  @Environment(\.serviceSnapshot) private var snapshot
  @State private var holder = Holder()
  private let make: @MainActor (EnvironmentValues) -> Model
  private let content: @MainActor (Model) -> Content

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - make: Makes the model, when the screen comes into a tree.
  ///   - content: Makes what is shown.
  public init(
    _ make: @escaping @MainActor (EnvironmentValues) -> Model,
    @ViewBuilder content: @escaping @MainActor (Model) -> Content
  ) {
    self.make = make
    self.content = content
  }

  /// What is shown of the model.
  public var body: some View {
    content(holder.model { make(snapshot.values) })
  }

  private final class Holder {
    private var made: Model?

    func model(_ make: () -> Model) -> Model {
      if let made { return made }
      let model = make()
      made = model
      return model
    }
  }
}

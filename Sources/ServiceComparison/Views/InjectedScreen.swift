public import EnvironmentTree
public import Injection
internal import InjectionTree

/// Makes a model from the container's services, once, inside the tree's values, and shows it.
///
/// The counterpart of ``EnvironmentScreen``: the model and the view are the same. A service that has
/// a store of its own is a model too.
public struct InjectedScreen<Model, Content: View>: View {
  @InjectedModel private var held: Held
  private let content: @MainActor (Model) -> Content

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - make: Makes the model, when the screen comes into a tree.
  ///   - content: Makes what is shown.
  public init(
    _ make: @escaping @MainActor (InjectedValues) -> Model,
    @ViewBuilder content: @escaping @MainActor (Model) -> Content
  ) {
    _held = InjectedModel({ Held(model: make(InjectedValues.current)) })
    self.content = content
  }

  /// What is shown of the model.
  public var body: some View { content(held.model) }

  private final class Held {
    let model: Model

    init(model: Model) {
      self.model = model
    }
  }
}

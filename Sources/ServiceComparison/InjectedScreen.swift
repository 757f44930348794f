public import EnvironmentTree
public import Injection
internal import InjectionTree

/// Makes a model from the container's services, once, inside the tree's values, and shows it.
///
/// The counterpart of ``EnvironmentScreen``: the model and the view are the same.
public struct InjectedScreen<Model: AnyObject, Content: View>: View {
  @InjectedModel private var model: Model
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
    _model = InjectedModel({ make(InjectedValues.current) })
    self.content = content
  }

  /// What is shown of the model.
  public var body: some View { content(model) }
}

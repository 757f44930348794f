#if !INJECTION_UI || canImport(SwiftUI)
  import Injection

  #if INJECTION_UI
    public import SwiftUI
    #if canImport(Combine)
      import Combine
    #endif
  #else
    public import EnvironmentTree
  #endif

  /// A model of a view that is made inside the tree's services, or by a view above.
  ///
  /// ```swift
  /// struct ProfileView: View {
  ///   @InjectedModel({ ProfileModel() }) private var model
  /// }
  /// ```
  ///
  /// The closure runs when the view comes into the tree, in a scope with the tree's services, so that
  /// `@Injected` properties of the model capture them. The model is kept as long as the view is there,
  /// with the services that it was made with: later changes of the tree's services do not reach it. It may
  /// be of any class; whether and how views observe it is up to the class.
  @propertyWrapper public struct InjectedModel<Model: AnyObject>: DynamicProperty {
    // An object that no view observes. The initial value of a `@State` would be shared by all places of a view.
    @StateObject private var kept = ModelHolder<Model>()
    /// The holder of the view's place in the tree, as of the last evaluation; nil outside a tree.
    private var holder: ModelHolder<Model>?
    private let services = InjectedEnvironment(\.self)
    private let inherited = Environment<Model?>(\.[InjectedModelName<Model>()])
    private let maker: ModelMaker<Model>

    /// Creates a wrapper that makes a model.
    ///
    /// - Parameter make: Makes the model, once, on the main actor.
    public init(_ make: @escaping () -> Model) {
      maker = ModelMaker(make: make)
    }

    /// Creates a wrapper that reads the model which `injectedModel { }` on a view above has made.
    ///
    /// A read traps where there is none.
    public init() {
      maker = ModelMaker(make: nil)
    }

    /// The model.
    public var wrappedValue: Model {
      if maker.make == nil {
        guard let model = inherited.wrappedValue else {
          fatalError(
            """
            No model of type \(Model.self) was made above. Put .injectedModel { \(Model.self)(…) } on \
            a view above the one that reads it.
            """)
        }
        return model
      }
      guard let model = holder?.model else {
        fatalError("The model of type \(Model.self) was read before its view was in a tree.")
      }
      return model
    }

    /// Makes the model, if this wrapper has a closure to make it and has not made it yet.
    public mutating func update() {
      guard let make = maker.make else { return }
      nonisolated(unsafe) let own = self
      let holder = MainActor.assumeIsolated { own.kept }
      self.holder = holder
      if holder.model != nil { return }
      let services = services.values
      holder.services = services
      #if INJECTION_UI
        holder.model = services.run { make() }
      #else
        holder.model = services.run { makeUnread(make) }
      #endif
    }
  }

  /// The closure that makes a model, if any; as it runs once, another closure is no reason for an evaluation.
  private struct ModelMaker<Model: AnyObject>: Equatable {
    let make: (() -> Model)?

    static func == (first: ModelMaker, second: ModelMaker) -> Bool {
      (first.make == nil) == (second.make == nil)
    }
  }

  /// What keeps a model, and is kept by a view's place in the tree.
  private final class ModelHolder<Model: AnyObject>: ObservableObject, @unchecked Sendable {
    // Unchecked: a tree prepares views, and evaluates them, on the main actor.
    var model: Model?
    /// The values that the model was made in.
    ///
    /// They keep the services that were built in them as long as the model, also where the tree has set its
    /// services anew.
    var services: InjectedValues?
  }

  /// Names a class of model in a key path.
  struct InjectedModelName<Model: AnyObject>: Hashable {}

  extension EnvironmentValues {
    /// The model of a class that a view above has made.
    subscript<Model: AnyObject>(name: InjectedModelName<Model>) -> Model? {
      get { self[InjectedModelKey<Model>.self] }
      set { self[InjectedModelKey<Model>.self] = newValue }
    }
  }

  private enum InjectedModelKey<Model: AnyObject>: EnvironmentKey {
    static var defaultValue: Model? { nil }
  }
#endif

#if !INJECTION_UI || canImport(SwiftUI)
  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  extension View {
    /// Makes a model inside the tree's services, for this view and all below it.
    ///
    /// ```swift
    /// ProfileView()
    ///   .injectedModel { ProfileModel() }
    ///   .injectedValues { $0.userService = .mock }
    /// ```
    ///
    /// The views below read it with `@InjectedModel var model: ProfileModel`. The model is made when this view
    /// comes into the tree, and kept as long as the view is there, with the services that it was made with.
    ///
    /// - Parameter make: Makes the model, once, on the main actor.
    /// - Returns: This view, with the model.
    public func injectedModel<Model: AnyObject>(_ make: @escaping () -> Model) -> some View {
      modifier(InjectedModelModifier(make))
    }
  }

  struct InjectedModelModifier<Model: AnyObject>: ViewModifier {
    @InjectedModel private var model: Model

    init(_ make: @escaping () -> Model) {
      _model = InjectedModel(make)
    }

    func body(content: Content) -> some View {
      content.environment(\.[InjectedModelName<Model>()], model)
    }
  }

  #if !INJECTION_UI
    extension InjectedModelModifier: LibraryView {}
  #endif
#endif

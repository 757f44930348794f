#if !INJECTION_UI || canImport(SwiftUI)
  public import Injection

  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  extension PreviewTrait where T == Preview.ViewTraits {
    /// Previews a view with preview values, and with these services.
    ///
    /// ```swift
    /// #Preview(traits: .injectedValues { $0.userService = .mock }) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - update: Changes the values, whose context is `.preview`.
    ///   - fileID: The file that overrides, for messages.
    ///   - line: The line that overrides, for messages.
    /// - Returns: A trait for a preview.
    @MainActor public static func injectedValues(
      _ update: @escaping (inout InjectedValues) -> Void = { _ in },
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> PreviewTrait<Preview.ViewTraits> {
      .modifier(InjectedPreviewModifier(update: update, fileID: fileID, line: line))
    }
  }

  struct InjectedPreviewModifier: PreviewModifier {
    let update: (inout InjectedValues) -> Void
    let fileID: StaticString
    let line: UInt

    func body(content: Content, context: Void) -> some View {
      content.injectedValues(
        {
          $0.context = .preview
          update(&$0)
        }, fileID: fileID, line: line)
    }
  }

  #if !INJECTION_UI
    extension InjectedPreviewModifier: ImmediatePreviewModifier {
      static var immediateContext: Void { () }
    }
  #endif
#endif

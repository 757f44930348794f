/// What a canvas shows of a view.
public struct Preview {
  /// Names the traits of a view's preview.
  public enum ViewTraits {}
}

/// A setting of a preview.
public struct PreviewTrait<T> {}

/// Wraps the views of previews that share what is made once.
@MainActor @preconcurrency public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  typealias Content = PreviewModifierContent
  @MainActor @preconcurrency static func makeSharedContext() async throws -> Self.Context
  @ViewBuilder @MainActor @preconcurrency func body(content: Content, context: Context) -> Body
}

extension PreviewModifier where Context == Void {
  /// Makes nothing, where previews share nothing.
  @MainActor @preconcurrency public static func makeSharedContext() async throws {}
}

/// The view that a preview modifier wraps.
public struct PreviewModifierContent: View {
  /// Ends the recursion: nothing asks a primitive for its body.
  public var body: Never { fatalError() }
}

extension PreviewTrait where T == Preview.ViewTraits {
  /// Makes a trait that wraps a preview's view.
  @MainActor @preconcurrency public static func modifier(
    _ modifier: some PreviewModifier
  ) -> PreviewTrait<Preview.ViewTraits> { .init() }
}

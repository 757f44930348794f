public struct Preview {
  public enum ViewTraits {}
}

public struct PreviewTrait<T> {}

@MainActor @preconcurrency public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  typealias Content = PreviewModifierContent
  @MainActor @preconcurrency static func makeSharedContext() async throws -> Self.Context
  @ViewBuilder @MainActor @preconcurrency func body(content: Content, context: Context) -> Body
}

extension PreviewModifier where Context == Void {
  @MainActor @preconcurrency public static func makeSharedContext() async throws {}
}

public struct PreviewModifierContent: View {
  public var body: Never { fatalError() }
}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor @preconcurrency public static func modifier(
    _ modifier: some PreviewModifier
  ) -> PreviewTrait<Preview.ViewTraits> { .init() }
}

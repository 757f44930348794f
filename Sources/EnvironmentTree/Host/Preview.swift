/// A view to preview, with what its traits put around it: what `#Preview` makes in SwiftUI.
@MainActor public struct Preview {
  /// What traits of views describe.
  public enum ViewTraits {}

  /// The name.
  public let name: String?
  let view: AnyView

  /// Creates a preview.
  ///
  /// - Parameters:
  ///   - name: The name, which changes nothing.
  ///   - traits: What to put around the view, the first innermost.
  ///   - body: Makes the view.
  public init<Content: View>(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: () -> Content
  ) {
    self.name = name
    view = traits.reduce(AnyView(body())) { $1.apply($0) }
  }
}

/// Something to put around a preview.
@MainActor public struct PreviewTrait<T> {
  let apply: @MainActor (AnyView) -> AnyView
}

extension PreviewTrait where T == Preview.ViewTraits {
  /// Makes a trait that applies a modifier, once its context has been made.
  ///
  /// The context is made when the preview comes into the tree; until then nothing is shown. It is
  /// made for each preview that does: SwiftUI makes one for all. A modifier whose context is `Void` is
  /// asked too: it may have something to prepare.
  ///
  /// - Parameter modifier: What to apply.
  /// - Returns: A trait for a preview.
  public static func modifier<Modifier: PreviewModifier>(_ modifier: Modifier) -> Self {
    PreviewTrait { AnyView(PreviewModifierView(modifier: modifier, content: $0)) }
  }
}

/// Puts something around previews.
@MainActor @preconcurrency public protocol PreviewModifier {
  /// What the modifier needs, made before it is applied.
  associatedtype Context = Void
  /// The view that the modifier makes.
  associatedtype Body: View
  /// The preview, as the body sees it.
  typealias Content = PreviewModifierContent

  /// Makes what the modifier needs: SwiftUI once for all previews, this tree once for each.
  ///
  /// - Returns: The context.
  /// - Throws: Where it cannot be made. The preview then shows the error in place of the view.
  static func makeSharedContext() async throws -> Context

  /// Makes the view.
  ///
  /// - Parameters:
  ///   - content: The preview.
  ///   - context: What ``makeSharedContext()`` has made.
  /// - Returns: The view in the place of the preview.
  @ViewBuilder func body(content: Content, context: Context) -> Body
}

extension PreviewModifier where Context == Void {
  /// Makes nothing.
  public static func makeSharedContext() async throws {}
}

/// A preview that a modifier is applied to.
public struct PreviewModifierContent: View {
  let view: AnyView
  /// The preview.
  public var body: some View { view }
}

/// A modifier of this package's whose context is there at once, with nothing to wait for.
package protocol ImmediatePreviewModifier: PreviewModifier {
  /// The context, in place of the one that `makeSharedContext()` makes.
  static var immediateContext: Context { get }
}

struct PreviewModifierView<Modifier: PreviewModifier>: View, LibraryView {
  let modifier: Modifier
  let content: AnyView
  @State private var context: Modifier.Context?
  @State private var error: String?

  private var immediateContext: Modifier.Context? {
    (Modifier.self as? any ImmediatePreviewModifier.Type)?.immediateContext as? Modifier.Context
  }

  var body: some View {
    if let context = context ?? immediateContext {
      modifier.body(content: PreviewModifierContent(view: content), context: context)
    } else if let error {
      Text("The preview's context could not be made: \(error)")
    } else {
      // Not an empty view, which does not appear.
      Spacer().task {
        do {
          context = try await Modifier.makeSharedContext()
        } catch {
          self.error = "\(error)"
        }
      }
    }
  }
}

public import Foundation

extension View {
  /// Puts views in front of this one, in the environment of this view.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  /// - Returns: This view, and what is in front of it.
  public func overlay<Layer: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Layer
  ) -> some View {
    LayeredView(content: self, layer: content(), isInFront: true)
  }

  /// Puts a view in front of this one, in the environment of this view.
  ///
  /// - Parameters:
  ///   - overlay: The view.
  ///   - alignment: Ignored.
  /// - Returns: This view, and what is in front of it.
  @_disfavoredOverload
  public func overlay<Layer: View>(_ overlay: Layer, alignment: Alignment = .center) -> some View {
    LayeredView(content: self, layer: overlay, isInFront: true)
  }

  /// Puts views behind this one, in the environment of this view.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  /// - Returns: This view, and what is behind it.
  public func background<Layer: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Layer
  ) -> some View {
    LayeredView(content: self, layer: content(), isInFront: false)
  }

  /// Puts a view behind this one, in the environment of this view.
  ///
  /// - Parameters:
  ///   - background: The view.
  ///   - alignment: Ignored.
  /// - Returns: This view, and what is behind it.
  @_disfavoredOverload
  public func background<Layer: View>(
    _ background: Layer, alignment: Alignment = .center
  ) -> some View {
    LayeredView(content: self, layer: background, isInFront: false)
  }

  /// Puts views at an edge of this one, in the environment of this view.
  ///
  /// - Parameters:
  ///   - edge: Ignored: in an outline, they stand after this view.
  ///   - alignment: Ignored.
  ///   - spacing: Ignored.
  ///   - content: Makes the views. Runs now: its reads count for the body around it.
  /// - Returns: This view, and what is at its edge.
  public func safeAreaInset<Layer: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Layer
  ) -> some View {
    LayeredView(content: self, layer: content(), isInFront: true)
  }

  /// Puts a view behind a row of a list, in the environment of this view.
  ///
  /// - Parameter view: The view; nil for none.
  /// - Returns: This view, and what is behind it.
  public func listRowBackground<Layer: View>(_ view: Layer?) -> some View {
    LayeredView(content: self, layer: view, isInFront: false)
  }

  /// Shows only the parts of this view that another one covers.
  ///
  /// - Parameters:
  ///   - alignment: Ignored.
  ///   - mask: Makes the other, which is in the tree and hides nothing. Runs now.
  /// - Returns: This view, and what masks it.
  public func mask<Mask: View>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> some View {
    LayeredView(content: self, layer: mask(), isInFront: false)
  }
}

struct LayeredView<Content: View, Layer: View>: PrimitiveView {
  let content: Content
  let layer: Layer
  let isInFront: Bool

  func expand(_ node: ViewNode) -> [Element] {
    let content = Element(.position(0), .make(content))
    let layer = Element(.position(1), .make(LayerView(content: layer)))
    return isInFront ? [content, layer] : [layer, content]
  }
}

/// What is in front of a view, or behind it: no row of its own.
struct LayerView<Content: View>: PrimitiveView {
  let content: Content

  func expand(_ node: ViewNode) -> [Element] { [Element(.position(0), .make(content))] }
  func row(_ node: ViewNode) -> RowRole { .none }
}

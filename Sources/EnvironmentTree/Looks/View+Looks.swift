public import Foundation

// What a headless tree accepts, so that views compile, and ignores.

extension View {
  /// Accepts a title, and ignores it: the outline does not show it.
  ///
  /// - Parameter title: Ignored.
  /// - Returns: This view.
  public func navigationTitle<S: StringProtocol>(_ title: S) -> Self { self }

  /// Accepts how a title is shown, and ignores it.
  ///
  /// - Parameter mode: Ignored.
  /// - Returns: This view.
  public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> Self {
    self
  }

  /// Accepts a font, and ignores it.
  ///
  /// - Parameter font: Ignored.
  /// - Returns: This view.
  public func font(_ font: Font?) -> Self { self }

  /// Accepts a weight, and ignores it.
  ///
  /// - Parameter weight: Ignored.
  /// - Returns: This view.
  public func fontWeight(_ weight: Font.Weight?) -> Self { self }

  /// Accepts a weight, and ignores it.
  ///
  /// - Returns: This view.
  public func bold() -> Self { self }

  /// Accepts a colour, and ignores it.
  ///
  /// - Parameter color: Ignored.
  /// - Returns: This view.
  public func foregroundColor(_ color: Color?) -> Self { self }

  /// Accepts a colour, and ignores it.
  ///
  /// - Parameter color: Ignored. SwiftUI takes other styles as well.
  /// - Returns: This view.
  public func foregroundStyle(_ color: Color) -> Self { self }

  /// Accepts a colour, and ignores it.
  ///
  /// - Parameter color: Ignored.
  /// - Returns: This view.
  public func tint(_ color: Color?) -> Self { self }

  /// Accepts a colour, and ignores it.
  ///
  /// - Parameter color: Ignored. SwiftUI takes views and other styles as well.
  /// - Returns: This view.
  public func background(_ color: Color) -> Self { self }

  /// Accepts an opacity, and ignores it: a view that is not to be seen can be tapped.
  ///
  /// - Parameter opacity: Ignored.
  /// - Returns: This view.
  public func opacity(_ opacity: Double) -> Self { self }

  /// Accepts an animation, and ignores it: changes are seen at once.
  ///
  /// - Parameter animation: Ignored.
  /// - Returns: This view.
  public func animation(_ animation: Animation?) -> Self { self }

  /// Accepts an animation, and ignores it: changes are seen at once.
  ///
  /// - Parameters:
  ///   - animation: Ignored.
  ///   - value: Ignored.
  /// - Returns: This view.
  public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> Self { self }

  /// Accepts the name of a preview, and ignores it.
  ///
  /// - Parameter name: Ignored.
  /// - Returns: This view.
  public func previewDisplayName(_ name: String?) -> Self { self }

  /// Accepts a distance, and ignores it.
  ///
  /// - Parameter length: Ignored.
  /// - Returns: This view.
  public func padding(_ length: CGFloat? = nil) -> Self { self }

  /// Accepts a distance, and ignores it.
  ///
  /// - Parameters:
  ///   - edges: Ignored.
  ///   - length: Ignored.
  /// - Returns: This view.
  public func padding(_ edges: Edge.Set, _ length: CGFloat? = nil) -> Self { self }

  /// Accepts a size, and ignores it.
  ///
  /// - Parameters:
  ///   - width: Ignored.
  ///   - height: Ignored.
  /// - Returns: This view.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> Self { self }

  /// Accepts a size, and ignores it.
  ///
  /// - Parameters:
  ///   - maxWidth: Ignored.
  ///   - maxHeight: Ignored.
  /// - Returns: This view.
  public func frame(maxWidth: CGFloat?, maxHeight: CGFloat? = nil) -> Self { self }

  /// Accepts a radius, and ignores it.
  ///
  /// - Parameter radius: Ignored.
  /// - Returns: This view.
  public func cornerRadius(_ radius: CGFloat) -> Self { self }

  /// Accepts a number of lines, and ignores it: texts are shown whole.
  ///
  /// - Parameter number: Ignored.
  /// - Returns: This view.
  public func lineLimit(_ number: Int?) -> Self { self }

  /// Accepts a label, and ignores it: a host knows a control by its texts.
  ///
  /// - Parameter label: Ignored.
  /// - Returns: This view.
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> Self { self }

  /// Accepts an identifier, and ignores it: a host knows a control by its texts.
  ///
  /// - Parameter identifier: Ignored.
  /// - Returns: This view.
  public func accessibilityIdentifier(_ identifier: String) -> Self { self }
}

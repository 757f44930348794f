public import Foundation

// What a headless tree accepts, so that views compile, and ignores.

extension View {
  /// Accepts a title.
  public func navigationTitle<S: StringProtocol>(_ title: S) -> Self { self }

  /// Accepts how a title is shown.
  public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> Self {
    self
  }

  /// Accepts a font.
  public func font(_ font: Font?) -> Self { self }

  /// Accepts a weight.
  public func fontWeight(_ weight: Font.Weight?) -> Self { self }

  /// Accepts a weight.
  public func bold() -> Self { self }

  /// Accepts a colour.
  public func foregroundColor(_ color: Color?) -> Self { self }

  /// Accepts a colour.
  public func foregroundStyle(_ color: Color) -> Self { self }

  /// Accepts a colour.
  public func tint(_ color: Color?) -> Self { self }

  /// Accepts a colour.
  public func background(_ color: Color) -> Self { self }

  /// Accepts an opacity.
  public func opacity(_ opacity: Double) -> Self { self }

  /// Accepts an animation: changes are seen at once.
  public func animation(_ animation: Animation?) -> Self { self }

  /// Accepts an animation: changes are seen at once.
  public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> Self { self }

  /// Accepts the name of a preview.
  public func previewDisplayName(_ name: String?) -> Self { self }

  /// Accepts a distance.
  public func padding(_ length: CGFloat? = nil) -> Self { self }

  /// Accepts a distance.
  public func padding(_ edges: Edge.Set, _ length: CGFloat? = nil) -> Self { self }

  /// Accepts a size.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> Self { self }

  /// Accepts a size.
  public func frame(maxWidth: CGFloat?, maxHeight: CGFloat? = nil) -> Self { self }

  /// Accepts a radius.
  public func cornerRadius(_ radius: CGFloat) -> Self { self }

  /// Accepts a number of lines.
  public func lineLimit(_ number: Int?) -> Self { self }

  /// Accepts a label.
  public func accessibilityLabel<S: StringProtocol>(_ label: S) -> Self { self }

  /// Accepts an identifier.
  public func accessibilityIdentifier(_ identifier: String) -> Self { self }
}

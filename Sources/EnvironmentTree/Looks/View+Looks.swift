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
  /// - Parameter color: Ignored.
  /// - Returns: This view.
  public func tint(_ color: Color?) -> Self { self }

  /// Accepts distances, and ignores them.
  ///
  /// - Parameter insets: Ignored.
  /// - Returns: This view.
  public func padding(_ insets: EdgeInsets) -> Self { self }

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
  ///   - alignment: Ignored.
  /// - Returns: This view.
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> Self {
    self
  }

  /// Accepts sizes, and ignores them.
  ///
  /// - Parameters:
  ///   - minWidth: Ignored.
  ///   - idealWidth: Ignored.
  ///   - maxWidth: Ignored.
  ///   - minHeight: Ignored.
  ///   - idealHeight: Ignored.
  ///   - maxHeight: Ignored.
  ///   - alignment: Ignored.
  /// - Returns: This view.
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> Self {
    self
  }

  /// Accepts that a view has the size that it needs, and ignores it.
  ///
  /// - Parameters:
  ///   - horizontal: Ignored.
  ///   - vertical: Ignored.
  /// - Returns: This view.
  public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> Self { self }

  /// Accepts a place, and ignores it.
  ///
  /// - Parameters:
  ///   - x: Ignored.
  ///   - y: Ignored.
  /// - Returns: This view.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> Self { self }

  /// Accepts how much larger a view is drawn, and ignores it.
  ///
  /// - Parameter scale: Ignored.
  /// - Returns: This view.
  public func scaleEffect(_ scale: CGFloat) -> Self { self }

  /// Accepts how a view gives way, and ignores it.
  ///
  /// - Parameter value: Ignored.
  /// - Returns: This view.
  public func layoutPriority(_ value: Double) -> Self { self }

  /// Accepts what is in front, and ignores it.
  ///
  /// - Parameter value: Ignored.
  /// - Returns: This view.
  public func zIndex(_ value: Double) -> Self { self }

  /// Accepts proportions, and ignores them.
  ///
  /// - Parameters:
  ///   - ratio: Ignored.
  ///   - contentMode: Ignored.
  /// - Returns: This view.
  public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> Self { self }

  /// Accepts that a view fits into its place, and ignores it.
  ///
  /// - Returns: This view.
  public func scaledToFit() -> Self { self }

  /// Accepts that a view fills its place, and ignores it.
  ///
  /// - Returns: This view.
  public func scaledToFill() -> Self { self }

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

  /// Accepts how far texts shrink, and ignores it: they are shown whole.
  ///
  /// - Parameter factor: Ignored.
  /// - Returns: This view.
  public func minimumScaleFactor(_ factor: CGFloat) -> Self { self }

  /// Accepts in which letters texts are set, and ignores it: a host knows them as they are written.
  ///
  /// - Parameter textCase: Ignored.
  /// - Returns: This view.
  public func textCase(_ textCase: Text.Case?) -> Self { self }

  /// Accepts an identifier, and ignores it: a host knows a control by its texts.
  ///
  /// - Parameter identifier: Ignored.
  /// - Returns: This view.
  public func accessibilityIdentifier(_ identifier: String) -> Self { self }
}

extension Text {
  /// In which letters a text is set.
  public enum Case: Hashable, Sendable {
    /// In large ones.
    case uppercase
    /// In small ones.
    case lowercase
  }
}

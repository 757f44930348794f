extension View {
  /// Has taps pass by this view and all below it, if `enabled` is false.
  ///
  /// A host does not find what cannot be tapped. Sheets, alerts and destinations can be, whatever
  /// presents them.
  ///
  /// - Parameter enabled: Whether the view can be tapped; true changes nothing.
  /// - Returns: This view, in that environment.
  public func allowsHitTesting(_ enabled: Bool) -> some View {
    transformEnvironment(\.canBeHit) { $0 = $0 && enabled }
  }

  /// Hides this view, which takes its room, and cannot be tapped.
  ///
  /// - Returns: This view, which an outline does not show.
  public func hidden() -> some View {
    HiddenView(content: self)
  }
}

struct HiddenView<Content: View>: PrimitiveView {
  let content: Content

  func expand(_ node: ViewNode) -> [Element] {
    [Element(.position(0), .make(content.allowsHitTesting(false)))]
  }

  func describe(_ node: ViewNode) -> Description? { Description("Hidden", lines: .none) }

  func row(_ node: ViewNode) -> RowRole { .inside }
}

extension EnvironmentValues {
  var canBeHit: Bool {
    get { self[CanBeHitKey.self] }
    set { self[CanBeHitKey.self] = newValue }
  }
}

private enum CanBeHitKey: EnvironmentKey {
  static let defaultValue = true
}

/// A title with a picture.
public struct Label<Title: View, Icon: View>: View, PrimitiveView {
  private let title: Title
  private let icon: Icon

  /// Creates a label of two views.
  ///
  /// - Parameters:
  ///   - title: Makes the title. Runs now: its reads count for the body around it.
  ///   - icon: Makes the picture. Runs now.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  func expand(_ node: ViewNode) -> [Element] {
    [Element(.position(0), .make(icon)), Element(.position(1), .make(title))]
  }

  func describe(_ node: ViewNode) -> Description? { Description("Label", .content) }
}

extension Label where Title == Text, Icon == Image {
  /// Creates a label.
  ///
  /// - Parameters:
  ///   - title: What it says.
  ///   - name: Ignored.
  public init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init {
      Text(title)
    } icon: {
      Image(systemName: name)
    }
  }

  /// Creates a label with a picture of the app's.
  ///
  /// - Parameters:
  ///   - title: What it says.
  ///   - name: Ignored.
  public init<S: StringProtocol>(_ title: S, image name: String) {
    self.init {
      Text(title)
    } icon: {
      Image(name)
    }
  }
}

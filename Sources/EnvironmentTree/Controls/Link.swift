public import Foundation

/// Opens a URL when it is tapped.
public struct Link: View, PrimitiveView {
  private let title: String
  private let destination: URL

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - title: What it says, and what a host knows it by.
  ///   - destination: What a tap gives to the `openURL` of the environment here, as that is then.
  public init<S: StringProtocol>(_ title: S, destination: URL) {
    self.title = String(title)
    self.destination = destination
  }

  func describe(_ node: ViewNode) -> Description? {
    Description(
      "Link", .text(title),
      action: .tap { [destination, scope = node.scope] in scope.values.openURL(destination) })
  }
}

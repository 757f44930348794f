/// Names the views to preview: here, a tree to build.
@MainActor @preconcurrency public protocol PreviewProvider {
  /// The previews.
  associatedtype Previews: View

  /// The previews.
  @ViewBuilder static var previews: Previews { get }
}

extension TreeHost {
  /// Mounts the views of a preview provider.
  ///
  /// - Parameter provider: The provider.
  public convenience init<Provider: PreviewProvider>(previews provider: Provider.Type) {
    self.init(provider.previews)
  }

  /// Mounts a preview.
  ///
  /// - Parameter preview: The preview.
  public convenience init(_ preview: Preview) {
    self.init(preview.view)
  }
}

/// A stored property of a view that takes part in the tree: `@State`, `@Environment`, or your own.
///
/// A struct that conforms may itself contain dynamic properties, which belong to the view's node
/// like the view's own.
public protocol DynamicProperty {
  /// Called before each evaluation of the body, after the dynamic properties inside have been
  /// updated.
  ///
  /// The body depends on the state and the environment that are read here, as if it read them; not
  /// on properties of observed models, which are to be read in the body.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing.
  public mutating func update() {}
}

/// Makes an object that a dynamic property keeps; reads of state and of the environment count for no view.
package func makeUnread<Object>(_ make: () -> Object) -> Object { Tree.unread(make) }

/// A dynamic property that the tree ties to a node.
protocol NodeProperty: DynamicProperty, Equivalent {
  /// Ties this copy of the property to a node.
  ///
  /// `storage` is what an earlier view in the same place left for the next.
  mutating func bind(to node: ViewNode, storage: inout AnyObject?, name: String)
}

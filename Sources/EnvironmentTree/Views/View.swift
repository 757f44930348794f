/// A part of a user interface: a value that says what is there now.
///
/// ```swift
/// struct Greeting: View {
///   @Environment(\.name) private var name
///   var body: some View { Text("Hello, \(name)") }
/// }
/// ```
///
/// A view is a description, made anew at each evaluation; what lasts is its node in the tree, which
/// a ``TreeHost`` keeps by position and type. Bodies run on the main actor and outside the
/// task-locals of whoever mounts or changes the tree.
@MainActor @preconcurrency public protocol View {
  /// The view that this one consists of.
  associatedtype Body: View

  /// What this view consists of.
  ///
  /// It runs again when something that it has read changes, and when the parent has made a view with
  /// other properties in its place.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// Traps: there is no value to have a body.
  public var body: Never {
    fatalError("There is no value of type Never.")
  }
}

extension View where Body == Never {
  /// Traps: the tree knows what a primitive view is, and does not ask.
  public var body: Never {
    fatalError("\(Self.self) is a primitive view: it has no body.")
  }
}

/// Finds out whether the process has another copy of this library.
///
/// An app and a framework have one each where both link it statically. A model of one copy is not
/// seen by an observer of the other.
enum Copies {
  /// Says so on standard error, once.
  static let areReported: Void = {
    guard let name = _mangledTypeName(ObservationToken.self), let first = _typeByName(name),
      first != ObservationToken.self
    else { return }
    // The runtime finds the type of the image that was loaded first.
    report(
      """
      This process has two copies of ModelObservation. An observer sees the models of its own copy \
      alone: what the other's code changes runs nobody. Link the library once, into a framework that \
      the app and its other frameworks link.
      """)
  }()
}

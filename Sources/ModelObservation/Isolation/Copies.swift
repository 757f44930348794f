/// Says where the process has another copy of this library, when the second one is loaded.
///
/// An app and a framework have one each where both link it statically. A model of one copy is not
/// seen by an observer of the other, and neither could tell: so nobody waits for a read.
@_cdecl("mo_did_load")
func reportCopies() {
  // The runtime finds the type of the image that was loaded first.
  guard let name = _mangledTypeName(ObservationToken.self), let first = _typeByName(name),
    first != ObservationToken.self
  else { return }
  report(
    """
    This process has two copies of ModelObservation. An observer sees the models of its own copy \
    alone: what the other's code changes runs nobody. Link the library once, into a framework that \
    the app and its other frameworks link.
    """)
}

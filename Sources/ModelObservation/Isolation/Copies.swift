/// Reports that the process has another copy of this library, when the second one is loaded.
///
/// An app and a framework have one each where both link it statically. An observer of one copy does
/// not see a model of the other. Neither copy could tell at a read, so this is told at the load.
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

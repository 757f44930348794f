/// The nodes of a graph, each once, in the order in which they were added.
struct ProvenanceTable: Sendable {
  var all: [Provenance] = []
  private var places: [Provenance.ID: Int] = [:]

  /// The index of a node, which is added unless it is there.
  @inline(never)
  mutating func place(of provenance: Provenance) -> Int {
    let id = provenance.id
    if let known = places[id] { return known }
    places[id] = all.count
    all.append(provenance)
    return all.count - 1
  }
}

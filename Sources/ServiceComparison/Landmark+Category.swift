extension Landmark {
  /// A kind of place; the raw value is its name on the wire.
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// What earlier peoples left: ruins and excavated sites.
    case archaeology
    /// Buildings and bridges, known for how they are built.
    case architecture
    /// Memorials and statues.
    case monument
    /// Mountains, canyons, waterfalls.
    case nature
    /// Temples, churches, mosques.
    case worship
  }
}

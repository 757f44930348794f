/// The keys that a task prepares, for who shows what reads them only as long as they are.
///
/// For the trees of views, which may be of another package.
@_spi(InjectionTree)
public final class PreparedKeys: Sendable, Hashable {
  /// What notes the keys that the task prepares, and those tasks that it starts, but for detached ones.
  @TaskLocal public static var current: PreparedKeys?

  private let keys = Guarded<[any InjectedInterfaceKey.Type]>([])

  /// Creates one without keys.
  public init() {}

  func note(_ key: any InjectedInterfaceKey.Type) { keys.withLock { $0.append(key) } }

  /// Forgets those that are not prepared in some values: they were for a scope further in.
  ///
  /// What the preparation has kept serves in values that have succeeded its own meanwhile, as what had been
  /// kept before does; but for what readers there were given another of, and what is made from that.
  ///
  /// - Parameters:
  ///   - values: The values that the preparation ran in.
  ///   - later: Those that are in their place now.
  /// - Complexity: As ``arePrepared(in:)``, and as ``InjectedValues/succeeding(_:)`` where the values differ.
  public func keepPrepared(in values: InjectedValues, for later: InjectedValues) {
    let (old, new) = ((values.enterable ?? .process).home, (later.enterable ?? .process).home)
    // What something is made from comes first, which is farther out perhaps.
    for home in Array(old.chain).reversed() where !new.holds(home.layer) {
      new.adopt(from: home, afterReads: true)
    }
    let others = keys.withLock { $0.map(\.self) }.filter { !Self.isPrepared($0, in: values) }
    // What has been noted meanwhile stays.
    keys.withLock { $0.removeAll { key in others.contains { $0 == key } } }
  }

  /// Whether a read of each finds its value in some values.
  ///
  /// That is prepared, assigned or registered, or a preview's. Builds and records nothing.
  ///
  /// - Parameter values: The values to read in.
  /// - Returns: Whether none would end the process.
  /// - Complexity: O(*n* *d*) for *n* keys and *d* scopes around.
  public func arePrepared(in values: InjectedValues) -> Bool {
    keys.withLock { $0.map(\.self) }.allSatisfy { Self.isPrepared($0, in: values) }
  }

  private static func isPrepared(
    _ key: any InjectedInterfaceKey.Type, in values: InjectedValues
  ) -> Bool {
    let home = (values.enterable ?? .process).home
    if InjectedContext.applying(at: home) == .preview { return true }
    let base = home.base(of: ObjectIdentifier(key))
    if let base, !base.link.isRenewal { return true }
    let request = Request(key, accessor: "InjectedValues.prepare")
    return Resolution.kept(request, at: home, by: base) != nil
  }

  /// Whether two are one.
  public static func == (one: PreparedKeys, other: PreparedKeys) -> Bool { one === other }

  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

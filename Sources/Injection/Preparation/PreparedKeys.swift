/// The keys that a task prepares, for views that show their readers only while the keys are prepared.
///
/// For the trees of views, which may be of another package.
@_spi(InjectionTree)
public final class PreparedKeys: Sendable, Hashable {
  /// Notes the keys that the task, or a task that it starts, prepares; detached tasks do not inherit it.
  @TaskLocal public static var current: PreparedKeys?

  private let keys = Guarded<[any InjectedInterfaceKey.Type]>([])

  /// Creates one without keys.
  public init() {}

  func note(_ key: any InjectedInterfaceKey.Type) { keys.withLock { $0.append(key) } }

  /// Forgets the keys that are not prepared in the earlier values: they were for a scope further in.
  ///
  /// An instance that was kept, by the preparation or before, serves in the later values as well, if they have
  /// succeeded the earlier ones; unless readers there were given another instance in place of it, or of one
  /// that it was made from.
  ///
  /// - Parameters:
  ///   - values: The values that the preparation ran in.
  ///   - later: The values in their place now.
  /// - Complexity: As ``arePrepared(in:)``, and as ``InjectedValues/succeeding(_:)`` where the values differ.
  public func keepPrepared(in values: InjectedValues, for later: InjectedValues) {
    let (old, new) = ((values.enterable ?? .process).home, (later.enterable ?? .process).home)
    // Outer homes first: an instance may be made from those that are kept further out.
    for home in Array(old.chain).reversed() where !new.holds(home.layer) {
      new.adopt(from: home, afterReads: true)
    }
    let others = keys.withLock { $0.map(\.self) }.filter { !Self.isPrepared($0, in: values) }
    // Keys that were noted meanwhile stay.
    keys.withLock { $0.removeAll { key in others.contains { $0 == key } } }
  }

  /// Whether a read of each key finds its value in some values.
  ///
  /// The value is prepared, assigned or registered, or a preview's. Builds and records nothing.
  ///
  /// - Parameter values: The values to read in.
  /// - Returns: Whether no such read would end the process.
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

  /// Whether two are the same object.
  public static func == (one: PreparedKeys, other: PreparedKeys) -> Bool { one === other }

  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The keys that a task prepares, for who shows what reads them only as long as they are.
///
/// For the trees of views, which may be of another package.
@_spi(InjectionTree)
public final class PreparedKeys: Sendable, Hashable {
  /// What notes the keys that the task prepares, and those tasks that it starts, but for detached ones.
  @TaskLocal public static var current: PreparedKeys?

  private let keys = Guarded<[any InjectedInterfaceKey.Type]>([])
  /// Where the preparation has failed.
  private let failure = Guarded<Home?>(nil)

  /// Creates one without keys.
  public init() {}

  func note(_ key: any InjectedInterfaceKey.Type) { keys.withLock { $0.append(key) } }

  /// Forgets those that are not prepared in some values: they were for a scope further in.
  ///
  /// - Parameter values: The values that the preparation ran in.
  /// - Complexity: As ``isUpToDate(in:)``.
  public func keepPrepared(in values: InjectedValues) {
    let kept = keys.withLock { $0.map(\.self) }.filter { Self.isPrepared($0, in: values) }
    keys.withLock { $0 = kept }
  }

  /// Notes that the preparation has failed: in other values it may not.
  ///
  /// - Parameter values: The values that the preparation ran in.
  public func fail(in values: InjectedValues) {
    let home = Self.home(of: values)
    failure.withLock { $0 = home }
  }

  /// Whether what has come of the preparation is right for some values.
  ///
  /// That is where a read of each key finds its value: prepared, assigned or registered, or a preview's;
  /// after a failure, where they are the values that it failed in. Builds and records nothing.
  ///
  /// - Parameter values: The values to read in.
  /// - Returns: Whether no read would end the process, or another preparation fail alike.
  /// - Complexity: O(*n* *d*) for *n* keys and *d* scopes around.
  public func isUpToDate(in values: InjectedValues) -> Bool {
    if let failed = failure.withLock({ $0 }) { return failed === Self.home(of: values) }
    return keys.withLock { $0.map(\.self) }.allSatisfy { Self.isPrepared($0, in: values) }
  }

  private static func home(of values: InjectedValues) -> Home {
    (values.enterable ?? .process).home
  }

  private static func isPrepared(
    _ key: any InjectedInterfaceKey.Type, in values: InjectedValues
  ) -> Bool {
    let home = home(of: values)
    if InjectedContext.applying(at: home) == .preview { return true }
    let base = home.base(of: ObjectIdentifier(key))
    if let base, !base.link.isRenewal { return true }
    let request = Request(key, accessor: "InjectedValues.prepare")
    return Resolution(request: request, home: home, build: nil, watch: nil)
      .kept(by: base?.link as? Recipe, at: base?.distance ?? .max) != nil
  }

  /// Whether two are one.
  public static func == (one: PreparedKeys, other: PreparedKeys) -> Bool { one === other }

  /// Hashes its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

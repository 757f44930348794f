/// The services that a task sees: a scope, and everything that it inherits.
///
/// Extend it with one computed property for each key:
///
/// ```swift
/// extension InjectedValues {
///   var userService: any UserService {
///     get { self[UserServiceKey.self] }
///     set { self[UserServiceKey.self] = newValue }
///   }
/// }
/// ```
///
/// A value is a view of one scope, not a dictionary: copying it copies two references. Assigning
/// to a copy makes a new scope on top of the one it was copied from, which only
/// `run` enters. Use `@Injected` or ``injected(_:)`` to read the current
/// task's values, and `withInjectedValues` to override them.
///
/// A captured value (``current``) holds the scope's overrides strongly and what was built in it
/// weakly. Inside an accessor, `self` also keeps the running scope alive: return values from
/// accessors, not closures that capture `self`.
public struct InjectedValues: Sendable {
  /// The running scope of the reader, or what an update has assigned on top of it.
  @usableFromInline var reader: ScopeNode?
  /// The scope that the reader's owner was created in, where that is another one.
  @usableFromInline var owner: CapturedScope?
  /// Where a scope is being made, and whether it has begun, so that what is assigned next belongs to
  /// the same scope; `nil` where nothing is being made.
  @usableFromInline var place: SourcePlace?

  @inlinable
  init(reader: ScopeNode?, owner: CapturedScope?) {
    self.reader = reader
    self.owner = owner
    self.place = nil
  }

  /// Creates the values that an update assigns to, for a scope made at `place`.
  ///
  /// Where the scope has begun with `reader` already, `continuing` says so.
  @inlinable
  init(updating reader: ScopeNode?, at place: SourcePlace, continuing: Bool = false) {
    self.reader = reader
    self.owner = nil
    var place = place
    place.isContinued = continuing
    self.place = place
  }

  /// Reads or overrides the value of a key.
  ///
  /// A read resolves the key: the scopes of the task from the innermost outward, then the scope that
  /// the wrapper's owner was created in, then what was prepared at launch, then the key's default.
  /// An assignment makes a new scope, as described at ``InjectedValues``.
  ///
  /// A live default that does not exist and a cycle of defaults end the process with a message that
  /// names the key, the accessor and the scopes.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - accessor: The property that reads it, for messages.
  /// - Complexity: O(1), but O(log *d*) in the depth *d* of scopes where the owner was created in
  ///   another one. The first read of a key in a scope walks outward, and builds the default if
  ///   nobody has; so does the first for each such owner's scope.
  public subscript<Key: InjectedInterfaceKey>(
    key: Key.Type, accessor accessor: StaticString = #function
  ) -> Key.Value {
    @inlinable @inline(__always)
    get {
      if let entry = readyEntry(ObjectIdentifier(key)) {
        return entry._withUnsafeGuaranteedRef { $0.value(as: Key.Value.self) }
      }
      return resolvedValue(key, accessor: accessor)
    }
    @inlinable
    set { assign(newValue, to: key) }
  }

  /// The context whose defaults the keys give: detected, unless a scope overrides it.
  ///
  /// Inherited as every override is. A scope that changes it has defaults of its own.
  public var context: InjectedContext {
    get { entry(for: .context).value(as: InjectedContext.self) }
    set { assign(newValue, to: ContextKey.self) }
  }

  /// The values of the scope that the caller runs in, to be captured and carried elsewhere.
  ///
  /// Task-locals reach `Task {}`, `async let` and task groups by themselves. They do not reach
  /// `Task.detached`, dispatch queues, threads and callbacks: capture this outside and `run` it
  /// inside. It does not follow later scopes of the task.
  public static var current: InjectedValues {
    InjectedValues(reader: nil, owner: .ofCaller)
  }
}

extension InjectedValues {
  @inlinable
  func readyEntry(_ key: ObjectIdentifier) -> Unmanaged<Entry>? {
    owner == nil ? entryAtHand(of: key, in: reader.map { .passUnretained($0) }) : nil
  }

  /// The value where something has to be walked or built; apart, so that the fast path stays short.
  @inlinable @inline(never)
  func resolvedValue<Key: InjectedInterfaceKey>(
    _ key: Key.Type, accessor: StaticString
  ) -> Key.Value {
    resolve(key, accessor: accessor).value(as: Key.Value.self)
  }

  @usableFromInline
  func resolve(_ key: any InjectedInterfaceKey.Type, accessor: StaticString) -> Entry {
    entry(for: Request(key, accessor: accessor))
  }

  /// What gives the value that a read asks for.
  func entry(for request: Request) -> Entry {
    if let probe = owner?.node as? AccessorProbe { return probe.entry(for: request) }
    guard let owner, let created = owner.resolvable() else {
      return resolve(request, in: reader ?? OpenScopes.world(for: request))
    }
    guard let reader else {
      let ready = withExtendedLifetime(created) {
        entryAtHand(of: request.keyID, in: .passUnretained(created))?.takeUnretainedValue()
      }
      return ready ?? resolve(request, in: created)
    }
    return withExtendedLifetime(created) {
      if let known = reader.given(request.keyID, throughOwnerIn: created) { return known }
      // Asked before: a build that ends meanwhile changes what the chain is.
      let isFixed = !reader.isInBuild && !created.isInBuild
      let found = resolve(request, for: reader, ownedIn: created)
      if isFixed { reader.remember(found, for: request.keyID, throughOwnerIn: created) }
      return found
    }
  }

  /// Rule 1: the override nearest the reader wins, unless its scope is, or encloses, the scope that
  /// the owner was created in; then the owner's nearest wins.
  private func resolve(
    _ request: Request, for reader: ScopeNode, ownedIn created: ScopeNode
  ) -> Entry {
    if let nearest = reader.nearest(request.keyID), !nearest.encloses(created) {
      if nearest.tag == Entry.Tag.override { return resolve(request, in: reader) }
    } else if let nearest = created.nearest(request.keyID), nearest.tag == Entry.Tag.override {
      return resolve(request, in: created, observer: reader)
    }
    return resolve(request, in: Scopes.graft(reader, on: created), observer: reader)
  }

  /// Resolves a read, and holds the chains meanwhile.
  private func resolve(
    _ request: Request, in reader: ScopeNode?, observer: ScopeNode? = nil
  ) -> Entry {
    let isUpdate = owner == nil && place != nil
    return withExtendedLifetime((reader, observer)) {
      Resolution(request, in: reader, observer: observer, isUpdate: isUpdate).entry()
    }
  }

  /// Puts an override on top, as ``push(_:)`` does for other nodes: without a closure, so that the
  /// value is moved into the node.
  @inlinable
  mutating func assign<Value: Sendable>(
    _ value: consuming Value, to key: any (Any & SendableMetatype).Type
  ) {
    guard let place, !place.isDetached else { return assignCaptured(value, to: key) }
    settle(OverrideNode(value, key: key, outer: takeReader(), place: place))
  }

  @inlinable @inline(never)
  mutating func assignCaptured<Value: Sendable>(
    _ value: Value, to key: any (Any & SendableMetatype).Type
  ) {
    pushCaptured { OverrideNode(value, key: key, outer: $0, place: $1, captured: $2) }
  }

  /// Puts a node on top: on the running chain in an update, else on a captured copy.
  mutating func push(_ make: Maker) {
    guard let place, !place.isDetached else { return pushCaptured(make) }
    settle(make(takeReader(), place, false))
  }

  /// Takes the reader out, to be moved into the node on top of it and not counted anew.
  @inlinable
  mutating func takeReader() -> ScopeNode? {
    var taken: ScopeNode?
    swap(&taken, &reader)
    return taken
  }

  /// Lets a node be the reader, on which what is assigned next belongs to the same scope.
  @inlinable
  mutating func settle(_ node: ScopeNode) {
    reader = node.isRecorded ? Scopes.covered(node) : node
    place?.isContinued = true
  }

  @usableFromInline
  mutating func pushCaptured(_ make: Maker) {
    let base = reader.map(CapturedScope.capturing) ?? owner
    let outer = base?.settledNode
    var place = place ?? outer?.place ?? SourcePlace("InjectedValues", 0)
    if self.place == nil { place.isContinued = false }
    owner = .detached(make(outer, place, true))
    reader = nil
    place.isContinued = true
    place.isDetached = true
    self.place = place
  }

  /// Makes a node on an outer one.
  ///
  /// Takes the place that makes the scope, which is continued where the scope has begun with the
  /// outer node, and whether the node is captured.
  @usableFromInline
  typealias Maker = (
    _ outer: consuming ScopeNode?, _ place: SourcePlace, _ isCaptured: Bool
  ) -> ScopeNode
}

extension Entry {
  /// The value of an override or a kept instance.
  @inlinable
  func value<Value>(as type: Value.Type) -> Value {
    tag == Tag.override
      ? unsafeDowncast(self, to: OverrideNode<Value>.self).value
      : unsafeDowncast(self, to: ValueInstance<Value>.self).value
  }
}

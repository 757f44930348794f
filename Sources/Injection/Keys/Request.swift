/// What a read asks for, without the type of its value.
///
/// A read that the fast path cannot answer is resolved without that type: code that is generic over
/// it, and not specialised, asks the runtime for metadata at each step. The type is known again where
/// a value is made, and where the caller takes it out of its ``Entry``.
struct Request: Sendable {
  /// What makes the values of the key.
  enum Source: Sendable {
    case key(any InjectedInterfaceKey.Type)
    case mainActorKey(any MainActorInjectedKey.Type)
  }

  let key: any (Any & SendableMetatype).Type
  let accessor: StaticString
  let lifetime: InjectedLifetime
  let source: Source
  /// Whether it asks for one element of a collection, which has no default.
  var isElement = false

  var keyID: ObjectIdentifier { ObjectIdentifier(key) }

  /// Whether the default is built and kept; the context's is a constant.
  var isBuilt: Bool { key != ContextKey.self }

  /// Whether values are in boxes of the main actor's.
  var isOfMainActor: Bool { if case .mainActorKey = source { true } else { false } }
}

extension Request {
  init(_ key: any InjectedInterfaceKey.Type, accessor: StaticString) {
    self.init(key: key, accessor: accessor, lifetime: key.lifetime, source: .key(key))
  }

  init(_ key: any MainActorInjectedKey.Type, accessor: StaticString) {
    self.init(key: key, accessor: accessor, lifetime: key.lifetime, source: .mainActorKey(key))
  }

  var ofElement: Request {
    Request(key: key, accessor: accessor, lifetime: lifetime, source: source, isElement: true)
  }

  var valueType: any Any.Type {
    switch source {
    case .key(let key): key.valueType
    case .mainActorKey(let key): key.boxType
    }
  }

  func makeDefault(_ context: InjectedContext) -> Instance {
    switch source {
    case .key(let key): return key.makeDefault(context, accessor: accessor)
    case .mainActorKey(let key):
      // The key is read, and so built, on the main actor alone.
      return MainActor.assumeIsolated { key.makeDefault(context) }
    }
  }

  /// Makes a value for a dry read in a scope, if a read would find none.
  func makeStandIn(where scope: Scope?) -> Instance? {
    let home = (scope ?? .process).home
    let base = home.base(of: keyID)
    guard case .key(let key) = source, !key._hasLiveValue || key._isMadeByPreparing,
      InjectedContext.applying(at: home) == .live, base?.link.isRenewal ?? true
    else { return nil }
    return Resolution.kept(self, at: home, by: base) == nil ? makeDefault(.test) : nil
  }

  /// The maker of the value that a verification goes on with where there is none.
  var makeStandIn: (() -> Instance)? {
    guard !isElement, case .key = source else { return nil }
    return { makeDefault(.test) }
  }
}

extension InjectedInterfaceKey {
  static var valueType: any Any.Type { Value.self }

  fileprivate static func makeDefault(
    _ context: InjectedContext, accessor: StaticString
  ) -> Instance {
    switch context {
    case .live: BuiltValue(makeLive(accessor: accessor))
    case .preview: BuiltValue(previewValue)
    case .test: BuiltValue(testValue)
    }
  }

  private static func makeLive(accessor: StaticString) -> Value {
    if _isMadeByPreparing {
      if let verification = Verification.current {
        return verification.standIn(forPrepared: Self.self)
      }
      IssueReporter.notPrepared(Self.self, accessor: accessor)
    }
    if _hasLiveValue { return _makeLiveValue() }
    if let build = Scope.bound?.build, build.isForUpdate {
      // The update may want only a part of the value: the interface's preview value will do, and is not kept.
      build.noteTentative()
      return previewValue
    }
    if let verification = Verification.current {
      verification.noteMissing(Self.self, accessor: accessor)
      return verification.standIn { testValue }
    }
    IssueReporter.missingLiveValue(Self.self, accessor: accessor)
  }
}

extension MainActorInjectedKey {
  fileprivate static var boxType: any Any.Type { MainActorBox<Value>.self }

  @MainActor
  fileprivate static func makeDefault(_ context: InjectedContext) -> Instance {
    switch context {
    case .live: BuiltValue(MainActorBox(liveValue))
    case .preview: BuiltValue(MainActorBox(previewValue))
    case .test: BuiltValue(MainActorBox(testValue))
    }
  }
}

/// The key of the context, which every default reads.
enum ContextKey: InjectedKey {
  static var liveValue: InjectedContext { .detected }
}

/// The key that a session overrides, and that every value of a session reads.
enum SessionKey {}

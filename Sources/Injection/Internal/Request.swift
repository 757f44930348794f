/// What a read asks for.
struct Request<Value>: Sendable {
  let key: any (Any & SendableMetatype).Type
  let accessor: StaticString
  let lifetime: InjectedLifetime
  /// Whether the default is built and kept; the context's is a constant.
  var isBuilt = true
  /// Makes the default of a context, or says that there is none.
  let makeDefault: @Sendable (InjectedContext, StaticString) -> Value
  /// Makes a value that a verification goes on with where there is none.
  var makeStandIn: (@Sendable () -> Value)?

  var keyID: ObjectIdentifier { ObjectIdentifier(key) }
}

extension Request {
  /// A read of a key through an accessor.
  static func value<Key: InjectedInterfaceKey>(
    of key: Key.Type, accessor: StaticString
  ) -> Request where Value == Key.Value {
    Request(
      key: key, accessor: accessor, lifetime: key.lifetime,
      makeDefault: { context, accessor in
        switch context {
        case .live:
          if let make = key._makeLiveValue { return make() }
          if let verification = Verification.current {
            if key._isMadeByPreparing { return verification.standIn { key.previewValue } }
            verification.noteMissing(key, accessor: accessor)
            return verification.standIn { key.previewValue }
          }
          if key._isMadeByPreparing { IssueReporter.notPrepared(key, accessor: accessor) }
          IssueReporter.missingLiveValue(key, accessor: accessor)
        case .preview: return key.previewValue
        case .test: return key.testValue
        }
      },
      makeStandIn: { key.previewValue })
  }
}

/// The key that stands for the context, which every default reads.
enum ContextKey {}

extension Request<InjectedContext> {
  /// A read of the context: what a scope says, else what was detected.
  static var context: Request {
    Request(key: ContextKey.self, accessor: "context", lifetime: .cached, isBuilt: false) {
      _, _ in .detected
    }
  }
}

/// The key that a session overrides, and that every value of a session reads.
enum SessionKey {}

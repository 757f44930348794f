/// What a read asks for.
struct Request<Value>: Sendable {
  let key: any (Any & SendableMetatype).Type
  let accessor: StaticString
  let lifetime: InjectedLifetime
  /// Whether the default is built and kept; the context's is a constant.
  var isBuilt = true
  /// Makes the default of a context, or says that there is none.
  let makeDefault: @Sendable (InjectedContext, StaticString) -> Value

  var keyID: ObjectIdentifier { ObjectIdentifier(key) }
}

extension Request {
  /// A read of a key through an accessor.
  static func value<Key: InjectedInterfaceKey>(
    of key: Key.Type, accessor: StaticString
  ) -> Request where Value == Key.Value {
    Request(key: key, accessor: accessor, lifetime: key.lifetime) { context, accessor in
      switch context {
      case .live:
        guard let make = key._makeLiveValue else {
          if key._isMadeByPreparing { IssueReporter.notPrepared(key, accessor: accessor) }
          IssueReporter.missingLiveValue(key, accessor: accessor)
        }
        return make()
      case .preview: return key.previewValue
      case .test: return key.testValue
      }
    }
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

/// Says what is wrong: to the test that runs, where one does, else on standard error.
///
/// A function that many places call, and no hot path, is marked `@inline(never)`, here and elsewhere:
/// the compiler would copy it into each of its callers.
package enum IssueReporter {
  /// Reports an issue that the program survives: at a place, else in the scope that the caller runs in.
  ///
  /// The issue is the `owner`'s, whatever test the caller runs for. Without an owner, it is the issue of the
  /// caller's test; where the caller runs for none, of `test`.
  @inline(never)
  package static func report(
    _ message: String, at place: SourcePlace? = nil, of owner: TestIdentity? = nil,
    to test: TestIdentity? = nil, isWarning: Bool = false
  ) {
    guard let support = TestSupport.current else {
      writeLine("Injection: " + message)
      if InjectedContext.isOfTestRunner { toldOfMissingSupport }
      return
    }
    let issue = InjectionIssue(
      message: message, place: place ?? currentPlace, isWarning: isWarning, hasOwner: owner != nil)
    support.record(issue, for: owner ?? test ?? currentTest)
  }

  /// Reports an issue that leaves no value to give, and ends the process.
  @inline(never)
  static func trap(_ message: String) -> Never {
    Verification.current?.abandon(because: message)
    let issue = InjectionIssue(message: message, place: currentPlace, isFatal: true)
    TestSupport.current?.record(issue, for: currentTest)
    fatalError("Injection: " + message)
  }

  private static var currentTest: TestIdentity? {
    OpenScopes.isGuessed.get() ? nil : Scope.bound?.home.span?.test
  }

  private static var currentPlace: SourcePlace? { Scope.bound?.home.place }
}

extension IssueReporter {
  static func missingLiveValue(
    _ key: any Any.Type, accessor: StaticString, isProvidedLater: Bool = false
  ) -> Never {
    let mending =
      isProvidedLater
      ? "The update provides it after that read: provide it first" : howToProvide(key)
    trap("no live value for \(name(key)), read \(by(accessor, of: key)) \(scopes()). \(mending).")
  }

  /// What to write for a key that has no live value.
  static func howToProvide(_ key: any Any.Type) -> String {
    let name = name(key)
    // A conformance in another module than the interface's is not found by a read.
    return if key is any AsyncInjectedKey.Type {
      "Call 'try await InjectedValues.prepare(\(name).self)' before the first read"
    } else if let renewal = Scope.bound?.home.renewal(of: key) {
      """
      The scope of \(renewal) renews it, and it has no default: there, write \
      '$0.register(\(name).self) { … }' in place of 'renew'
      """
    } else if key is any InjectedKey.Type {
      """
      Its live value is declared in another module than the key: at launch, write \
      'prepareInjectedValues { $0.register(\(name).self) { \(name).liveValue } }'
      """
    } else {
      """
      Conform the key to InjectedKey, or provide its value at launch with \
      'prepareInjectedValues { $0.register(\(name).self) { … } }'
      """
    }
  }

  /// Reports, for a key's `testValue`, that the key has none, and what is given instead, as in "requests fail".
  package static func missingTestValue(
    _ key: any Any.Type,
    instead: String = "the preview value is used, or the live one where it has none"
  ) {
    Verification.current?.abandonStandIn()
    guard InjectedContext.ofCaller == .test else { return }
    let build = Scope.bound?.build
    if let build, build.isForUpdate || build.dryRun != nil { return build.noteTentative() }
    missingTestValue(key, readThrough: build?.request.accessor, instead: instead)
  }

  static func missingTestValue(
    _ key: any Any.Type, readThrough accessor: StaticString?, instead: String,
    at place: SourcePlace? = nil
  ) {
    // `Value`: a `testValue` that is declared with another type, as a mock's, is another property.
    let isOfMainActor = key is any MainActorInjectedKey.Type
    let example = isOfMainActor ? "" : ": 'static var testValue: Value { … }'"
    let property = accessor.map { "\($0)" }.flatMap { isProperty($0) ? $0 : nil }
    let assigned = property.map { "$0." + $0 } ?? "$0[\(name(key)).self]"
    report(
      """
      no test value for \(name(key))\(accessor.map { ", read \(by($0, of: key))" } ?? ""): \(instead), \
      \(scopes()). Override it with 'withInjectedValues { \(assigned) = … }', or give \
      the key a 'testValue'\(example).
      """, at: place)
  }

  static func cycle(_ keys: [any Any.Type], accessor: StaticString) -> Never {
    let remedy =
      if keys.contains(where: { $0 is any MainActorInjectedKey.Type }) {
        "Let one read the other later, through a '@MainActorInjected', instead of in its initialiser."
      } else if keys.allSatisfy({ $0 == keys[0] }) {
        "What is further out is given to the closure of '$0.decorate(\(name(keys[0])).self) { … }'."
      } else {
        """
        Let one of them read the other later, through a stored '@Injected', or 'let x = Injected(\\.x)' in a \
        Sendable class, instead of in its initialiser.
        """
      }
    trap(
      """
      a cycle of defaults: \(names(keys, separator: " → ")), closed by a read \(by(accessor)) \
      \(scopes()). \(remedy)
      """)
  }

  static func noSession(_ request: Request) -> Never {
    nothingToLearn(from: request.key, "outside every session")
    trap(
      """
      \(name(request.key)) lives in a session, and '\(request.accessor)' read it outside every session, \
      \(scopes()). Read it inside 'InjectedSession.run'.
      """)
  }

  static func endlessDeinitialisers(_ request: Request, at place: SourcePlace) {
    report(
      """
      '\(request.accessor)' read \(name(request.key)) in the scope of \(place), which has gone, for \
      what was itself made for such a read, and so on a hundred times: deinitialisers that read each \
      other have no end. This one is never freed. Let a deinitialiser use what its object holds.
      """, at: place)
  }

  static func weakNeedsClass(_ request: Request) -> Never {
    trap(
      """
      \(name(request.key)), read \(by(request.accessor, of: request.key)) \(scopes()), has the lifetime \
      'weak', but its value is no class instance. Use '.cached' or '.transient'.
      """)
  }

  package static func slowBuild(_ keys: [any Any.Type], accessor: StaticString) {
    let path = names(keys, separator: " → ")
    writeLine(
      """
      Injection: warning: a read through '\(accessor)' waits for another thread's build of \
      \(keys.last.map { name($0) } ?? "a key") for seconds (\(path)), \(scopes()). If that build \
      waits for work that needs its result, it waits for ever: make the key an AsyncInjectedKey.
      """)
  }

  static func preparedAfterRead(
    _ key: any Any.Type, by reader: World.FirstReader, at place: SourcePlace
  ) {
    let purpose = reader.built.map { "to build \(name($0)) " } ?? ""
    report(
      """
      \(name(key)) was prepared at \(place) after '\(reader.accessor)' had read it \(purpose)\
      \(reader.place.isSame(as: .process) ? "outside every scope" : "in the scope of \(reader.place)"): \
      that value stays. Prepare before the first read: at launch, or first in a test.
      """)
  }

  static func preparesInUpdate(at place: SourcePlace) -> Never {
    trap(
      """
      prepareInjectedValues at \(place) was called in the update of another one, which would begin \
      again for ever. Pass the values on instead, to a function that takes 'inout InjectedValues'.
      """)
  }

  static func preparedOtherValues(at place: SourcePlace) {
    report(
      """
      the update of 'prepareInjectedValues' at \(place) put captured values in the place of those that it \
      was given: nothing is prepared. Assign, register or decorate each key.
      """)
  }

  /// Says once that tests run in this process, and that nothing tells them of an issue.
  private static let toldOfMissingSupport: Void = testsAreUnsupported()

  package static func testsAreUnsupported() {
    writeLine(
      """
      Injection: warning: a test runner has started this process, but InjectionTesting is not in it (in an app that \
      hosts tests, not yet): no issue fails a test, and all tests share what is built. Add InjectionTesting to the \
      dependencies of the test target.
      """)
  }

  static func unknownContext(_ name: String) -> Never {
    trap("INJECTION_CONTEXT is '\(name)': it takes 'live', 'preview' or 'test'.")
  }

  @inline(never)
  static func notOneKey(
    _ keys: [Request], gives value: any Any.Type, for use: AccessorProbe.Use
  ) -> Never {
    let names = keys.isEmpty ? "no key" : names(keys.map(\.key), separator: " and ")
    trap(use.rejecting(keys, gives: value, because: "reads \(names), and does not only forward"))
  }

  static func forwardsToNoKey(
    _ keys: [Request], gives value: any Any.Type, for use: AccessorProbe.Use
  ) {
    report(use.rejecting(keys, gives: value, because: "does not only forward"))
  }

  static func contextIsNoKey(for use: AccessorProbe.Use) -> Never {
    trap(
      """
      \(use.function) at \(use.place) was given 'context', which forwards to no key. Assign it, as in \
      '$0.context = .preview', and read it as 'injected(\\.context)'.
      """)
  }

  static func notACollection(_ found: Request, at place: SourcePlace) -> Never {
    trap(
      """
      contribute(_:id:order:_:) at \(place) was given '\(found.accessor)', which forwards to \
      \(name(found.key)). That is no collection: conform it to InjectedCollectionKey, or assign \
      the array.
      """)
  }

  /// Through what a key was read: an accessor, or a function, type or module that names the key.
  @inline(never)
  static func by(_ accessor: StaticString) -> String {
    isProperty("\(accessor)") ? "through '\(accessor)'" : "in '\(accessor)'"
  }

  /// Whether a reader's name may be an accessor's: a read in an initial value has the name of its type or module.
  private static func isProperty(_ name: String) -> Bool {
    name.first?.isUppercase == false
      && !["liveValue", "testValue", "previewValue", "body", "deinit"].contains(name)
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Through what a key was read, and which keys are being built with it, the outermost first.
  static func by(_ accessor: StaticString, of key: any Any.Type) -> String {
    let keys = Builds.shared.path().filter { $0 != key }
    return by(accessor) + (keys.isEmpty ? "" : " to build " + names(keys, separator: " → "))
  }

  /// The name as it is written in the module of the type: with the types that it is nested in.
  @inline(never)
  static func name(_ type: any Any.Type) -> String {
    if type == ContextKey.self { return "context" }
    let plain = _typeName(type, qualified: false)
    let full = _typeName(type)
    // The name of a generic type, or of one without a declaration, as a tuple's, has other names in it.
    guard full.hasSuffix("." + plain) else { return plain }
    let types = full.prefix { $0 != "<" }
    // The first is the module; a private type, or one in a function, is in a context without a name.
    return types.split(separator: ".").dropFirst().filter { !$0.contains("(") && !$0.contains(")") }
      .joined(separator: ".") + full.dropFirst(types.count)
  }

  static func names(_ keys: [any Any.Type], separator: String) -> String {
    keys.map { name($0) }.joined(separator: separator)
  }

  /// The scopes around the caller with their places, innermost first; the first ten.
  @inline(never)
  static func scopes() -> String {
    var places: [String] = []
    for place in Scope.bound?.home.scopes ?? [] where place != places.last { places.append(place) }
    if places.isEmpty { return "outside every scope" }
    let more = places.count > 10 ? ", inside \(places.count - 10) more" : ""
    return "in the scope of " + places.prefix(10).joined(separator: ", inside that of ") + more
  }
}

extension AccessorProbe.Use {
  fileprivate func rejecting(
    _ keys: [Request], gives value: any Any.Type, because reason: String
  ) -> String {
    let accessors = keys.map { "'\($0.accessor)'" }.joined(separator: ", ")
    return """
      \(function) at \(place) takes an accessor that forwards to exactly one key: the accessor \
      \(keys.isEmpty ? "" : accessors + " ")that gives a \(IssueReporter.name(value)) \(reason). \
      Pass the key's type instead.
      """
  }
}

extension Home {
  /// The place of the scope whose renewal decides a key for a reader here; `nil` where none does.
  func renewal(of key: any Any.Type) -> SourcePlace? {
    base(of: ObjectIdentifier(key)).flatMap { $0.link.isRenewal ? place(of: $0) : nil }
  }

  /// The places of the scopes around a reader here, the innermost first, without scopes that only say what is to
  /// be checked.
  var scopes: [String] {
    chain.filter { !$0.mark.isWorld && !($0.layer.list?.isCheck ?? false) }.map(\.place.description)
  }
}

import TestSupport

extension Snippet {
  /// What must not compile, with the diagnostics that the compiler gives instead.
  static let rejected = [
    Snippet(
      "A key of a class that is not Sendable",
      """
      final class Service {
        var count = 0
      }

      enum ServiceKey: InjectedKey { // expected-error {{type 'Service' does not conform to the \
      'Sendable' protocol}}
        static var liveValue: Service { Service() }
      }
      """),
    Snippet(
      "A key of a protocol that is not Sendable",
      """
      protocol Service {
        func save()
      }

      enum ServiceKey: InjectedInterfaceKey { // expected-error {{type 'any Service' does not \
      conform to the 'Sendable' protocol}}
        static var testValue: any Service { fatalError() }
      }
      """),
    Snippet(
      "A live value in a variable",
      """
      enum CountKey: InjectedKey {
        static var liveValue = 1 // expected-error {{static property 'liveValue' is not \
      concurrency-safe}}
      }
      """),
    Snippet(
      "A key without a live value",
      """
      enum ServiceKey: InjectedKey { // expected-error {{type 'ServiceKey' does not conform to \
      protocol 'InjectedKey'}}
        static let testValue = "test"
      }
      """),
    Snippet(
      "A value of the wrong type for an accessor",
      """
      func assign() {
        withInjectedValues {
          $0.name = 42 // expected-error {{cannot assign value of type 'Int' to type 'String'}}
        } operation: {
        }
      }
      """),
    Snippet(
      "A value of the wrong type for a key",
      """
      func assign() {
        withInjectedValues {
          $0[NameKey.self] = 42 // expected-error {{cannot assign value of type 'Int' to \
      subscript of type 'String'}}
        } operation: {
        }
      }
      """),
    Snippet(
      "An accessor that the module's default isolation has put on the main actor",
      """
      enum HostKey: InjectedInterfaceKey {
        static let testValue = "host"
      }

      @MainActor
      extension InjectedValues {
        var host: String { self[HostKey.self] }
      }

      @MainActor
      final class Screen {
        @Injected(\\.host) var host // expected-error {{type 'KeyPath<InjectedValues, String>' \
      does not conform to the 'Sendable' protocol}}
      }
      """),
    Snippet(
      "An endpoint that gives something, does not throw, and has no placeholder",
      """
      struct Service: Sendable {
        var count: @Sendable () -> Int = unimplemented("Service.count") // expected-error \
      {{invalid conversion from throwing function of type}}
      }
      """),
    Snippet(
      "A read as the wrong type",
      """
      struct Model {
        @Injected(\\.name) var name: Int // expected-error {{key path value type 'String' cannot \
      be converted to contextual type 'Int'}}
      }
      """),
    Snippet(
      "A read as the wrong type, by a function",
      """
      func read() {
        let number: Int = injected(\\.name) // expected-error {{failed to produce diagnostic for \
      expression}}
      }
      """),
    Snippet(
      "An endpoint's closure that does not name its parameters",
      """
      struct Service: Sendable {
        var count: @Sendable (Int) -> Int = { _ in 0 }
      }
      enum ServiceKey: InjectedKey {
        static let liveValue = Service()
      }
      extension InjectedValues {
        var service: Service {
          get { self[ServiceKey.self] }
          set { self[ServiceKey.self] = newValue }
        }
      }
      func assign() {
        withInjectedValues { // expected-error {{failed to produce diagnostic for expression}}
          $0.service.count = { 1 }
        } operation: {
        }
      }
      """),
    Snippet(
      "@Injected in a structure whose conformances are made by the compiler",
      """
      struct Model: Equatable { // expected-error {{type 'Model' does not conform to protocol \
      'Equatable'}}
        @Injected(\\.name) var name
      }
      """),
    Snippet(
      "A scope without an operation",
      """
      func assign() {
        withInjectedValues { $0.name = "new" } // expected-error {{missing argument for parameter #1 in \
      call}} expected-error {{expects 0 arguments}}
      }
      """),
    Snippet(
      "A class of the main actor's as the value of a key that is not",
      """
      @MainActor final class Player { init() {} }
      enum PlayerKey: InjectedKey {
        static let liveValue = Player() // expected-error {{main actor-isolated default value in a \
      nonisolated context}}
      }
      """),
    Snippet(
      "A class of the main actor's in a getter that is not on it",
      """
      @MainActor final class Player { init() {} }
      enum PlayerKey: InjectedKey {
        static var liveValue: Player { Player() } // expected-error {{call to main actor-isolated \
      initializer 'init()' in a synchronous nonisolated context}}
      }
      """),
    Snippet(
      "An accessor of a key of the main actor's that is not on it",
      """
      @MainActor final class Player {}
      enum PlayerKey: MainActorInjectedKey {
        static var liveValue: Player { Player() }
      }
      extension InjectedValues {
        var player: Player { self[PlayerKey.self] } // expected-error {{main actor-isolated subscript \
      'subscript(_:accessor:)' can not be referenced from a nonisolated context}}
      }
      """),
    Snippet(
      "A trait without its import",
      """
      import Testing

      @Test(.injected { $0.name = "new" }) func greeting() {} // expected-error {{reference to member \
      'injected' cannot be resolved without a contextual type}}
      """),
    Snippet(
      "A read of a type that is not a key",
      """
      func read() -> String {
        InjectedValues.current[NotAKey.self] // expected-error {{requires that 'NotAKey' conform \
      to 'InjectedInterfaceKey'}}
      }
      """),
    Snippet(
      "A wrapper of a type that is not a key",
      """
      struct Model {
        @Injected({ $0[NotAKey.self] }) var name // expected-error {{requires that 'NotAKey' conform to \
      'InjectedInterfaceKey'}}
      }
      """),
    Snippet(
      "@Injected in a final class that is Sendable",
      """
      final class Model: Sendable {
        @Injected(\\.name) var name // expected-error {{stored property '_name' of \
      'Sendable'-conforming class 'Model' is mutable}}
      }
      """),
    Snippet(
      "@Injected as a static property",
      """
      enum Services {
        @Injected(\\.name) static var name // expected-error {{static property 'name' is not \
      concurrency-safe because it is nonisolated global shared mutable state}}
      }
      """),
    Snippet(
      "An assignment through @Injected",
      """
      struct Model {
        @Injected(\\.name) var name
      }

      func assign(to model: inout Model) {
        model.name = "new" // expected-error {{cannot assign to property: 'name' is a get-only \
      property}}
      }
      """),
    Snippet(
      "An assignment outside a scope",
      """
      func assign() {
        InjectedValues.current.name = "new" // expected-error {{cannot assign to property: \
      'current' is a get-only property}}
      }
      """),
    Snippet(
      "State that is not Sendable in a propagating closure",
      """
      final class Draft {
        var text = ""
      }

      func change(_ draft: Draft) {
        _ = InjectedValues.propagating {
          draft.text += "!" // expected-error {{capture of 'draft' with non-Sendable type \
      'Draft' in a '@Sendable' closure}}
        }
      }
      """),
    Snippet(
      "A misspelt accessor",
      """
      struct Model {
        @Injected(\\.nmae) var name // expected-error {{has no member 'nmae'}}
        @Injected(\\.nmae) var text: String // expected-error {{has no member 'nmae'}}
        let stored = Injected(\\.nmae) // expected-error {{has no member 'nmae'}}
      }
      @MainActor struct Screen {
        @MainActorInjected(\\.nmae) var name // expected-error {{has no member 'nmae'}}
      }
      func read() {
        _ = injected(\\.nmae) // expected-error {{has no member 'nmae'}}
        _ = InjectedValues.peek(\\.nmae) // expected-error {{has no member 'nmae'}}
      }
      func prepare() {
        prepareInjectedValues { $0.nmae = "new" } // expected-error {{has no member 'nmae'}}
      }
      func assign() {
        withInjectedValues {
          $0.nmae = "new" // expected-error {{has no member 'nmae'}}
        } operation: {
        }
      }
      """),
    Snippet(
      "A misspelt accessor, where a key will do as well",
      """
      func decorate(_ values: inout InjectedValues) {
        values.decorate(\\.nmae) { $0 } // expected-error {{cannot infer key path type from \
      context}} expected-error {{'Key' could not be inferred}} expected-error {{to expected argument \
      type 'Key.Type'}}
      }
      func renew(_ values: inout InjectedValues) {
        values.renew(\\.nmae) // expected-error {{cannot infer key path type from context}} \
      expected-error {{'Key' could not be inferred}} expected-error {{expected argument type \
      'Key.Type'}}
      }
      func end(_ session: InjectedSession) {
        session.onEnd(\\.nmae) { _ in } // expected-error {{cannot infer key path type from \
      context}} expected-error {{'Key' could not be inferred}} expected-error {{expected argument \
      type 'Key.Type'}}
      }
      """),
    Snippet(
      "A live value without the type that its accessor has",
      """
      protocol Speaker: Sendable {}
      struct LiveSpeaker: Speaker {}
      enum SpeakerKey: InjectedKey {
        static let liveValue = LiveSpeaker()
      }
      extension InjectedValues {
        var speaker: any Speaker {
          get { self[SpeakerKey.self] }
          set { self[SpeakerKey.self] = newValue } // expected-error {{cannot assign value of type \
      'any Speaker' to subscript of type 'LiveSpeaker'}}
        }
      }
      """),
    Snippet(
      "A key where an accessor is expected",
      """
      struct Model {
        @Injected(NameKey.self) var name // expected-error {{cannot convert value of type \
      'NameKey.Type' to expected argument type '@Sendable (InjectedValues) -> Value'}} \
      expected-error {{'Value' could not be inferred}}
      }
      func read() {
        _ = injected(NameKey.self) // expected-error {{cannot convert value of type \
      'NameKey.Type' to expected argument type '(InjectedValues) -> V'}} expected-error {{'V' could \
      not be inferred}}
      }
      """),
    Snippet(
      "What only a key takes",
      """
      func register(_ values: inout InjectedValues) {
        values.register(\\.name) { "new" } // expected-error {{to expected argument type 'Key.Type'}} \
      expected-error {{cannot infer key path type}} expected-error {{'Key' could not be inferred}}
      }
      """),
    Snippet(
      "An endpoint that is handed a function which does not escape",
      """
      struct Rows: Sendable {
        var write: @Sendable (_ body: () throws -> Void) throws -> Void = \
      unimplemented("write") // expected-error {{converting non-escaping value to}}
      }
      """),
    Snippet(
      "A wrapper of a function, in concurrent tasks",
      """
      func send(_ text: String) async {}
      func twice() async {
        @Injected(\\.name) var name
        async let first: Void = send(name) // expected-error {{sending 'name' risks causing data races}}
        await send(name)
        await first
      }
      """),
    Snippet(
      "A path through a type",
      """
      extension InjectedValues {
        subscript<Value>(of type: Value.Type) -> String { name }
      }
      struct Reader {
        @Injected(\\.[of: Int.self]) var name // expected-error {{in a key path must be Hashable}}
      }
      """),
    Snippet(
      "A key of another global actor",
      """
      @globalActor actor AudioActor {
        static let shared = AudioActor()
      }
      enum VolumeKey: InjectedKey { // expected-error {{crosses into global actor \
      'AudioActor'-isolated code}}
        @AudioActor static var liveValue: Int { 1 }
      }
      """),
  ]
}

import TestSupport

extension Snippet {
  /// The services that the snippets use.
  static let services = #"""
    import Injection

    enum NameKey: InjectedKey {
      static let liveValue = "live"
      static let testValue = "test"
    }

    struct DateGenerator: Sendable {
      var generate: @Sendable () -> Int
      var now: Int { generate() }
    }

    enum DateKey: InjectedKey {
      static let liveValue = DateGenerator { 0 }
      static let testValue = DateGenerator { 1 }
    }

    enum NotAKey {
      static let liveValue = "live"
    }

    extension InjectedValues {
      var name: String {
        get { self[NameKey.self] }
        set { self[NameKey.self] = newValue }
      }

      var date: DateGenerator {
        get { self[DateKey.self] }
        set { self[DateKey.self] = newValue }
      }
    }

    final class Document {
      var text = ""
    }


    """#
}

import Injection
import TestSupport
import Testing

@Suite("6. Collections: contributions add up, replace and sort")
struct CollectionTests {
  @Test("Without contributions, a collection is what its key says")
  func empty() {
    #expect(injected(\.words) == [])
    #expect(injected(\.givenWords) == ["given"])
  }

  @Test("So it is in every context", arguments: [InjectedContext.live, .preview, .test])
  func emptyInContext(context: InjectedContext) {
    withInjectedValues {
      $0.context = context
    } operation: {
      #expect(injected { $0[ManyKey.self] } == [])
    }
  }

  @Test("Contributions sort by order, then outer to inner, then call order")
  func order() {
    withInjectedValues {
      $0.contribute(WordsKey.self, order: 10) { "outer 10" }
      $0.contribute(WordsKey.self) { "outer 0 a" }
      $0.contribute(WordsKey.self) { "outer 0 b" }
    } operation: {
      withInjectedValues {
        $0.contribute(WordsKey.self, order: -1) { "inner -1" }
        $0.contribute(WordsKey.self) { "inner 0" }
      } operation: {
        #expect(
          injected(\.words) == ["inner -1", "outer 0 a", "outer 0 b", "inner 0", "outer 10"])
      }
      #expect(injected(\.words) == ["outer 0 a", "outer 0 b", "outer 10"])
    }
    #expect(injected(\.words) == [])
  }

  @Test("The same id replaces, in place")
  func replace() {
    withInjectedValues {
      $0.contribute(WordsKey.self, id: "a") { "a" }
      $0.contribute(WordsKey.self, id: "b") { "b" }
    } operation: {
      withInjectedValues {
        $0.contribute(WordsKey.self, id: "a") { "other a" }
      } operation: {
        #expect(injected(\.words) == ["other a", "b"])
      }
      #expect(injected(\.words) == ["a", "b"])
    }
  }

  @Test("What replaces an element has its order, unless another one is given")
  func replaceInOrder() {
    withInjectedValues {
      $0.contribute(WordsKey.self, id: "a", order: 10) { "a" }
      $0.contribute(WordsKey.self, order: 5) { "b" }
    } operation: {
      withInjectedValues {
        $0.contribute(WordsKey.self, id: "a") { "other a" }
        $0.contribute(WordsKey.self) { "c" }
      } operation: {
        #expect(injected(\.words) == ["c", "b", "other a"])
        withInjectedValues {
          $0.contribute(\.words, id: "a", order: 3) { "last a" }
        } operation: {
          #expect(injected(\.words) == ["c", "last a", "b"])
        }
      }
    }
  }

  @Test("A thousand contributions are as a few, and so are scopes inside, and what decorates them")
  func many() {
    withInjectedValues {
      for index in 0..<1_000 {
        $0.contribute(ManyKey.self, id: "\(index % 500)") { index }
      }
      for _ in 0..<20 { $0.decorate(ManyKey.self) { $0 + [-1] } }
      for index in 1_000..<1_100 { $0.contribute(ManyKey.self) { index } }
    } operation: {
      let wanted = Array(500..<1_000) + Array(repeating: -1, count: 20) + Array(1_000..<1_100)
      #expect(injected { $0[ManyKey.self] } == wanted)
      withInjectedValues {
        $0.name = "inside"
        $0.contribute(ManyKey.self) { 2_000 }
      } operation: {
        #expect(injected { $0[ManyKey.self] } == wanted + [2_000])
      }
    }
  }

  @Test("An explicit assignment discards what was contributed before it and further out")
  func assignment() {
    withInjectedValues {
      $0.contribute(WordsKey.self) { "outer" }
    } operation: {
      withInjectedValues {
        $0.contribute(WordsKey.self) { "before" }
        $0.words = ["assigned"]
        $0.contribute(WordsKey.self) { "after" }
      } operation: {
        #expect(injected(\.words) == ["assigned", "after"])
      }
    }
  }

  @Test("What the key gives itself counts as contributed first")
  func given() {
    withInjectedValues {
      $0.contribute(GivenWordsKey.self) { "more" }
      $0.contribute(GivenWordsKey.self, order: -1) { "before" }
    } operation: {
      #expect(injected(\.givenWords) == ["before", "given", "more"])
    }
  }

  @Test("An element is made on first read, once, and shared by inner scopes")
  func lazyAndShared() {
    let count = Counter()
    withInjectedValues {
      $0.contribute(ObjectsKey.self) { Object(count) }
    } operation: {
      #expect(count.value == 0)
      let outer = injected(\.objects)
      #expect(count.value == 1)
      withInjectedValues {
        $0.contribute(ObjectsKey.self) { Object(count) }
      } operation: {
        let inner = injected(\.objects)
        #expect(inner.count == 2)
        #expect(inner.first === outer.first)
        #expect(count.value == 2)
        #expect(injected(\.objects).last === inner.last)
      }
      #expect(injected(\.objects).first === outer.first)
      #expect(count.value == 2)
    }
  }

  @Test("The elements of a session's collection are each session's, whatever has contributed them")
  func ofSessions() {
    withInjectedValues {
      $0.contribute(SessionObjectsKey.self) { SessionObject() }
    } operation: {
      let (first, second) = (InjectedSession { _ in }, InjectedSession { _ in })
      func object(_ session: InjectedSession) -> SessionObject? {
        session.run { injected { $0[SessionObjectsKey.self] }.first }
      }
      #expect(object(first) != nil)
      #expect(object(first) === object(first))
      #expect(object(first) !== object(second))
    }
  }

  @Test("An element is made anew where a key that it read is overridden")
  func overrideReaches() {
    withInjectedValues {
      $0.contribute(WordsKey.self) { "suffix " + injected(\.suffix) }
    } operation: {
      #expect(injected(\.words) == ["suffix default"])
      withInjectedValues {
        $0.suffix = "inner"
      } operation: {
        #expect(injected(\.words) == ["suffix inner"])
      }
      #expect(injected(\.words) == ["suffix default"])
    }
  }

  @Test("A default that reads a collection is built anew where something is contributed")
  func readByADefault() {
    #expect(injected(\.sentence) == "")
    withInjectedValues {
      $0.contribute(WordsKey.self) { "a" }
    } operation: {
      #expect(injected(\.sentence) == "a")
    }
    #expect(injected(\.sentence) == "")
  }

  @Test("A decoration wraps the whole collection; later contributions come after it")
  func decorated() {
    withInjectedValues {
      $0.contribute(WordsKey.self, id: "a") { "a" }
      $0.decorate(WordsKey.self) { $0.map { "<\($0)>" } }
    } operation: {
      #expect(injected(\.words) == ["<a>"])
      withInjectedValues {
        $0.contribute(WordsKey.self) { "b" }
      } operation: {
        #expect(injected(\.words) == ["<a>", "b"])
      }
      withInjectedValues {
        $0.contribute(WordsKey.self, id: "a") { "not in its place" }
      } operation: {
        #expect(injected(\.words) == ["<a>", "not in its place"])
      }
    }
  }

  @Test("A collection that is prepared is not an empty one before that")
  func notPrepared() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await withInjectedValues {
        $0.context = .live
        $0.contribute(PreparedWordsKey.self) { "contributed" }
      } operation: {
        try await InjectedValues.prepare(PreparedWordsKey.self)
        precondition(injected { $0[PreparedWordsKey.self] } == ["prepared", "contributed"])
      }
      withInjectedValues {
        $0.context = .live
      } operation: {
        _ = injected { $0[PreparedWordsKey.self] }
      }
    }
    #expect(result.report.contains("PreparedWordsKey was read"))
  }
}

private final class Object: Sendable {
  init(_ count: Counter) { count.increment() }
}

private enum PreparedWordsKey: AsyncInjectedKey, InjectedCollectionKey {
  typealias Element = String
  static func liveValue() async throws -> [String] { ["prepared"] }
}

private enum WordsKey: InjectedCollectionKey {
  typealias Element = String
}

private enum ObjectsKey: InjectedCollectionKey {
  typealias Element = Object
}

private enum GivenWordsKey: InjectedCollectionKey {
  typealias Element = String
  static var testValue: [String] { ["given"] }
}

private enum SuffixKey: InjectedKey {
  static let liveValue = "live"
  static let testValue = "default"
}

private enum SentenceKey: InjectedKey {
  static var liveValue: String { injected(\.words).joined() }
  static var testValue: String { liveValue }
}

extension InjectedValues {
  fileprivate var words: [String] {
    get { self[WordsKey.self] }
    set { self[WordsKey.self] = newValue }
  }

  fileprivate var objects: [Object] {
    get { self[ObjectsKey.self] }
    set { self[ObjectsKey.self] = newValue }
  }

  fileprivate var givenWords: [String] {
    get { self[GivenWordsKey.self] }
    set { self[GivenWordsKey.self] = newValue }
  }

  fileprivate var suffix: String {
    get { self[SuffixKey.self] }
    set { self[SuffixKey.self] = newValue }
  }

  fileprivate var sentence: String { self[SentenceKey.self] }
}

private enum ManyKey: InjectedCollectionKey {
  typealias Element = Int
}

private final class SessionObject: Sendable {}

private enum SessionObjectsKey: InjectedCollectionKey {
  typealias Element = SessionObject
  static var lifetime: InjectedLifetime { .session }
}

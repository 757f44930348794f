import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite("7. Provenance: explain says which scope gives a value, and what is known of it")
struct ExplainTests {
  @Test("A key that is nested in a type is named with it")
  func nestedKeys() {
    #expect(InjectedValues.explain(Explained.Key.self).key == "Explained.Key")
    #expect(InjectedValues.explain(Explained.Generic<Int>.self).key == "Generic<Int>")
    let inGeneric = InjectedValues.explain(Explained.Around<Int>.Key.self)
    #expect(inGeneric.key == "Explained.Around<Swift.Int>.Key")
    enum Local: InjectedInterfaceKey { static var testValue: Int { 0 } }
    #expect(InjectedValues.explain(Local.self).key == "ExplainTests.Local")
  }

  @Test("A default that nobody has read is explained without being built")
  func unbuilt() {
    let explanation = InjectedValues.explain(UnreadKey.self)
    #expect(explanation.key == "UnreadKey")
    #expect(explanation.source.kind == .default)
    #expect(explanation.source.context == .test)
    #expect(explanation.built == nil)
    #expect(explanation.shadowed.isEmpty)
    #expect(UnreadKey.builds.value == 0)
    #expect(explanation.description.contains("built at the next read"))
    // An accessor is understood by reading it.
    #expect(InjectedValues.explain(\.unread).built?.firstReader == "unread")
  }

  @Test("A live default that nobody has declared does not exist, whatever was built")
  func missingDefault() {
    withInjectedValues {
      $0.context = .live
      $0.register(UnreadInterfaceKey.self) { 1 }
    } operation: {
      #expect(injected { $0[UnreadInterfaceKey.self] } == 1)
      let explanation = InjectedValues.explain(UnreadInterfaceKey.self)
      #expect(explanation.built != nil)
      #expect(explanation.shadowed.map(\.exists) == [false])
    }
  }

  @Test("A built default says who read it first, what it read, and which scope owns it")
  func built() {
    let line: UInt = #line + 1
    withInjectedValues {
      $0.number = 7
    } operation: {
      _ = injected(\.pair)
      let explanation = InjectedValues.explain(\.pair)
      #expect(explanation.source.kind == .default)
      #expect(explanation.built?.firstReader == "pair")
      #expect(explanation.built?.owner == "InjectionTests/ExplainTests.swift:\(line)")
      #expect(explanation.built?.reads.map(\.key) == ["ProbeKey", "NumberKey"])
      #expect(explanation.built?.reads.map(\.kind) == [.default, .override])
      #expect(explanation.description.contains("built by a read through 'pair'"))
    }
    _ = injected(\.number)
    withInjectedValues {
      $0.number = 7
    } operation: {
      // The default's instance is not what a read gives.
      #expect(InjectedValues.explain(\.number).built == nil)
    }
  }

  @Test("What was built in a scope that a default opens is told as its part, with what it read")
  func builtInOpenedScope() throws {
    try withInjectedValues {
      $0.number = 7
    } operation: {
      _ = injected { $0[OpensScopeKey.self] }
      let built = try #require(InjectedValues.explain(OpensScopeKey.self).built)
      #expect(built.reads.map(\.key) == ["EagerKey"])
      #expect(built.reads.first?.reads.map(\.key) == ["NumberKey"])
    }
  }

  @Test("What a decoration wraps is told in a line of its own")
  func wraps() {
    withInjectedValues {
      $0.number = 7
    } operation: {
      #expect(!InjectedValues.explain(NumberKey.self).description.contains("wraps:"))
      let line = #line - 4
      withInjectedValues {
        $0.decorate(NumberKey.self) { $0 + 1 }
      } operation: {
        let lines = InjectedValues.explain(NumberKey.self).description.split(separator: "\n")
        #expect(lines.contains("  wraps: override at InjectionTests/ExplainTests.swift:\(line)"))
      }
    }
  }

  @Test("The nearest override wins, and the outer ones and the default are shadowed")
  func shadowed() {
    let line: UInt = #line + 1
    withInjectedValues {
      $0.text = "outer"
    } operation: {
      withInjectedValues {
        $0.text = "inner"
      } operation: {
        let explanation = InjectedValues.explain(TextKey.self)
        let file = "InjectionTests/ExplainTests.swift"
        #expect(explanation.source.kind == .override)
        #expect(explanation.source.place == "\(file):\(line + 3)")
        #expect(explanation.scopes == ["\(file):\(line + 3)", "\(file):\(line)"])
        #expect(explanation.shadowed.map(\.kind) == [.override, .default])
        #expect(
          explanation.description == """
            TextKey: override at \(file):\(line + 3)
              lifetime: cached
              shadows: override at \(file):\(line), test default
              scopes: \(file):\(line + 3), inside \(file):\(line)
            """)
      }
    }
  }

  @Test("What a test has prepared is its own, not the process's", .injected)
  func preparedInTest() {
    let line: UInt = #line - 2
    prepareInjectedValues { $0.number = 1 }
    withInjectedValues {
      $0.register(TextKey.self) { "number \(injected(\.number))" }
    } operation: {
      let graph = InjectedValues.recordGraph { injected(\.text) }
      let place = "InjectionTests/ExplainTests.swift:\(line)"
      #expect(graph.nodes.first { $0.key == "NumberKey" }?.owner.place == place)
      #expect(InjectedValues.explain(\.text).built?.reads.first?.owner == place)
    }
  }

  @Test("A scope that is asked to check something is named once")
  func checked() {
    let line: UInt = #line + 1
    withInjectedValues(.allowsLostReads) {
      $0.text = "scope"
    } operation: {
      #expect(
        InjectedValues.explain(\.text).scopes == ["InjectionTests/ExplainTests.swift:\(line)"])
    }
  }

  @Test("A registration is explained before and after it makes its value")
  func registration() {
    withInjectedValues {
      $0.register(TextKey.self) { "number \(injected(\.number))" }
    } operation: {
      #expect(InjectedValues.explain(TextKey.self).source.kind == .registration)
      #expect(InjectedValues.explain(TextKey.self).built == nil)
      _ = injected(\.text)
      #expect(InjectedValues.explain(\.text).built?.reads.map(\.key) == ["NumberKey"])
    }
  }

  @Test("A decoration is explained with what it wraps")
  func decoration() {
    withInjectedValues {
      $0.text = "base"
      $0.decorate(TextKey.self) { $0 + "!" }
    } operation: {
      let graph = InjectedValues.recordGraph { injected(\.text) }
      #expect(graph.nodes.map(\.kind) == [.decoration, .override])
      #expect(graph.edges.count == 1)
      let explanation = InjectedValues.explain(\.text)
      #expect(explanation.source.kind == .decoration)
      #expect(explanation.decorated.map(\.kind) == [.override])
      #expect(explanation.shadowed.map(\.kind) == [.default])
      #expect(explanation.built?.reads.map(\.kind) == [.override])
    }
  }

  @Test("Decorations of one scope on each other are explained by what the first one wraps")
  func decorations() {
    withInjectedValues {
      $0.number = 7
      $0.register(TextKey.self) { "number \(injected(\.number))" }
      $0.decorate(TextKey.self) { $0 + "!" }
      $0.decorate(TextKey.self) { $0 + "?" }
    } operation: {
      #expect(injected(\.text) == "number 7!?")
      let built = InjectedValues.explain(TextKey.self).built
      #expect(built?.reads.map(\.kind) == [.registration])
      #expect(built?.reads.first?.reads.map(\.key) == ["NumberKey"])
      let graph = InjectedValues.recordGraph { injected(\.text) }
      #expect(graph.nodes.map(\.kind) == [.override, .decoration, .registration])
      #expect(graph.edges.map(\.from) == ["n1", "n2"])
      #expect(graph.edges.map(\.to) == ["n2", "n0"])
    }
  }

  @Test("A contribution that is replaced is no other source of the collection")
  func replacedContribution() {
    withInjectedValues {
      $0.contribute(ListKey.self, id: "one") { 1 }
      $0.contribute(ListKey.self, id: "one") { 2 }
    } operation: {
      #expect(injected { $0[ListKey.self] } == [2])
      #expect(InjectedValues.explain(ListKey.self).built?.reads.map(\.kind) == [.default])
      let graph = InjectedValues.recordGraph { injected { $0[ListKey.self] } }
      #expect(graph.nodes.map(\.kind) == [.default, .contribution])
    }
  }

  @Test("A live default that nobody has declared does not exist")
  func missing() {
    withInjectedValues {
      $0.context = .live
    } operation: {
      let explanation = InjectedValues.explain(\.text)
      #expect(!explanation.source.exists)
      #expect(explanation.description.hasPrefix("TextKey: no live default"))
    }
  }

  @Test("A renewal has what the key has; an asynchronous key has a live default")
  func renewed() {
    withInjectedValues {
      $0.context = .live
      $0.renew(UnreadKey.self)
      $0.renew(DatabaseKey.self)
    } operation: {
      #expect(!InjectedValues.explain(UnreadKey.self).source.exists)
      let database = InjectedValues.explain(DatabaseKey.self)
      #expect(database.source.exists)
      #expect(database.shadowed.map(\.description) == ["live default"])
    }
  }

  @Test("A renewed asynchronous key has not been made yet, whatever it renews")
  func renewedAssigned() {
    withInjectedValues {
      $0.context = .live
      $0[DatabaseKey.self] = Database("assigned")
    } operation: {
      withInjectedValues {
        $0.renew(DatabaseKey.self)
      } operation: {
        let text = InjectedValues.explain(DatabaseKey.self).description
        #expect(text.contains("not made yet by 'InjectedValues.prepare'"))
      }
    }
  }

  @Test("An asynchronous key that a scope registers, or a test reads, is made by a read")
  func madeByRead() {
    let isMadeByRead = {
      InjectedValues.explain(DatabaseKey.self).description.contains("built at the next read")
    }
    #expect(isMadeByRead())
    withInjectedValues {
      $0.context = .live
      $0.register(DatabaseKey.self) { Database("registered") }
    } operation: {
      #expect(isMadeByRead())
    }
  }

  @Test(
    "Explanations of what shares its parts are compared and hashed as fast as they are made",
    .timeLimit(.minutes(10)))
  func sharedParts() {
    let one = explanation { $0[GroundKey.self] = 1 }
    let same = explanation { $0[GroundKey.self] = 2 }
    #expect(one == same)
    #expect(Set([one, same]).count == 1)
    // What all is built from is the only difference.
    let other = explanation { $0.register(GroundKey.self) { 1 } }
    #expect(one != other)
  }

  private func explanation(
    after update: (inout InjectedValues) -> Void
  ) -> InjectedExplanation? {
    withInjectedValues {
      update(&$0)
    } operation: {
      explanation(of: Ground.self, levels: 40)
    }
  }

  private func explanation<Below: Level>(
    of level: Below.Type, levels: Int
  ) -> InjectedExplanation {
    if levels > 0 { return explanation(of: Next<Below>.self, levels: levels - 1) }
    _ = injected { $0[FirstPartKey<Below>.self] }
    return InjectedValues.explain(FirstPartKey<Below>.self)
  }

  @Test("An accessor that reads two keys is an error that names it")
  func twoKeys() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.number = 1
      } operation: {
        _ = InjectedValues.explain(\.numberAndCount)
      }
    }
    let report = result.report
    #expect(report.contains("numberAndCount"))
    #expect(report.contains("NumberKey and UnreadKey"))
    #expect(report.contains("InjectionTests/ExplainTests.swift:"))
  }

  @Test("An accessor that transforms its key's value is an error that names it")
  func transformed() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = InjectedValues.explain(\.text.count) }
    let report = result.report
    #expect(report.contains("'text'"))
    #expect(report.contains("exactly one key"))
  }
}

private enum ListKey: InjectedCollectionKey {
  typealias Element = Int
}

private enum UnreadKey: InjectedInterfaceKey {
  static let builds = Counter()

  static var testValue: Int { builds.increment() }
}

extension InjectedValues {
  fileprivate var unread: Int { self[UnreadKey.self] }

  fileprivate var numberAndCount: Int { self[NumberKey.self] + self[UnreadKey.self] }
}

private enum Explained {
  enum Key: InjectedInterfaceKey { static var testValue: Int { 0 } }
  enum Generic<Value>: InjectedInterfaceKey { static var testValue: Int { 0 } }

  enum Around<Value> {
    enum Key: InjectedInterfaceKey { static var testValue: Int { 0 } }
  }
}

private enum UnreadInterfaceKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

/// What two keys are built from, of which both keys of the next level are.
private protocol Level: SendableMetatype {
  static func read() -> Int
}

private enum Ground: Level {
  static func read() -> Int { injected { $0[GroundKey.self] } }
}

private enum Next<Below: Level>: Level {
  static func read() -> Int {
    injected { max($0[FirstPartKey<Below>.self], $0[SecondPartKey<Below>.self]) }
  }
}

private enum GroundKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum FirstPartKey<Below: Level>: InjectedInterfaceKey {
  static var testValue: Int { Below.read() }
}

private enum SecondPartKey<Below: Level>: InjectedInterfaceKey {
  static var testValue: Int { Below.read() }
}

private enum OpensScopeKey: InjectedInterfaceKey {
  static var testValue: Int {
    withInjectedValues {
      $0.text = "inside"
    } operation: {
      injected(\.eager).number
    }
  }
}

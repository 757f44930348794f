import Injection
import Testing

@Suite("Values that succeed others go on with what is still right of those")
struct SucceedingTests {
  @Test("Where nothing is another, they are the earlier ones, with what is built there later")
  func same() {
    let first = sides()
    let early = first[SuccessionLeftUserKey.self]
    let second = sides(after: first)
    #expect(second[SuccessionLeftUserKey.self] === early)
    #expect(second[SuccessionRightUserKey.self] === first[SuccessionRightUserKey.self])
    #expect(sides()[SuccessionLeftUserKey.self] !== early)
  }

  @Test("So are those whose update goes on from saved ones, and reads at its end", arguments: 0...2)
  func saved(reads: Int) {
    let saved = sides(right: "saved")
    func values(after earlier: InjectedValues? = nil) -> InjectedValues {
      succeed(earlier) {
        $0 = saved
        $0[SuccessionLeftKey.self] = "l"
        $0[SuccessionRightKey.self] = "r"
        for _ in 0..<reads { _ = $0[SuccessionLeftKey.self] }
      }
    }
    let first = values()
    let early = first[SuccessionBothKey.self]
    let second = values(after: first)
    #expect(second[SuccessionBothKey.self] === early)
    #expect(second[SuccessionRightUserKey.self] === first[SuccessionRightUserKey.self])
  }

  @Test("The same overrides at another place are a scope of their own")
  func place() {
    let first = sides()
    let early = first[SuccessionLeftUserKey.self]
    let line = #line + 1
    let second = InjectedValues.current.overriding {
      $0[SuccessionLeftKey.self] = "l"
      $0[SuccessionRightKey.self] = "r"
    }.succeeding(first)
    #expect(second[SuccessionLeftUserKey.self] === early)
    let place = second.run { InjectedValues.explain(SuccessionLeftKey.self) }.source.place
    #expect(place == "InjectionTests/SucceedingTests.swift:\(line)")
  }

  @Test("What was built from an override that is another is built anew, and nothing else is")
  func partly() {
    let first = sides()
    let left = first[SuccessionLeftUserKey.self]
    let right = first[SuccessionRightUserKey.self]
    let second = sides(after: first, right: "other")
    #expect(second[SuccessionLeftUserKey.self] === left)
    #expect(second[SuccessionRightUserKey.self] !== right)
    #expect(second[SuccessionRightUserKey.self].text == "other")
    // Whoever has captured the earlier scope goes on there.
    #expect(first[SuccessionRightUserKey.self] === right)
    #expect(first[SuccessionLeftUserKey.self] === left)
  }

  @Test("What is reached on two ways is one object, whether it is kept or built anew")
  func diamond() {
    let first = sides()
    let both = first[SuccessionBothKey.self]
    let second = sides(after: first, right: "other")
    let top = second[SuccessionTopKey.self]
    #expect(top === both.parts[0])
    #expect(second[SuccessionBothKey.self] !== both)
    #expect(second[SuccessionBothKey.self].parts[0] === top)
    let third = sides(after: second, left: "other", right: "other")
    let fresh = third[SuccessionBothKey.self]
    #expect(fresh.parts[1] === second[SuccessionRightUserKey.self])
    #expect(fresh.parts[0] !== top && fresh.parts[0] === third[SuccessionTopKey.self])
    #expect(fresh.parts[0].parts[0] === fresh.parts[0].parts[1].parts[0])
    #expect(fresh.parts[0].text == "other")
  }

  @Test("An override that comes or goes is a change to what was built from its key alone")
  func keys() {
    let first = succeed(nil) { $0[SuccessionLeftKey.self] = "l" }
    let left = first[SuccessionLeftUserKey.self]
    let second = sides(after: first)
    #expect(second[SuccessionLeftUserKey.self] === left)
    #expect(second[SuccessionRightUserKey.self].text == "r")
    let third = succeed(second) { $0[SuccessionRightKey.self] = "r" }
    #expect(third[SuccessionRightUserKey.self] === second[SuccessionRightUserKey.self])
    #expect(third[SuccessionLeftUserKey.self].text == "default")
    let none = succeed(third) { _ in }
    #expect(none[SuccessionRightUserKey.self].text == "default")
    #expect(
      succeed(none) { _ in }[SuccessionRightUserKey.self] === none[SuccessionRightUserKey.self])
  }

  @Test("An override of the service itself is used, and what was built is let go")
  func overriddenItself() {
    let replacement = SuccessionObject("replacement")
    weak var built: SuccessionObject?
    var values = sides()
    built = values[SuccessionLeftUserKey.self]
    #expect(built != nil)
    values = succeed(values) {
      $0[SuccessionLeftKey.self] = "l"
      $0[SuccessionLeftUserKey.self] = replacement
    }
    #expect(values[SuccessionLeftUserKey.self] === replacement)
    #expect(built == nil)
  }

  @Test("Another context is another value of a key that every default reads")
  func context() {
    func scope(_ earlier: InjectedValues?, _ context: InjectedContext) -> InjectedValues {
      succeed(earlier) {
        $0.context = context
        $0[SuccessionLeftKey.self] = "l"
      }
    }
    let first = scope(nil, .live)
    let left = first[SuccessionLeftUserKey.self]
    #expect(scope(first, .live)[SuccessionLeftUserKey.self] === left)
    #expect(scope(first, .preview)[SuccessionLeftUserKey.self] !== left)
  }

  @Test("Where the scope outside is another, what was built from equal values stays")
  func base() {
    func inner(_ earlier: InjectedValues?, on base: InjectedValues) -> InjectedValues {
      succeed(earlier, on: base) { $0[SuccessionRightKey.self] = "inner" }
    }
    let outer = sides()
    let first = inner(nil, on: outer)
    let both = first[SuccessionBothKey.self]
    // The outer override of the right side is hidden here.
    let second = inner(first, on: sides(after: outer, right: "other"))
    #expect(second[SuccessionBothKey.self] === both)
    #expect(second[SuccessionTopKey.self] === both.parts[0])
    // Not without a succession outside: there the left side's user is another object.
    let third = inner(first, on: sides(right: "other"))
    #expect(third[SuccessionRightUserKey.self] === first[SuccessionRightUserKey.self])
    #expect(third[SuccessionBothKey.self] !== both)
    #expect(third[SuccessionBothKey.self].parts[0] === third[SuccessionTopKey.self])
    let fourth = inner(first, on: sides(after: outer, left: "other"))
    #expect(fourth[SuccessionBothKey.self].parts[0].text == "other")
    #expect(fourth[SuccessionRightUserKey.self] === first[SuccessionRightUserKey.self])
  }

  @Test("What was taken over does not serve the earlier scope, where that has decided a read since")
  func decidedSince() {
    let first = InjectedValues.current.overriding {
      $0[SuccessionLeftKey.self] = "left"
      _ = $0[SuccessionBothKey.self]
      $0[SuccessionRightKey.self] = "right"
    }
    let second = succeed(first) { $0[SuccessionLeftKey.self] = "left" }
    func right(in values: InjectedValues) -> String { values[SuccessionBothKey.self].parts[1].text }
    for _ in 0..<2 { #expect(right(in: second) == "default") }
    #expect(right(in: first) == "right")
  }

  @Test("Values that stand on these are not succeeded by them")
  func onThese() {
    withInjectedValues {
      $0.renew(SuccessionLeftUserKey.self)
    } operation: {
      let inner = InjectedValues.current.overriding { $0.renew(SuccessionLeftUserKey.self) }
      // Nothing is overridden any more: these are the caller's.
      let outer = InjectedValues.current.overriding { _ in }.succeeding(inner)
      let user = outer[SuccessionLeftUserKey.self]
      #expect(user === injected { $0[SuccessionLeftUserKey.self] })
      #expect(inner[SuccessionLeftUserKey.self] !== user)
    }
  }

  @Test("In which order the keys are assigned does not matter")
  func order() {
    let first = succeed(nil) {
      $0[SuccessionLeftKey.self] = "l"
      $0[SuccessionRightKey.self] = "r"
    }
    let both = first[SuccessionBothKey.self]
    let second = succeed(first) {
      $0[SuccessionRightKey.self] = "r"
      $0[SuccessionLeftKey.self] = "l"
    }
    #expect(second[SuccessionBothKey.self] === both)
  }

  @Test("A scope that nobody runs in any more is the same base each time")
  func captured() {
    let outside = withInjectedValues {
      $0[SuccessionLeftKey.self] = "l"
    } operation: {
      InjectedValues.current
    }
    let first = succeed(nil, on: outside) { $0[SuccessionRightKey.self] = "r" }
    let both = first[SuccessionBothKey.self]
    #expect(
      succeed(first, on: outside) { $0[SuccessionRightKey.self] = "r" }[SuccessionBothKey.self]
        === both)
    let other = succeed(first, on: outside) { $0[SuccessionRightKey.self] = "other" }
    #expect(other[SuccessionTopKey.self] === both.parts[0])
    #expect(other[SuccessionBothKey.self].parts[1].text == "other")
  }

  @Test("Each lifetime: a weak one, one that takes time, one of the main actor")
  @MainActor func lifetimes() async throws {
    func scope(_ earlier: InjectedValues?, right: String) -> InjectedValues {
      succeed(earlier) {
        $0.context = .live
        $0[SuccessionLeftKey.self] = "l"
        $0[SuccessionRightKey.self] = right
      }
    }
    let first = scope(nil, right: "r")
    try await first.run { try await InjectedValues.prepare(SuccessionAsyncUserKey.self) }
    let weak = first[SuccessionWeakUserKey.self]
    let asynchronous = first[SuccessionAsyncUserKey.self]
    let ofMainActor = first.mainActorUser
    let second = scope(first, right: "other")
    #expect(second[SuccessionWeakUserKey.self] === weak)
    #expect(second[SuccessionAsyncUserKey.self] === asynchronous)
    #expect(second.mainActorUser === ofMainActor)
  }

  @Test("What was built from a session's value is of that session")
  func session() async throws {
    let sessions = [InjectedSession { _ in }, InjectedSession { _ in }]
    let bases = sessions.map { $0.run { InjectedValues.current } }
    func scope(_ earlier: InjectedValues?, on base: InjectedValues) -> InjectedValues {
      succeed(earlier, on: base) { $0[SuccessionLeftKey.self] = "l" }
    }
    let first = scope(nil, on: bases[0])
    let user = first[SuccessionAccountUserKey.self]
    #expect(scope(first, on: bases[0])[SuccessionAccountUserKey.self] === user)
    let other = scope(first, on: bases[1])
    #expect(other[SuccessionAccountUserKey.self] !== user)
    #expect(other[SuccessionAccountUserKey.self].parts[0] !== user.parts[0])
    for session in sessions { await session.end() }
  }

  @Test("A graph that is recorded shows what is read in them, and what was built before")
  func recording() {
    let first = sides()
    let left = first[SuccessionLeftUserKey.self]
    let graph = InjectedValues.recordGraph {
      let second = sides(after: first)
      #expect(second[SuccessionLeftUserKey.self] === left)
    }
    #expect(graph.mermaid.contains("SuccessionLeftUserKey"))
    #expect(graph.mermaid.contains("SuccessionLeftKey"))
  }
}

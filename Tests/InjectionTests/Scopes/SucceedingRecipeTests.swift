import Injection
import Testing

@Suite("Registrations, decorations and contributions that succeed others")
struct SucceedingRecipeTests {
  @Test("The same closure makes the same service, and one that captures something another")
  func registration() {
    func scope(_ earlier: InjectedValues?, right: String, captured: String?) -> InjectedValues {
      succeed(earlier) {
        $0[SuccessionRightKey.self] = right
        if let captured {
          $0.register(SuccessionLeftUserKey.self) { SuccessionObject(captured) }
        } else {
          $0.register(SuccessionLeftUserKey.self) { SuccessionObject("registered") }
        }
      }
    }
    let first = scope(nil, right: "r", captured: nil)
    let left = first[SuccessionLeftUserKey.self]
    let side = first[SuccessionSideKey.self]
    #expect(
      scope(first, right: "r", captured: nil)[SuccessionRightUserKey.self]
        === first[SuccessionRightUserKey.self])
    let second = scope(first, right: "other", captured: nil)
    #expect(second[SuccessionLeftUserKey.self] === left)
    #expect(second[SuccessionSideKey.self] === side)
    let right = second[SuccessionRightUserKey.self]
    let third = scope(second, right: "other", captured: "c")
    #expect(third[SuccessionLeftUserKey.self].text == "c")
    #expect(third[SuccessionSideKey.self] !== side)
    #expect(third[SuccessionSideKey.self].parts[0] === third[SuccessionLeftUserKey.self])
    #expect(third[SuccessionRightUserKey.self] === right)
    #expect(
      scope(third, right: "other", captured: "c")[SuccessionLeftUserKey.self]
        !== third[SuccessionLeftUserKey.self])
  }

  @Test("A renewal succeeds a renewal: what was built stays")
  func renewal() {
    func scope(_ earlier: InjectedValues?) -> InjectedValues {
      succeed(earlier) { $0.renew(SuccessionLeftUserKey.self) }
    }
    let first = scope(nil)
    let left = first[SuccessionLeftUserKey.self]
    #expect(scope(first)[SuccessionLeftUserKey.self] === left)
  }

  @Test("What is decorated stays where the decoration is another; and both where nothing is")
  func decoration() {
    func scope(_ earlier: InjectedValues?, left: String, captured: String?) -> InjectedValues {
      succeed(earlier) {
        $0[SuccessionLeftKey.self] = left
        if let captured {
          $0.decorate(SuccessionLeftUserKey.self) { SuccessionObject(captured, $0) }
        } else {
          $0.decorate(SuccessionLeftUserKey.self) { SuccessionObject("decorated", $0) }
        }
        $0[SuccessionRightKey.self] = captured ?? ""
      }
    }
    let first = scope(nil, left: "l", captured: nil)
    let left = first[SuccessionLeftUserKey.self]
    let second = scope(first, left: "l", captured: "c")
    #expect(second[SuccessionLeftUserKey.self].text == "c")
    #expect(second[SuccessionLeftUserKey.self].parts[0] === left.parts[0])
    let third = scope(first, left: "other", captured: nil)
    #expect(third[SuccessionLeftUserKey.self] !== left)
    #expect(third[SuccessionLeftUserKey.self].parts[0].text == "other")
  }

  @Test(
    "A decoration is built anew where what it decorates was assigned further out, and is another")
  func decoratedOutside() {
    func inner(_ earlier: InjectedValues?, on base: InjectedValues) -> InjectedValues {
      succeed(earlier, on: base) {
        $0.decorate(SuccessionLeftUserKey.self) { SuccessionObject("decorated", $0) }
        $0[SuccessionRightKey.self] = "r"
      }
    }
    let objects = [SuccessionObject("first"), SuccessionObject("second")]
    func outer(_ earlier: InjectedValues?, _ index: Int) -> InjectedValues {
      succeed(earlier) { $0[SuccessionLeftUserKey.self] = objects[index] }
    }
    let base = outer(nil, 0)
    let first = inner(nil, on: base)
    let (left, side, right) = (
      first[SuccessionLeftUserKey.self], first[SuccessionSideKey.self],
      first[SuccessionRightUserKey.self]
    )
    #expect(inner(first, on: outer(base, 0))[SuccessionLeftUserKey.self] === left)
    let second = inner(first, on: outer(base, 1))
    #expect(second[SuccessionLeftUserKey.self].parts[0] === objects[1])
    #expect(second[SuccessionSideKey.self] !== side)
    #expect(second[SuccessionRightUserKey.self] === right)
  }

  @Test(
    "An element that is contributed again in the same way stays, in a collection that is another")
  func contribution() {
    func scope(_ earlier: InjectedValues?, left: String, last: String) -> InjectedValues {
      succeed(earlier) {
        $0[SuccessionLeftKey.self] = left
        $0.contribute(\.successionParts, id: "a") {
          SuccessionObject(injected { $0[SuccessionLeftKey.self] })
        }
        $0.contribute(\.successionParts, id: "b") { SuccessionObject(last) }
      }
    }
    let first = scope(nil, left: "l", last: "x")
    let parts = first.successionParts
    let second = scope(first, left: "l", last: "y")
    #expect(second.successionParts[0] === parts[0])
    #expect(second.successionParts[1].text == "y")
    let third = scope(second, left: "other", last: "y")
    #expect(third.successionParts.map(\.text) == ["other", "y"])
  }

  @Test("What is contributed before one that is replaced is in the collection")
  func contributedBefore() {
    func scope(_ earlier: InjectedValues?, isLonger: Bool) -> InjectedValues {
      succeed(earlier) {
        $0.contribute(\.successionParts) { SuccessionObject("first") }
        if isLonger { $0.contribute(\.successionParts) { SuccessionObject("second") } }
        $0.contribute(\.successionParts, id: "a") { SuccessionObject("replaced") }
        $0.contribute(\.successionParts, id: "a") { SuccessionObject("last") }
      }
    }
    let first = scope(nil, isLonger: false)
    #expect(first.successionParts.map(\.text) == ["first", "last"])
    let second = scope(first, isLonger: true)
    #expect(second.successionParts.map(\.text) == ["first", "second", "last"])
  }

  @Test("The same closure contributes another element where that has another id or order")
  func contributionIDs() {
    func scope(_ earlier: InjectedValues?, id: String, order: Int? = nil) -> InjectedValues {
      succeed(earlier) {
        $0.contribute(\.successionParts, id: id, order: order) { SuccessionObject("part") }
      }
    }
    let first = scope(nil, id: "a")
    let part = first.successionParts[0]
    let second = scope(first, id: "a")
    #expect(second.successionParts[0] === part)
    #expect(scope(second, id: "b").successionParts[0] !== part)
    #expect(scope(second, id: "a", order: 1).successionParts[0] !== part)
  }

  @Test("What is contributed twice in the same way stays twice, each in its own place")
  func contributedTwice() {
    func scope(_ earlier: InjectedValues?, right: String) -> InjectedValues {
      succeed(earlier) {
        for _ in 0..<2 { $0.contribute(\.successionParts) { SuccessionObject("part") } }
        $0[SuccessionRightKey.self] = right
      }
    }
    let first = scope(nil, right: "a")
    let parts = first.successionParts
    let second = scope(first, right: "b").successionParts
    #expect(second.map(ObjectIdentifier.init) == parts.map(ObjectIdentifier.init))
    #expect(parts.count == 2)
  }
}

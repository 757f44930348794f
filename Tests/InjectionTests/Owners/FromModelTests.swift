import Injection
import Testing

@Suite("Rule 1: a scope that continues from a model")
struct FromModelTests {
  @Test("Children continue in the scope that the model was created in")
  func continues() {
    let parent = withInjectedValues {
      $0.level = 1
    } operation: {
      Parent()
    }
    let child = withInjectedValues(from: parent) { Child() }
    #expect(child.level == 1)
    let other = withInjectedValues(from: parent) {
      $0.level += 10
    } operation: {
      Child()
    }
    #expect(other.level == 11)
    #expect(injected(\.level) == 0)
  }

  @Test("What is new around the caller is seen, as the model sees it")
  func caller() {
    let parent = Parent()
    withInjectedValues {
      $0.level = 5
    } operation: {
      #expect(withInjectedValues(from: parent) { injected(\.level) } == 5)
      #expect(parent.level == 5)
    }
  }

  @Test("A superclass's wrapper is found")
  func superclass() async {
    let parent = withInjectedValues {
      $0.level = 2
    } operation: {
      SubParent()
    }
    let level = await withInjectedValues(from: parent) {
      await Task { injected(\.level) }.value
    }
    #expect(level == 2)
  }

  @Test("What the update and the operation throw is thrown, and the scope is left")
  func throwing() async {
    struct Failure: Error {}
    let parent = withInjectedValues {
      $0.level = 3
    } operation: {
      Parent()
    }
    #expect(throws: Failure.self) {
      try withInjectedValues(from: parent) { () throws(Failure) in throw Failure() }
    }
    await #expect(throws: Failure.self) {
      try await withInjectedValues(from: parent) { _ in
        throw Failure()
      } operation: {
        await Task.yield()
        Issue.record("The scope was entered.")
      }
    }
    #expect(injected(\.level) == 0)
  }

  @Test("A model without a wrapper goes on in the caller's scope")
  func noWrapper() {
    withInjectedValues {
      $0.level = 4
    } operation: {
      #expect(withInjectedValues(from: Bare()) { injected(\.level) } == 4)
    }
  }

  @Test("An actor's wrapper is found in the actor, and anywhere where it comes first")
  func actor() async {
    let (actor, first) = withInjectedValues {
      $0.level = 5
    } operation: {
      (ActorModel(), FirstActorModel())
    }
    #expect(await actor.inside() == 5)
    #expect(withInjectedValues(from: first) { injected(\.level) } == 5)
  }

  @Test("A wrapper in a stored structure is found")
  func stored() {
    let holder = withInjectedValues {
      $0.level = 6
    } operation: {
      Holder()
    }
    #expect(withInjectedValues(from: holder) { injected(\.level) } == 6)
    let others = withInjectedValues {
      $0.level = 7
    } operation: {
      (OptionalHolder(), TupleHolder())
    }
    #expect(withInjectedValues(from: others.0) { injected(\.level) } == 7)
    #expect(withInjectedValues(from: others.1) { injected(\.level) } == 7)
  }

  @Test("A wrapper that is stored for itself is its own model")
  func wrapper() {
    let level = withInjectedValues {
      $0.level = 9
    } operation: {
      Injected(\.level)
    }
    #expect(withInjectedValues(from: level) { injected(\.level) } == 9)
    #expect(withInjectedValues(from: Optional(level)) { injected(\.level) } == 9)
  }

  @Test("An optional model is the one in it, or none")
  func optional() {
    var parent: Parent? = withInjectedValues {
      $0.level = 8
    } operation: {
      Parent()
    }
    weak let model = parent
    #expect(withInjectedValues(from: model) { injected(\.level) } == 8)
    #expect(withInjectedValues(from: Optional(parent)) { injected(\.level) } == 8)
    parent = nil
    #expect(withInjectedValues(from: model) { injected(\.level) } == 0)
  }
}

private class Parent {
  @Injected(\.level) var level
}

private final class SubParent: Parent {}

private final class Holder {
  struct Services {
    @Injected(\.level) var level
  }

  let name = "holder"
  let services = Services()
}

private final class OptionalHolder {
  var services: Holder.Services? = Holder.Services()
}

private final class TupleHolder {
  let services = (name: "holder", all: Holder.Services())
}

private struct Child {
  @Injected(\.level) var level
}

private struct Bare {}

private actor ActorModel {
  var items: [String] = []
  @Injected(\.level) var level

  func inside() -> Int { withInjectedValues(from: self) { injected(\.level) } }
}

private actor FirstActorModel {
  @Injected(\.level) var level
  var items: [String] = []
}

private enum LevelKey: InjectedKey {
  static let liveValue = -1
  static let testValue = 0
}

extension InjectedValues {
  fileprivate var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

import ModelObservation
import Testing

/// The cases of the standard library's own tests (`Observable.swift`, `Observations.swift` and
/// `ObservableDidSetWillSet.swift` of swiftlang/swift), from their descriptions.
@Suite("Standard Observation conformance") struct StandardObservationTests {
  class Entity: ObservableModel {
    @Observed var age = 0
  }

  class Person: Entity {
    @Observed var firstName = ""
    @Observed var lastName = ""
    @Observed var friends: [Person] = []
    var ignored = 0
    var fullName: String { firstName + " " + lastName }
  }

  class MiddleNamePerson: Person {
    @Observed var middleName = ""
    override var fullName: String { firstName + " " + middleName + " " + lastName }
  }

  final class TitledPerson: MiddleNamePerson {
    @Observed var title = ""
    override var fullName: String { title + " " + super.fullName }
  }

  @Test("Unobserved values change")
  func unobserved() {
    let person = MiddleNamePerson()
    for index in 0..<100 { person.firstName = "\(index)" }
    #expect(person.firstName == "99")
  }

  @Test("A change fires once, and not again")
  func oneShot() {
    let person = MiddleNamePerson()
    var fired = 0
    withTracking {
      use(person.firstName)
    } onChange: {
      fired += 1
    }
    person.firstName = "c"
    #expect(fired == 1)
    person.firstName = "d"
    #expect(fired == 1)
  }

  @Test("A property that was not read does not fire")
  func unread() {
    let person = MiddleNamePerson()
    var fired = 0
    withTracking {
      use(person.lastName)
    } onChange: {
      fired += 1
    }
    person.firstName = "c"
    person.age = 1
    #expect(fired == 0)
  }

  @Test("A computed property fires for its inputs, overridden over three levels too")
  func computed() {
    let person = TitledPerson()
    for change in [
      { person.firstName = "a" }, { person.middleName = "b" }, { person.lastName = "c" },
      { person.title = "d" },
    ] {
      var fired = 0
      withTracking {
        use((person as Person).fullName)
      } onChange: {
        fired += 1
      }
      change()
      #expect(fired == 1)
    }
  }

  @Test("A property inherited from a model is observed")
  func inherited() {
    let person = Person()
    var fired = 0
    withTracking {
      use(person.age)
    } onChange: {
      fired += 1
    }
    person.age += 1
    #expect(fired == 1)
  }

  @Test("A graph of models is observed where it was read")
  func graph() {
    let person = MiddleNamePerson()
    let friend = MiddleNamePerson()
    person.friends.append(friend)
    var fired = 0
    withTracking {
      use(person.friends.first?.fullName)
    } onChange: {
      fired += 1
    }
    person.middleName = "c"
    #expect(fired == 0)
    friend.middleName = "c"
    #expect(fired == 1)
  }

  @Test("Nested tracking fires the inner and the outer one")
  func nesting() {
    let person = MiddleNamePerson()
    var outer = 0
    var inner = 0
    withTracking {
      withTracking {
        use(person.firstName)
      } onChange: {
        inner += 1
      }
    } onChange: {
      outer += 1
    }
    person.firstName = "c"
    #expect((inner, outer) == (1, 1))
    person.firstName = "d"
    #expect((inner, outer) == (1, 1))
  }

  @Test("An ignored property does not fire, read or not")
  func ignored() {
    let person = Person()
    var fired = 0
    withTracking {
      use(person.ignored)
      use(person.lastName)
    } onChange: {
      fired += 1
    }
    person.ignored = 1
    #expect(fired == 0)
    person.lastName = "c"
    #expect(fired == 1)
  }

  @MainActor final class IsolatedModel: ObservableModel {
    @Observed var test = "hello"
  }

  @Test("A model of the main actor is observed there")
  @MainActor func isolated() {
    let model = IsolatedModel()
    var fired = 0
    withTracking {
      use(model.test)
    } onChange: {
      fired += 1
    }
    model.test = "c"
    #expect(fired == 1)
  }

  final class Inner: ObservableModel {
    @Observed var value = ""
  }

  final class Outer: ObservableModel {
    @Observed var inner = Inner()
    @Observed var value = ""
    var innerEvents = 0
    var outerEvents = 0

    func track() {
      withTracking {
        use(value)
        withTracking {
          use(inner.value)
        } onChange: {
          self.innerEvents += 1
        }
      } onChange: {
        self.outerEvents += 1
      }
    }
  }

  @Test("Recursive tracking, the inner value first")
  func recursiveInnerFirst() {
    let model = Outer()
    model.track()
    model.inner.value = "test"
    #expect((model.innerEvents, model.outerEvents) == (1, 1))
    model.track()
    model.value = "test"
    #expect((model.innerEvents, model.outerEvents) == (1, 2))
  }

  @Test("Recursive tracking, the outer value first")
  func recursiveOuterFirst() {
    let model = Outer()
    model.track()
    model.value = "test"
    #expect((model.innerEvents, model.outerEvents) == (0, 1))
    model.track()
    model.inner.value = "test"
    #expect((model.innerEvents, model.outerEvents) == (2, 2))
  }

  struct Container {
    final class Contents {}
    var contents = Contents()
    mutating func mutate() {
      if !isKnownUniquelyReferenced(&contents) { contents = Contents() }
    }
  }

  final class CopyOnWrite: ObservableModel {
    @Observed var container = Container()
  }

  @Test("A mutation happens in place, without a copy", arguments: [false, true])
  func copyOnWrite(isObserved: Bool) {
    let subject = CopyOnWrite()
    let token = isObserved ? observe { use(subject.container.contents) } : nil
    let start = ObjectIdentifier(subject.container.contents)
    subject.container.mutate()
    #expect(ObjectIdentifier(subject.container.contents) == start)
    token?.cancel()
  }

  @Test("What is derived from a model that was read weakly fires once at its end")
  func weakContainer() {
    final class Model: ObservableModel {
      @Observed var first = 1
      @Observed var second = 2
    }
    var fired = 0
    var model: Model? = Model()
    let sum = Computed { [weak model] in (model?.first ?? 0) + (model?.second ?? 0) }
    withTracking {
      use(sum.value)
    } onChange: {
      fired += 1
    }
    model = nil
    #expect(fired == 1)
    #expect(sum.value == 0)
  }

  final class WithObservers: ObservableModel {
    var log: [String] = []
    @Observed var value = 0 {
      willSet { log.append("will \(value) \(newValue)") }
      didSet { log.append("did \(oldValue) \(value)") }
    }
    @Observed var other: Int {
      didSet { log.append("other") }
    }
    init() { other = 5 }
  }

  @Test("The property's own willSet and didSet run in order, around its observers")
  func ownObservers() {
    let model = WithObservers()
    #expect(model.log == [])
    let token = observe { model.log.append("observed \(model.value)") }
    model.value = 1
    model.value += 1
    #expect(
      model.log == [
        "observed 0", "will 0 1", "observed 1", "did 0 1", "will 1 2", "observed 2", "did 1 2",
      ])
    token.cancel()
  }
}

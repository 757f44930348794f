import EnvironmentTree
import ModelObservation
import Testing

@MainActor private final class Person: ObservableModel {
  @Observed var first = "Ada"
  @Observed var last = "Lovelace"
  @Observed var born = 1815
  @Observed(didSet: Person.note) var title = "Countess"
  private var makeName: String { "\(first) \(last)" }
  @Derived(\Person.makeName) var name: String
  var age: Int { 1852 - born }
  private func note() {}
}

@MainActor private final class Office: ObservableModel {
  @Observed var room = "1"
  @Observed var isOpen = true
  private var makeDoor: String {
    evaluations += 1
    return isOpen ? room : "closed"
  }
  @Derived(\Office.makeDoor) var door: String
  private(set) var evaluations = 0
}

/// Evaluates what it is given as its body.
struct CauseReader: View {
  let read: @MainActor () -> String
  var body: some View { Text(read()) }
}

private enum ToneKey: EnvironmentKey {
  static let defaultValue = "low"
}

extension EnvironmentValues {
  fileprivate var tone: String {
    get { self[ToneKey.self] }
    set { self[ToneKey.self] = newValue }
  }
}

private struct ToneReader: View {
  let person: Person
  @Environment(\.tone) private var tone
  var body: some View { Text("\(tone) \(person.born)") }
}

private struct ToneSwitch: View {
  let person: Person
  @State private var tone = "low"
  @State private var taps = 0
  var body: some View {
    ToneReader(person: person).environment(\.tone, tone)
    Button("Up \(taps)") {
      tone = "high"
      taps += 1
      person.born += 1
    }
  }
}

@Suite("A report names the property that a body ran for")
@MainActor struct CauseTests {
  func causes(
    _ read: @escaping @MainActor () -> String, after change: @MainActor () -> Void
  ) async -> [EvaluationCause] {
    let host = TreeHost(CauseReader(read: read))
    host.resetEvaluations()
    change()
    await host.settle()
    #expect(host.evaluations.total <= 1)
    return host.evaluations.causes(of: "CauseReader")
  }

  @Test("An observed property, also where it is read through a computed one")
  func observed() async {
    let person = Person()
    let host = TreeHost(
      CauseReader {
        _ = person.title
        return "\(person.first) \(person.last) \(person.age)"
      })
    func expect(_ cause: String, after change: () -> Void) async {
      host.resetEvaluations()
      change()
      await host.settle()
      #expect(host.evaluations.causes(of: "CauseReader") == [.observation(cause)])
      #expect(host.evaluations.description == "CauseReader: observation \(cause)")
    }
    await expect("Person.last") { person.last = "King" }
    await expect("Person.first") { person.first = "Augusta" }
    await expect("Person.born") { person.born += 1 }
    await expect("Person.last") { person.$last.value = "Byron" }
    await expect("Person.title") { person.title = "Lady" }
    #expect(host.outline == "Text \"Augusta Byron 36\"")
  }

  @Test("A derived property, as itself")
  func derived() async {
    let person = Person()
    #expect(
      await causes {
        person.name
      } after: {
        person.last = "King"
      } == [.observation("Person.name")])
    #expect(
      await causes {
        "\(person.name) \(person.first)"
      } after: {
        person.born = 1
      } == [])
    // What was read before it has changed: it is not evaluated for the report.
    #expect(
      await causes {
        "\(person.first) \(person.name)"
      } after: {
        person.first = "Augusta"
      }
        == [.observation("Person.first")])
  }

  @Test("A derived property that nothing evaluates is not evaluated for a report")
  func derivedIsLeft() async {
    let person = Person()
    let office = Office()
    let host = TreeHost(CauseReader { "\(person.first) \(office.door)" })
    host.resetEvaluations()
    let evaluations = office.evaluations
    person.first = "Grace"
    office.room = "2"
    office.isOpen = false
    #expect(office.evaluations == evaluations)
    await host.settle()
    #expect(office.evaluations == evaluations + 1)
    #expect(host.evaluations.causes(of: "CauseReader") == [.observation("Person.first")])
    #expect(host.outline == "Text \"Grace closed\"")
    // It is followed again.
    host.resetEvaluations()
    office.isOpen = true
    await host.settle()
    #expect(host.evaluations.causes(of: "CauseReader") == [.observation("Office.door")])
    #expect(host.outline == "Text \"Grace 2\"")
  }

  @Test("Two models, changed one by one or between two updates")
  func twoModels() async {
    let person = Person()
    let office = Office()
    let read: @MainActor () -> String = { "\(person.first) \(office.room)" }
    #expect(await causes(read) { person.first = "B" } == [.observation("Person.first")])
    #expect(await causes(read) { office.room = "2" } == [.observation("Office.room")])
    #expect(
      await causes(read) {
        office.room = "3"
        person.first = "C"
        office.room = "4"
      } == [.observation("Office.room"), .observation("Person.first")])
  }

  @Test("Two models of one class have one name")
  func sameClass() async {
    let (one, other) = (Person(), Person())
    #expect(
      await causes {
        one.first + other.first
      } after: {
        one.first = "B"
        other.first = "C"
      } == [.observation("Person.first")])
  }

  @Test("All that a batch changed, in the order of reading")
  func batch() async {
    let person = Person()
    let read: @MainActor () -> String = { "\(person.first) \(person.last) \(person.born)" }
    #expect(
      await causes(read) {
        batchUpdates {
          person.born = 1
          person.first = "B"
          person.last = "B"
          person.last = "Lovelace"
        }
      } == [.observation("Person.first"), .observation("Person.born")])
    #expect(
      await causes(read) {
        batchUpdates {
          person.first = "C"
          person.first = "B"
        }
      } == [])
  }

  @Test("What another observer writes in answer")
  func answer() async {
    let person = Person()
    let token = observe { person.last = person.first }
    #expect(
      await causes {
        "\(person.last) \(person.born)"
      } after: {
        person.first = "B"
      }
        == [.observation("Person.last")])
    withExtendedLifetime(token) {}
  }

  @Test("A cleanup of a body runs before the next evaluation")
  func cleanup() async {
    let person = Person()
    let log = Log()
    let host = TreeHost(
      CauseReader {
        let number = person.born
        onCleanup { log("end \(number)") }
        log("\(number)")
        return "\(number)"
      })
    person.born = 1
    await host.settle()
    #expect(log.entries == ["1815", "end 1815", "1"])
  }

  @Test("A view that has left the tree hears nothing")
  func left() async {
    let person = Person()
    let host = TreeHost(CauseReader { person.first })
    host.unmount()
    host.resetEvaluations()
    person.first = "B"
    await host.settle()
    #expect(host.evaluations.total == 0)
  }

  @Test("Beside a state and an environment key")
  func others() async {
    let person = Person()
    let host = TreeHost(ToneSwitch(person: person))
    host.resetEvaluations()
    host.tap("Up 0")
    await host.settle()
    #expect(host.evaluations.causes(of: "ToneSwitch") == [.state("tone"), .state("taps")])
    #expect(
      host.evaluations.causes(of: "ToneReader")
        == [.observation("Person.born"), .environment("ToneKey")])
  }
}

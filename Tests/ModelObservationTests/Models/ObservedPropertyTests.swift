import ModelObservation
import Testing

@Suite("Property handles") struct ObservedPropertyTests {
  struct Name: Equatable {
    var first = "Ada"
    var last = "Lovelace"
  }

  final class Model: ObservableModel {
    @Observed var name = Name()
    @Observed var count = 0 {
      didSet { didSets += 1 }
    }
    var didSets = 0
  }

  @Test("A handle reads and writes the property, and is tracked")
  func binding() {
    let model = Model()
    let count = model.$count.binding
    var seen: [Int] = []
    let token = observe { seen.append(count.value) }
    count.value = 1
    model.$count.set(2)
    model.count = 3
    #expect(seen == [0, 1, 2, 3])
    #expect(model.$count.get() == 3)
    token.cancel()
  }

  @Test("An equal value written through a handle notifies nobody")
  func equal() {
    let model = Model()
    var runs = 0
    let token = observe {
      use(model.count)
      runs += 1
    }
    model.$count.value = 0
    #expect(runs == 1)
    token.cancel()
  }

  @Test("A handle of a member reads and writes that part")
  func member() {
    let model = Model()
    let first = model.$name.binding.first
    var seen: [Name] = []
    let token = observe { seen.append(model.name) }
    first.value = "Grace"
    #expect(first.value == "Grace")
    model.$name.last.value = "Hopper"
    model.$name.last.value = "Hopper"
    model.$name.last.value += "!"
    #expect(model.$name.last.value == "Hopper!")
    #expect(seen.map(\.first) == ["Ada", "Grace", "Grace", "Grace"])
    token.cancel()
  }

  @Test("A write through a handle does not run the property's own didSet")
  func ownObservers() {
    let model = Model()
    model.count = 1
    model.$count.value = 2
    #expect(model.count == 2)
    #expect(model.didSets == 1)
  }

  @Test("A handle's observer records nothing but the property")
  func observeOnly() {
    let model = Model()
    let other = Signal(0)
    var seen: [Int] = []
    let token = model.$count.observe { seen.append($0 + other.value) }
    other.value = 10
    model.count = 1
    #expect(seen == [0, 11])
    token.cancel()
  }

  @Test("What an observer of a part has made is ended when the part changes, and not before")
  func cleanups() {
    let model = Model()
    var log: [String] = []
    let token = model.$name.first.observe { name in
      log.append("open \(name)")
      onCleanup { log.append("close \(name)") }
    }
    model.name.last = "Byron"
    #expect(log == ["open Ada"])
    model.name.first = "Grace"
    #expect(log == ["open Ada", "close Ada", "open Grace"])
    token.cancel()
    #expect(log.last == "close Grace")
  }

  final class Parent: ObservableModel {
    @Observed var child = Child()
  }

  final class Child: ObservableModel {
    weak var parent: Parent?
    var seen: String?
    @Observed(didSet: Child.renamed) var title = "first"
    @Observed var name = Name()
    private func renamed() { seen = parent?.child.title }
  }

  @Test("A handle of a part in an object writes that, and leaves alone what leads there")
  func partOfObject() {
    let parent = Parent()
    parent.child.parent = parent
    var children = 0
    var titles: [String] = []
    let tokens = [
      observe {
        use(parent.child)
        children += 1
      },
      observe { titles.append(parent.child.title) },
    ]
    parent.$child.title.value = "second"
    #expect(parent.child.seen == "second")
    parent.$child.title.value += "!"
    parent.$child.title.value = "second!"
    parent.$child.name.first.value = "Grace"
    parent.$child.name.first.value = "Grace"
    #expect(parent.child.name.first == "Grace")
    #expect(titles == ["first", "second", "second!"])
    #expect(children == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test("An observer that writes a part of an object through a handle has not read it")
  func mutationOfPartIsNoRead() {
    let parent = Parent()
    var runs = 0
    let token = observe {
      runs += 1
      guard runs < 3 else { return }
      parent.$child.title.value += "!"
      parent.$child.name.first.value += "!"
      parent.$child.name.last.value = "Byron"
      parent.$child.title.value = "first"
    }
    parent.child.title = "second"
    parent.child = Child()
    #expect(runs == 1)
    withExtendedLifetime(token) {}
  }

  @Test("A handle retains its model, its observers do not")
  func retains() {
    weak var reference: Model?
    var handle: ObservedProperty<Int>?
    do {
      let model = Model()
      reference = model
      handle = model.$count
    }
    #expect(reference != nil)
    let token = handle?.observe { _ in }
    handle = nil
    #expect(reference == nil)
    token?.cancel()
  }

  @Test("A handle's observer that ends in its own cleanup is called no more")
  func endsInCleanup() {
    let model = Model()
    var seen: [Int] = []
    var token: ObservationToken?
    token = model.$count.observe { value in
      seen.append(value)
      onCleanup { token?.cancel() }
    }
    model.count = 1
    #expect(seen == [0])
    #expect(token?.isCancelled == true)
  }
}

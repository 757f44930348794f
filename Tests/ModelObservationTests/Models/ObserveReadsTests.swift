import ModelObservation
import Observation
import Testing

private final class Counters: ObservableModel {
  @Observed var first = 0
  @Observed var second = 0
  @Observed var sum = 0
  private var makeParity: Bool { sum.isMultiple(of: 2) }
  @Derived(\Counters.makeParity) var isEven: Bool
}

/// Shows nothing of its properties to reflection.
private final class Opaque: ObservableModel, CustomReflectable {
  @Observed var value = 0
  private var makeDouble: Int { value * 2 }
  @Derived(\Opaque.makeDouble) var double: Int
  var customMirror: Mirror { Mirror(self, children: []) }
}

@Suite("An observer of reads is told what changed, by name")
struct ObserveReadsTests {
  @Test("It runs once, is told of each change, and stays subscribed until it is cancelled")
  func staysSubscribed() {
    let model = Counters()
    var runs = 0
    var changes: [[String]] = []
    let token = observeReads {
      runs += 1
      _ = (model.first, model.second)
    } onChange: {
      changes.append($0)
    }
    model.first = 1
    model.first = 1
    model.sum = 1
    model.second = 1
    batchUpdates {
      model.second = 2
      model.first = 2
    }
    token.cancel()
    model.first = 3
    #expect(runs == 1)
    #expect(
      changes == [
        ["Counters.first"], ["Counters.second"], ["Counters.first", "Counters.second"],
      ])
  }

  @Test("A derived property is reported where it differs, and left after the first change")
  func derived() {
    let model = Counters()
    var changes: [[String]] = []
    let token = observeReads {
      _ = (model.isEven, model.first)
    } onChange: {
      changes.append($0)
    }
    model.sum = 2
    #expect(changes == [])
    model.sum = 3
    model.sum = 4
    model.first = 1
    #expect(changes == [["Counters.isEven"], ["Counters.first"]])
    #expect(model.isEven)
    token.cancel()
  }

  private final class Bridged: ObservableModel, Observable {
    @Observed var value = 0
    @Observed var other = 0
    private var makeDouble: Int { value * 2 }
    @Derived(\Bridged.makeDouble) var double: Int
  }

  @Test("The properties of a bridged model have their names, and so have those read by handles")
  func bridged() {
    let (model, counters) = (Bridged(), Counters())
    let (value, sum) = (model.$value, counters.$sum)
    var changes: [[String]] = []
    let token = observeReads {
      _ = (model.double, value.value, model.other, sum.value)
    } onChange: {
      changes.append($0)
    }
    batchUpdates {
      counters.sum = 1
      model.other = 1
      model.value = 1
    }
    #expect(
      changes == [["Bridged.double", "Bridged.value", "Bridged.other", "Counters.sum"]])
    token.cancel()
  }

  @Test("A derived property that is left is not reported again, whoever evaluates it")
  func derivedLeft() {
    let model = Counters()
    var changes: [[String]] = []
    let token = observeReads {
      _ = (model.first, model.isEven)
    } onChange: {
      changes.append($0)
    }
    model.first = 1
    model.sum = 1
    #expect(!model.isEven)
    model.first = 2
    #expect(changes == [["Counters.first"], ["Counters.first"]])
    token.cancel()
  }

  @Test("A custom mirror hides no name")
  func opaque() {
    let model = Opaque()
    var changes: [[String]] = []
    let token = observeReads {
      _ = (model.double, model.value)
    } onChange: {
      changes.append($0)
    }
    model.value = 1
    #expect(changes == [["Opaque.double", "Opaque.value"]])
    token.cancel()
  }

  @Test("A model that is gone at the end of the batch that changed it is named")
  func gone() {
    var model: Counters? = Counters()
    let kept = Counters()
    var changes: [[String]] = []
    let token = observeReads {
      _ = (model?.first, kept.first)
    } onChange: {
      changes.append($0)
    }
    batchUpdates {
      kept.first = 1
      model?.first = 1
      model = nil
    }
    #expect(changes == [["Counters.first"]])
    token.cancel()
  }

  @Test("It hears more changes in one update than an observer may cause")
  func manyChanges() {
    let model = Counters()
    var changes = 0
    let reads = observeReads {
      _ = model.sum
    } onChange: { _ in
      changes += 1
    }
    let first = observe {
      guard (1..<700).contains(model.first) else {
        if model.first == 700 { model.second = 1 }
        return
      }
      model.sum += 1
      model.first += 1
    }
    let second = observe {
      guard (1..<700).contains(model.second) else { return }
      model.sum += 1
      model.second += 1
    }
    model.first = 1
    #expect(model.sum == 1_398)
    #expect(changes > 1_000)
    for token in [reads, first, second] { token.cancel() }
  }

  @Test("A name that two models share is told once")
  func sharedName() {
    let (one, other) = (Counters(), Counters())
    var changes: [[String]] = []
    let token = observeReads {
      _ = (one.first, other.first)
    } onChange: {
      changes.append($0)
    }
    batchUpdates {
      one.first = 1
      other.first = 1
    }
    #expect(changes == [["Counters.first"]])
    token.cancel()
  }

  @Test("An observer that is made in it goes on, and what it cleans up is cleaned up at a change")
  func madeInside() {
    let model = Counters()
    var log: [String] = []
    var inner: ObservationToken?
    let token = observeReads {
      _ = model.first
      inner = observe { log.append("sum \(model.sum)") }
      onCleanup { log.append("clean") }
    } onChange: { _ in
      log.append("change")
    }
    model.first = 1
    model.sum = 1
    token.cancel()
    model.sum = 2
    #expect(log == ["sum 0", "clean", "change", "sum 1", "sum 2"])
    inner?.cancel()
  }

  @Test("A cleanup that ends it at a change leaves nothing to be told")
  func endedByCleanup() {
    let model = Counters()
    var changes = 0
    var token: ObservationToken?
    token = observeReads {
      _ = model.first
      onCleanup { token?.cancel() }
    } onChange: { _ in
      changes += 1
    }
    model.first = 1
    #expect(changes == 0)
  }

  @Test("What a cleanup changes as the observer around it ends is not told either")
  func endedAround() {
    let model = Counters()
    var changes = 0
    let outer = observe {
      _ = observeReads {
        _ = model.first
      } onChange: { _ in
        changes += 1
      }
      _ = observe { onCleanup { model.first += 1 } }
    }
    outer.cancel()
    #expect(model.first == 1)
    #expect(changes == 0)
  }
}

import Dispatch
import EnvironmentTree
import Foundation
import ModelObservation
import Testing

@MainActor private final class Source: ObservableModel {
  @Observed var name = "Ada"
}

/// A model that follows another one, and reads it when it is made.
@MainActor private final class Follower: ObservableModel, ObservableObject {
  @Observed var name = ""
  let first: String
  private var token: ObservationToken?

  init(_ source: Source) {
    first = source.name
    token = observe { [unowned self] in name = source.name }
  }
}

private struct FollowerText: View {
  let follower: Follower
  var body: some View { Text("\(follower.name), at first \(follower.first)") }
}

private struct CellText: View {
  let cell: SharedObserved<Int>
  var body: some View { Text("\(cell.value)") }
}

private struct StateOwner: View {
  @State private var follower: Follower
  @State private var turn = 0
  init(_ source: Source) { _follower = State(initialValue: Follower(source)) }
  var body: some View {
    Button("Turn \(turn)") { turn += 1 }
    FollowerText(follower: follower)
  }
}

private struct ObjectOwner: View {
  @StateObject private var follower: Follower
  @State private var turn = 0
  init(_ source: Source) { _follower = StateObject(wrappedValue: Follower(source)) }
  var body: some View {
    Button("Turn \(turn)") { turn += 1 }
    FollowerText(follower: follower)
  }
}

private struct Owner: View {
  let source: Source
  let isObject: Bool
  @State private var count = 0
  var body: some View {
    Button("Count \(count)") { count += 1 }
    if isObject { ObjectOwner(source) } else { StateOwner(source) }
  }
}

/// Reads a model before the body does.
private struct Preparing: DynamicProperty {
  let source: Source
  private(set) var name = ""
  init(_ source: Source) { self.source = source }
  mutating func update() { name = MainActor.assumeIsolated { [source] in source.name } }
}

@Suite("Models that a view makes") @MainActor struct ModelTests {
  @Test(
    "A model's own observers go on when bodies are evaluated again", arguments: [false, true])
  func observers(isObject: Bool) async {
    let source = Source()
    let host = TreeHost(Owner(source: source, isObject: isObject))
    for (tap, name) in [("Count 0", "Grace"), ("Turn 0", "Edsger"), ("Turn 1", "Barbara")] {
      host.tap(tap)
      source.name = name
      await host.settle()
      #expect(host.outline.hasSuffix("Text \"\(name), at first Ada\""))
    }
  }

  @Test("What an object reads when it is made is not what the body reads")
  func initialReads() async {
    let source = Source()
    let host = TreeHost(ObjectOwner(source))
    host.resetEvaluations()
    source.name = "Grace"
    await host.settle()
    #expect(host.evaluations.counts == ["FollowerText": 1])
  }

  @Test("What an object reads of the tree when it is made, no view reads")
  func initialStateReads() {
    final class Start: ObservableObject {
      let text: String
      init(_ text: String) { self.text = text }
    }
    struct Inner: View {
      @StateObject private var start: Start
      init(_ count: Binding<Int>) {
        _start = StateObject(wrappedValue: Start("began at \(count.wrappedValue)"))
      }
      var body: some View { Text(start.text) }
    }
    struct Outer: View {
      @State private var count = 0
      var body: some View {
        Button("Count") { count += 1 }
        Inner($count)
      }
    }
    let host = TreeHost(Outer())
    host.resetEvaluations()
    host.tap("Count")
    #expect(host.outline.hasSuffix("Text \"began at 0\""))
    #expect(host.evaluations.counts.isEmpty)
  }

  /// Blocks the main thread, which runs nothing meanwhile.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  @Test("What is written elsewhere before the tree settles is in the tree when it has")
  func elsewhere() async {
    let cell = SharedObserved(0)
    let host = TreeHost(CellText(cell: cell))
    // For a while, all other threads are taken.
    let end = ContinuousClock.now + .milliseconds(100)
    for _ in 0..<8 { Task.detached { while ContinuousClock.now < end {} } }
    for number in 1...10 {
      let isWritten = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        cell.value = number
        isWritten.signal()
      }
      Self.wait(for: isWritten)
      await host.settle()
      #expect(host.outline == "Text \"\(number)\"")
    }
  }

  @Test("What a dynamic property reads of a model before the body is not what the body reads")
  func updateReads() async {
    struct Reader: View {
      let preparing: Preparing
      let source: Source
      let reads: Bool
      var body: some View { Text(reads ? "\(preparing.name) \(source.name)" : preparing.name) }
    }
    for reads in [false, true] {
      let source = Source()
      let host = TreeHost(
        Reader(preparing: Preparing(source), source: source, reads: reads))
      source.name = "Grace"
      await host.settle()
      #expect(host.outline == (reads ? "Text \"Grace Grace\"" : "Text \"Ada\""))
    }
  }

  @MainActor private final class Row: ObservableModel {
    let source: Source
    init(_ source: Source) { self.source = source }
    private var makeTitle: String { source.name.uppercased() }
    @Derived(\Row.makeTitle) var title: String
  }

  @Test("A body that makes a model is evaluated for what it has read of that")
  func temporary() async {
    struct RowText: View {
      let source: Source
      var body: some View { Text(Row(source).title) }
    }
    let source = Source()
    let host = TreeHost(RowText(source: source))
    host.resetEvaluations()
    source.name = "Grace"
    await host.settle()
    #expect(host.outline == "Text \"GRACE\"")
    #expect(host.evaluations.counts == ["RowText": 1])
  }
}

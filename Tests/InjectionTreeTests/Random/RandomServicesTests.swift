import EnvironmentTree
import Injection
import InjectionTree
import ModelObservation
import TestSupport
import Testing

/// Random trees with services, models, tabs, sheets and paths, mounted several times with a difference that is not
/// to matter: each shows the same, keeps the same states, and leaves nothing.
@Suite("Random trees with services") @MainActor struct RandomServicesTests {
  @Test("What does nothing makes no difference, and neither does the way of a change")
  func differences() async throws {
    for seed in SplitMix.seeds(8) {
      var random = SplitMix(state: seed)
      let desc = RandomPiece.Desc.random(depth: 2, using: &random)
      let runs = Difference.allCases.map { Run(desc, $0) }
      for run in runs { await run.host.settle() }
      for step in 0..<8 {
        let place: Comment = "INJECTION_TEST_SEED=\(seed), step \(step)"
        let labels = try runs[0].host.all("Button").map(\.label)
        let tapped = Bool.random(using: &random) ? labels.randomElement(using: &random) : nil
        let changes = runs[0].desc.changes(using: &random)
        for run in runs {
          if let tapped { run.host.tap(tapped) }
          await run.apply(changes)
        }
        for run in runs.dropFirst() {
          try #require(run.facts == runs[0].facts, "\(place), \(run.difference)")
        }
        // A tab that was selected once stays, with its sheets.
        if runs[0].desc.all.contains(where: { $0.shape.kind == .tabs }) { continue }
        let stateless = runs[0].facts(hasStates: false)
        let fresh = Run(runs[0].desc, .none)
        await fresh.host.settle()
        try #require(fresh.facts(hasStates: false) == stateless, place)
        await fresh.end()
        try #require(fresh.isBalanced, place)
      }
      for run in runs {
        await run.end()
        #expect(run.isBalanced, "INJECTION_TEST_SEED=\(seed), \(run.difference)")
      }
    }
  }

  /// One tree, and what has happened to it.
  @MainActor private struct Run {
    let difference: Difference
    let world: World
    let host: TreeHost
    var desc: RandomPiece.Desc { world.isByValue ? world.desc : world.root.desc }

    init(_ desc: RandomPiece.Desc, _ difference: Difference) {
      self.difference = difference
      world = World(desc, difference)
      host = TreeHost(RootView(world: world))
    }

    func apply(_ changes: [RandomPiece.Change]) async {
      await host.settle()
      world.noise += 1
      if difference == .batch {
        batchUpdates { changes.forEach(world.apply) }
      } else {
        for change in changes {
          world.apply(change)
          // A subtree in which neither of two services is set, or both, has others than where one is.
          if difference == .steps, !change.isOfServices { await host.settle() }
        }
      }
      await host.settle()
    }

    var facts: [String] { facts(hasStates: true) }

    func facts(hasStates: Bool) -> [String] {
      let lines = host.outline.split(separator: "\n").filter {
        !$0.contains("noise") && (hasStates || !$0.contains("states"))
      }
      let counts = [world.shown, world.running].map { $0.filter { $0.value != 0 } }
      return lines.map { String($0) } + counts.map { "\($0.sorted { $0.key < $1.key })" }
    }

    func end() async {
      host.unmount()
      await host.finish()
    }

    var isBalanced: Bool {
      facts == ["[]", "[]"] && world.living.living.value == 0
    }
  }
}

/// What differs between two trees.
private enum Difference: CaseIterable {
  case none, value, batch, steps, sibling, group, any, looks, environment, services, lifecycle
}

// MARK: Services

private final class Living: Sendable {
  let living = SharedObserved(0)
}

private class Counted: @unchecked Sendable {
  // Unchecked for the subclass alone: there is nothing that changes.
  private let living = injected(\.livingServices)
  init() { living.living.withValue { $0 += 1 } }
  deinit { living.living.withValue { $0 -= 1 } }
}

private enum LivingKey: InjectedKey {
  static var liveValue: Living { Living() }
  static var testValue: Living { liveValue }
}

private enum WordKey: InjectedKey {
  static var liveValue: String { "live" }
  static var testValue: String { liveValue }
}

private enum LimitKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { liveValue }
}

private final class Tally: Counted, @unchecked Sendable {
  let word = injected(\.tallyWord)
  let count = SharedObserved(0)
}

private enum TallyKey: InjectedKey {
  static var liveValue: Tally { Tally() }
  static var testValue: Tally { liveValue }
}

private final class Desk: Counted, @unchecked Sendable {
  let tally = injected(\.wordTally)
  let limit = injected(\.deskLimit)
  let count = SharedObserved(0)
}

private enum DeskKey: InjectedKey {
  static var liveValue: Desk { Desk() }
  static var testValue: Desk { liveValue }
}

extension InjectedValues {
  fileprivate var livingServices: Living {
    get { self[LivingKey.self] }
    set { self[LivingKey.self] = newValue }
  }
  fileprivate var tallyWord: String {
    get { self[WordKey.self] }
    set { self[WordKey.self] = newValue }
  }
  fileprivate var deskLimit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
  fileprivate var wordTally: Tally { self[TallyKey.self] }
  fileprivate var desk: Desk { self[DeskKey.self] }
}

@MainActor private final class LeafModel: ObservableModel {
  @Injected(\.tallyWord) var word
  @Injected(\.desk) var desk
  @Observed var count = 0
}

@MainActor private final class SharedModel: ObservableModel {
  @Injected(\.tallyWord) var word
  @Observed var count = 0
}

// MARK: Views

@MainActor private final class World: ObservableModel {
  let difference: Difference
  let living = Living()
  let root: RandomPiece
  @Observed var desc: RandomPiece.Desc
  @Observed var noise = 0
  var shown: [String: Int] = [:]
  var running: [String: Int] = [:]
  var isByValue: Bool { difference == .value }

  init(_ desc: RandomPiece.Desc, _ difference: Difference) {
    self.difference = difference
    self.desc = desc
    root = RandomPiece(desc)
  }

  func apply(_ change: RandomPiece.Change) {
    if isByValue { desc.apply(change) } else { root.apply(change) }
  }

  func change(_ id: Int, _ shape: RandomPiece.Shape) { apply(.shape(id, shape)) }

  func run(_ id: String) async {
    running[id, default: 0] += 1
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    running[id, default: 0] -= 1
  }
}

private struct RootView: View {
  let world: World
  var body: some View {
    VStack {
      if world.difference == .sibling { Noise(world: world) }
      Group {
        if world.isByValue {
          PieceView(world: world, piece: .value(world.desc))
        } else {
          PieceView(world: world, piece: .object(world.root))
        }
      }
      .injectedModel { SharedModel() }
    }
    .injectedValues { [living = world.living] in $0.livingServices = living }
  }
}

private struct Noise: View {
  let world: World
  var body: some View {
    if world.noise % 2 == 0 { NoiseLine() }
    NoiseLine().injectedValues { [noise = world.noise] in
      $0.tallyWord = "noise \(noise)"
      $0.deskLimit = noise
    }
  }
}

private struct NoiseLine: View {
  @InjectedEnvironment(\.desk) private var desk
  var body: some View { Text("noise \(desk.limit) \(desk.tally.word)") }
}

private struct Different<Content: View>: View {
  let difference: Difference
  let content: Content
  var body: some View {
    switch difference {
    case .none, .value, .batch, .steps, .sibling: content
    case .group: Group { content }
    case .any: AnyView(content)
    case .looks: content.padding().font(.body).animation(.default, value: 1)
    case .environment: content.transformEnvironment(\.isEnabled) { _ in }
    case .services: content.injectedValues { _ = $0.tallyWord }
    case .lifecycle: content.onAppear {}.onDisappear {}.onChange(of: 1) {}.task {}.id(1)
    }
  }
}

private struct Leaf: View {
  let name: String
  let world: World
  @InjectedEnvironment(\.tallyWord) private var word
  @InjectedEnvironment(\.deskLimit) private var limit
  @InjectedEnvironment(\.wordTally) private var tally
  @InjectedEnvironment(\.desk) private var desk
  @InjectedModel({ LeafModel() }) private var model
  @InjectedModel private var shared: SharedModel
  @State private var count = 0

  var body: some View {
    Text("\(name) \(word) \(limit), tally \(tally.word), desk \(desk.limit) \(desk.tally.word)")
    Text("states \(count) \(tally.count.value) \(desk.count.value) \(desk.tally === tally)")
    Text("states \(model.count) \(model.word) \(model.desk.count.value) \(model.desk.limit)")
    Text("states \(shared.count) \(shared.word)")
    Button("tap \(name)") {
      count += 1
      tally.count.withValue { $0 += 1 }
      desk.count.withValue { $0 += 1 }
      model.desk.count.withValue { $0 += 10 }
      model.count += 1
      shared.count += 1
    }
    .onAppear { world.shown[name, default: 0] += 1 }
    .onDisappear { world.shown[name, default: 0] -= 1 }
  }
}

private struct PieceView: View {
  let world: World
  let piece: RandomPiece.Source

  var body: some View {
    let (word, limit) = (piece.services.word, piece.services.limit)
    Different(
      difference: world.difference,
      content: content.task(id: piece.shape.version) { await world.run("\(piece.id)") }
    )
    .injectedValues {
      if let word { $0.tallyWord = word }
      if let limit { $0.deskLimit = limit }
    }
  }

  private var leaf: some View { Leaf(name: "p\(piece.id)", world: world) }
  private var children: some View {
    ForEach(piece.children) { PieceView(world: world, piece: $0) }
  }
  private var all: some View {
    VStack {
      leaf
      children
    }
  }
  private var reversed: some View {
    HStack {
      children
      leaf
    }
  }
  private var shape: Binding<RandomPiece.Shape> {
    Binding {
      piece.shape
    } set: {
      world.change(piece.id, $0)
    }
  }

  @ViewBuilder private var content: some View {
    switch piece.shape.kind {
    case .stack: all
    case .condition: if piece.shape.flag { all } else { reversed }
    case .any: piece.shape.flag ? AnyView(all) : AnyView(reversed)
    case .identity: all.id(piece.shape.flag)
    case .list:
      List {
        Section("section") { leaf }
        children
      }
    case .model: all.injectedModel { SharedModel() }
    case .tabs:
      TabView(selection: shape.selection) {
        leaf.tabItem { Text("leaf") }.tag(0)
        ForEach(piece.children) { child in
          PieceView(world: world, piece: child).tabItem { Text("\(child.id)") }.tag(child.id)
        }
      }
    case .sheet:
      all.sheet(isPresented: shape.flag) { Leaf(name: "s\(piece.id)", world: world) }
    case .navigation:
      NavigationStack(path: shape.path) {
        all.navigationDestination(for: Int.self) { number in
          Text("page \(number)").task { await world.run("d\(piece.id)") }
          Leaf(name: "d\(piece.id)", world: world)
        }
      }
    }
  }
}

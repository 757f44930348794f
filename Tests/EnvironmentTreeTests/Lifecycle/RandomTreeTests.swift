import EnvironmentTree
import ModelObservation
import TestSupport
import Testing

/// Random trees that change: after each change, the tree is what one is that is mounted then.
@Suite("Random trees") @MainActor struct RandomTreeTests {
  @Test("Each change leaves what a tree mounted anew shows, and appearances and tasks in balance")
  func changes() async throws {
    for seed in SplitMix.seeds(30) {
      var random = SplitMix(state: seed)
      let spec = Spec.random(depth: 3, using: &random)
      let model = RootModel()
      let notes = Notes()
      let host = TreeHost(Root(spec: spec, model: model, notes: notes))
      await host.settle()
      for step in 0..<20 {
        let keepsPlaces = change(spec, model, using: &random)
        notes.keepsPlaces = keepsPlaces
        await host.settle()
        let fresh = Notes()
        let other = TreeHost(Root(spec: spec, model: model, notes: fresh))
        await other.settle()
        let place: Comment = "INJECTION_TEST_SEED=\(seed), step \(step)"
        try #require(host.outline == other.outline, place)
        try #require(notes.shown == fresh.shown, place)
        try #require(notes.running == fresh.running, place)
        try #require(notes.movedStates == [], place)
        host.resetEvaluations()
        await host.settle()
        try #require(host.evaluations.total == 0, place)
        other.unmount()
        await other.finish()
        try #require(fresh.isBalanced, place)
      }
      host.unmount()
      await host.finish()
      #expect(notes.isBalanced, "INJECTION_TEST_SEED=\(seed)")
    }
  }

  /// Changes up to three things; tells whether every view stays where it is in its parent.
  private func change(
    _ root: Spec, _ model: RootModel, using random: inout SplitMix
  ) -> Bool {
    var keepsPlaces = true
    let specs = root.all
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      guard let spec = specs.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: spec.name = String("abcd".randomElement(using: &random) ?? "a")
      case 1:
        spec.flag.toggle()
        keepsPlaces = false
      case 2: spec.version += 1
      case 3:
        let index = Int.random(in: 0...spec.children.count, using: &random)
        spec.children.insert(Spec.random(depth: 1, using: &random), at: index)
      case 4 where !spec.children.isEmpty:
        spec.children.remove(at: Int.random(in: 0..<spec.children.count, using: &random))
      case 5: spec.children.shuffle(using: &random)
      case 6: model.name = Bool.random(using: &random) ? "light" : "dark"
      case 7:
        spec.kind = Spec.Kind.allCases.randomElement(using: &random) ?? .stack
        keepsPlaces = false
      case 8:
        spec.sheet = spec.sheet == nil ? Spec.random(depth: 1, using: &random) : nil
        keepsPlaces = false
      default: if spec.children.count > 3 { spec.children.removeAll() }
      }
    }
    return keepsPlaces
  }
}

/// What has happened to the views of a tree.
@MainActor private final class Notes {
  private var appearances: [Int: Int] = [:]
  private var tasks: [Int: Int] = [:]
  private var states: [Int: ObjectIdentifier] = [:]
  var keepsPlaces = true
  /// The views that were given another state, though they have stayed where they were.
  private(set) var movedStates: [Int] = []

  var shown: [Int: Int] { appearances.filter { $0.value != 0 } }
  var running: [Int: Int] { tasks.filter { $0.value != 0 } }
  var isBalanced: Bool { shown.isEmpty && running.isEmpty }

  func appear(_ id: Int, _ state: AnyObject? = nil) {
    appearances[id, default: 0] += 1
    states[id] = state.map { ObjectIdentifier($0) }
  }

  func disappear(_ id: Int) {
    appearances[id, default: 0] -= 1
    states[id] = nil
  }

  func evaluate(_ id: Int, _ state: AnyObject) {
    if let old = states[id], old != ObjectIdentifier(state), keepsPlaces { movedStates.append(id) }
  }

  func run(_ id: Int) async {
    tasks[id, default: 0] += 1
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    tasks[id, default: 0] -= 1
  }
}

/// What a view of a random tree shows.
@MainActor private final class Spec: ObservableModel, @MainActor Identifiable {
  enum Kind: CaseIterable {
    case stack, group, condition, environment, identity, list, overlay, sheet, stackOfScreens
    case popover, positions
  }

  private static var lastID = 0

  let id: Int
  @Observed var kind = Kind.stack
  @Observed var name = "n"
  @Observed var flag = false
  @Observed var version = 0
  @Observed var children: [Spec] = []
  @Observed var sheet: Spec?

  init() {
    Spec.lastID += 1
    id = Spec.lastID
  }

  static func random(depth: Int, using random: inout SplitMix) -> Spec {
    let spec = Spec()
    spec.kind = Kind.allCases.randomElement(using: &random) ?? .stack
    if depth == 0 { return spec }
    spec.children = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      Spec.random(depth: depth - 1, using: &random)
    }
    return spec
  }

  var all: [Spec] { [self] + children.flatMap(\.all) + (sheet?.all ?? []) }
}

@MainActor private final class RootModel: ObservableModel {
  @Observed var name = "light"
}

private struct Root: View {
  let spec: Spec
  let model: RootModel
  let notes: Notes
  var body: some View { SpecView(spec: spec, notes: notes).environment(\.name, model.name) }
}

private struct Leaf: View {
  let spec: Spec
  @Environment(\.name) private var name
  var body: some View { Text("\(spec.name) in \(name)") }
}

private struct SpecView: View {
  private final class Token {}

  let spec: Spec
  let notes: Notes
  @State private var token = Token()

  var body: some View {
    let _ = notes.evaluate(spec.id, token)
    content
      .onAppear { notes.appear(spec.id, token) }
      .onDisappear { notes.disappear(spec.id) }
      .task(id: spec.version) { await notes.run(spec.id) }
  }

  @ViewBuilder private var content: some View {
    switch spec.kind {
    case .stack: VStack { all }
    case .group: Group { all }
    case .condition:
      if spec.flag, let first = spec.children.first {
        view(first).id(first.id)
      } else {
        HStack { all }
      }
    case .environment: VStack { views(spec.children) }.environment(\.name, spec.name)
    case .identity: VStack { all }.id(spec.flag)
    case .list: List { Section(spec.name) { views(spec.children) } }
    case .overlay: Leaf(spec: spec).overlay { if spec.flag { views(spec.children) } }
    case .sheet: VStack { all }.sheet(item: Bindable(spec).sheet) { view($0) }
    case .stackOfScreens:
      NavigationStack {
        VStack { all }.navigationDestination(isPresented: Bindable(spec).flag) {
          Leaf(spec: spec)
            .onAppear { notes.appear(-spec.id) }
            .onDisappear { notes.disappear(-spec.id) }
        }
      }
    case .popover:
      Leaf(spec: spec).popover(isPresented: Bindable(spec).flag) { views(spec.children) }
    case .positions:
      VStack { ForEach(spec.children.indices, id: \.self) { Leaf(spec: spec.children[$0]) } }
    }
  }

  @ViewBuilder private var all: some View {
    Leaf(spec: spec)
    views(spec.children)
  }

  private func views(_ specs: [Spec]) -> some View { ForEach(specs) { view($0) } }

  private func view(_ spec: Spec) -> AnyView { AnyView(SpecView(spec: spec, notes: notes)) }
}

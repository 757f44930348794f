import EnvironmentTree
import ModelObservation

/// Changes in trees of 100, 1,000 and 10,000 views: how long they take, and what they evaluate.
///
/// The cost of a change is that of what depends on it, however large the tree is; that of a collection
/// grows with its elements, as each row is compared.
func registerTreeChanges(in benchmarks: inout Benchmarks) {
  for change in TreeChange.allCases {
    for count in [100, 1_000, 10_000] {
      let name = "tree \(change.rawValue), \(count) views"
      let floor = count == 100 || change == .element ? nil : "tree \(change.rawValue), 100 views"
      benchmarks.add(name, unit: .nanoseconds, floor: floor, goal: floor.map { _ in .atMost(1.25) })
      {
        await measure(change, views: count, changes: change == .element ? 10 : 1_000)
      }
      benchmarks.add(
        "\(name), rows and readers evaluated", unit: .evaluations, goal: .plus(1), sampleLimit: 1
      ) {
        await evaluations(change, views: count)
      }
    }
  }
  benchmarks.add("tree 10,000 rows mounted", unit: .nanoseconds) {
    await MainActor.run {
      Double(ProcessorTime.nanoseconds { blackHole(TreeHost(TreeScreen(TreeControls(10_000)))) })
    }
  }
}

/// What is changed.
private enum TreeChange: String, CaseIterable {
  case property = "property of a model that one view reads"
  case state = "state of one view"
  case environment = "key of the environment that one view reads"
  case element = "element of a collection"
}

@MainActor private func measure(_ change: TreeChange, views: Int, changes: Int) -> Double {
  let controls = TreeControls(views)
  let host = TreeHost(TreeScreen(controls))
  let time = ProcessorTime.nanoseconds {
    for index in 1...changes {
      controls.make(change, index)
      host.resetEvaluations()
    }
  }
  return Double(time) / Double(changes)
}

@MainActor private func evaluations(_ change: TreeChange, views: Int) -> Double {
  let controls = TreeControls(views)
  let host = TreeHost(TreeScreen(controls))
  host.resetEvaluations()
  controls.make(change, 1)
  // The views that the change is made in run as well, whatever is below.
  let counts = host.evaluations.counts.filter { !$0.key.hasPrefix("TreeScreen") }
  precondition(!counts.isEmpty, "The change has reached nobody, so its time is none.")
  return Double(counts.values.reduce(0, +))
}

/// What changes a tree from outside.
@MainActor private final class TreeControls {
  let rows: [TreeRow.Item]
  let model = TreeModel()
  var state: Binding<Int>?
  var environment: Binding<Int>?
  var items: Binding<[TreeRow.Item]>?

  init(_ count: Int) {
    rows = (0..<count).map { TreeRow.Item(id: $0, number: 0) }
  }

  func take<Value>(_ keyPath: ReferenceWritableKeyPath<TreeControls, Value?>, _ value: Value) {
    self[keyPath: keyPath] = value
  }

  func make(_ change: TreeChange, _ index: Int) {
    switch change {
    case .property: model.number = index
    case .state: state?.wrappedValue = index
    case .environment: environment?.wrappedValue = index
    case .element: items?.wrappedValue[rows.count / 2].number = index
    }
  }
}

@MainActor private final class TreeModel: ObservableModel {
  @Observed var number = 0
}

private enum TreeNumberKey: EnvironmentKey {
  static let defaultValue = 0
}

extension EnvironmentValues {
  fileprivate var treeNumber: Int {
    get { self[TreeNumberKey.self] }
    set { self[TreeNumberKey.self] = newValue }
  }
}

private struct TreeScreen: View {
  let controls: TreeControls
  @State private var environment = 0

  init(_ controls: TreeControls) {
    self.controls = controls
  }

  var body: some View {
    let _ = controls.take(\.environment, $environment)
    TreeScreenContent(controls: controls).environment(\.treeNumber, environment)
  }
}

private struct TreeScreenContent: View {
  let controls: TreeControls
  var body: some View {
    PropertyReader(model: controls.model)
    StateReader(controls: controls)
    EnvironmentReader()
    TreeScreenRows(controls: controls)
  }
}

private struct TreeScreenRows: View {
  let controls: TreeControls
  @State private var items: [TreeRow.Item]

  init(controls: TreeControls) {
    self.controls = controls
    _items = State(initialValue: controls.rows)
  }

  var body: some View {
    let _ = controls.take(\.items, $items)
    List(items) { TreeRow(item: $0) }
  }
}

private struct TreeRow: View {
  struct Item: Identifiable {
    let id: Int
    var number: Int
  }
  let item: Item
  var body: some View { Text("\(item.number)") }
}

private struct PropertyReader: View {
  let model: TreeModel
  var body: some View { Text("\(model.number)") }
}

private struct StateReader: View {
  let controls: TreeControls
  @State private var number = 0
  var body: some View {
    let _ = controls.take(\.state, $number)
    Text("\(number)")
  }
}

private struct EnvironmentReader: View {
  @Environment(\.treeNumber) private var number
  var body: some View { Text("\(number)") }
}

import EnvironmentTree
import ModelObservation
import Testing

/// One change of a model concerns views at several depths, of which some are told by their parents and
/// others by the environment.
@MainActor @Suite("Parents are evaluated first, whatever tells them of a change")
struct OrderTests {
  @Test(
    "What a modifier is applied to goes before what is in it is evaluated",
    arguments: [false, true])
  func removed(isModified: Bool) async {
    let model = Model()
    let host = TreeHost(Listing(model: model, isModified: isModified))
    #expect(host.outline.contains("c of a b c"))
    model.items = []
    await host.settle()
    #expect(!host.outline.contains("Text"))
    #expect(host.evaluations.counts["Last"] == 1)
  }

  @Test("A view in a modifier's content sees one change as one", arguments: [false, true])
  func changedOnce(isModified: Bool) async {
    let (model, log) = (Model(), Log())
    let host = TreeHost(Shelf(model: model, isModified: isModified, log: log))
    batchUpdates {
      model.name = "shelf"
      model.items = ["d"]
    }
    await host.settle()
    #expect(log.entries == ["list: a b c, shelf: d"])
    #expect(host.evaluations.counts["Titled"] == 2)
  }

  @Test(
    "A view below one that rests has the environment that goes with the change",
    arguments: [false, true])
  func environment(rests: Bool) async {
    let model = Model()
    let host = TreeHost(Counted(model: model, rests: rests))
    #expect(host.outline.contains("c of a b c"))
    model.items.removeLast()
    await host.settle()
    #expect(host.outline.contains("b of a b"))
    #expect(host.evaluations.counts["LastByNumber"] == 2)
  }
}

@MainActor private final class Model: ObservableModel {
  @Observed var name = "list"
  @Observed var items = ["a", "b", "c"]
}

private struct Plain: ViewModifier {
  func body(content: Content) -> some View { content }
}

extension View {
  @ViewBuilder fileprivate func plain(_ isModified: Bool) -> some View {
    if isModified { modifier(Plain()) } else { self }
  }
}

private struct Listing: View {
  let model: Model
  let isModified: Bool
  var body: some View {
    VStack {
      if !model.items.isEmpty { Last(model: model) }
    }
    .plain(isModified)
  }
}

private struct Last: View {
  let model: Model
  var body: some View {
    Text("\(model.items[model.items.count - 1]) of \(model.items.joined(separator: " "))")
  }
}

private struct Shelf: View {
  let model: Model
  let isModified: Bool
  let log: Log
  var body: some View {
    Group { Titled(model: model, title: model.name, log: log) }.plain(isModified)
  }
}

private struct Titled: View {
  let model: Model
  let title: String
  let log: Log
  var body: some View {
    let text = "\(title): \(model.items.joined(separator: " "))"
    Text(text).onChange(of: text) { log("\($0), \($1)") }
  }
}

private enum NumberKey: EnvironmentKey {
  static let defaultValue = 0
}

private enum LastNumberKey: EnvironmentKey {
  static let defaultValue = 0
}

extension EnvironmentValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  fileprivate var lastNumber: Int {
    get { self[LastNumberKey.self] }
    set { self[LastNumberKey.self] = newValue }
  }
}

private struct Counted: View {
  let model: Model
  let rests: Bool
  var body: some View {
    Group {
      if rests { Resting(model: model) } else { Numbering(model: model) }
    }
    .environment(\.number, model.items.count)
  }
}

private struct Resting: View {
  let model: Model
  var body: some View { Numbering(model: model) }
}

private struct Numbering: View {
  let model: Model
  @Environment(\.number) private var number
  var body: some View { LastByNumber(model: model).environment(\.lastNumber, number - 1) }
}

private struct LastByNumber: View {
  let model: Model
  @Environment(\.lastNumber) private var number
  var body: some View { Text("\(model.items[number]) of \(model.items.joined(separator: " "))") }
}

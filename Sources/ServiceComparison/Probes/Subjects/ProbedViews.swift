internal import EnvironmentTree
internal import Injection
internal import InjectionTree

// The same view for each approach, and what a view can hand to code elsewhere.

struct ProbedView: View {
  @Environment(\.probed) private var probed
  var body: some View { Text(probed.name) }
}

struct OtherProbedView: View {
  @Environment(\.otherProbed) private var probed
  var body: some View { Text(probed.name) }
}

struct InjectedProbedView: View {
  @InjectedEnvironment(\.probed) private var probed
  var body: some View { Text(probed.name) }
}

struct InjectedOtherProbedView: View {
  @InjectedEnvironment(\.otherProbed) private var probed
  var body: some View { Text(probed.name) }
}

struct ProbedObjectView: View {
  @Environment(ProbedObject.self) private var object
  var body: some View { Text(object.name) }
}

/// Hands what a body reads to a closure.
struct ProbeBody<Value>: View {
  let read: Environment<Value>
  let take: (Value) -> Void
  init(_ keyPath: KeyPath<EnvironmentValues, Value>, take: @escaping (Value) -> Void) {
    read = Environment(keyPath)
    self.take = take
  }
  var body: some View {
    let _ = take(read.wrappedValue)
    EmptyView()
  }
}

/// Runs something as a task of a view.
struct ProbeTask: View {
  let act: @MainActor @Sendable () async -> Void
  var body: some View { Text("task").task { await act() } }
}

/// The first text of an outline.
func firstText(of outline: String) -> String {
  outline.split(separator: "\"").dropFirst().first.map(String.init) ?? "nothing"
}

/// The texts of a tree, in order.
@MainActor func texts<Root: View>(@ViewBuilder _ root: () -> Root) -> [String] {
  TreeHost(root).outline.split(separator: "\n").compactMap { line in
    line.split(separator: "\"").dropFirst().first.map(String.init)
  }
}

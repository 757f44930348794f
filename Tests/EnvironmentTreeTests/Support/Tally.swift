import EnvironmentTree

/// A button that counts, and how often it was tapped.
struct Tally: View {
  let name: String
  @State private var count = 0
  var body: some View {
    Button(name) { count += 1 }
    Text("\(name) \(count)")
  }
}

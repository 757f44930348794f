import EnvironmentTree
import Foundation
import ModelObservation
import Testing

/// Rows that no `ForEach` makes, on a screen with room for two.
@Suite("Rows on a screen") @MainActor struct RowTests {
  private let size = CGSize(width: 400, height: 88)

  private func texts(_ host: TreeHost) throws -> [String] { try host.all("Text").map(\.label) }

  @Test("Rows that are no elements appear when they are on the screen")
  func fixed() throws {
    let log = Log()
    let host = TreeHost(
      List {
        Text("1").onAppear { log("+1") }
        Text("2").onAppear { log("+2") }
        Text("3").onAppear { log("+3") }
      }, size: size)
    #expect(try texts(host) == ["1", "2"])
    #expect(log.entries == ["+1", "+2"])
    host.scroll(by: 1)
    #expect(try texts(host) == ["2", "3"])
    #expect(log.entries == ["+1", "+2", "+3"])
  }

  @Test("A row that comes above moves the others down, and off the screen")
  func above() throws {
    struct Head: View {
      @Binding var isLong: Bool
      var body: some View {
        if isLong { Text("new") }
        Button("head") { isLong = true }
      }
    }
    struct Screen: View {
      @State private var isLong = false
      let log: Log
      var body: some View {
        List {
          Head(isLong: $isLong)
          ForEach(0..<3) { number in
            Text("\(number)").onAppear { log("+\(number)") }.onDisappear {
              log("-\(number)")
            }
          }
        }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log), size: size)
    #expect(try texts(host) == ["0"])
    host.tap("head")
    #expect(try texts(host) == ["new"])
    #expect(log.entries == ["+0", "-0"])
  }

  @Test(
    "A row that was off the screen is seen when it is on it, also if it presents something meanwhile"
  )
  func presenting() async throws {
    struct Screen: View {
      let model: RowModel
      let log: Log
      var body: some View {
        List {
          ForEach(0..<model.count, id: \.self) { Text("\($0)") }
          Text("last").alert("Sure?", isPresented: Bindable(model).isAsking) {
            Button("OK") {}
          }
          .onAppear { log("+last") }
        }
      }
    }
    let (model, log) = (RowModel(), Log())
    let host = TreeHost(Screen(model: model, log: log), size: size)
    model.isAsking = true
    await host.settle()
    model.count = 0
    await host.settle()
    host.tap("OK")
    #expect(try texts(host) == ["last"])
    #expect(log.entries == ["+last"])
  }
}

@MainActor private final class RowModel: ObservableModel {
  @Observed var count = 3
  @Observed var isAsking = false
}

import EnvironmentTree
import Foundation
import ModelObservation
import Testing

/// Rows that no `ForEach` makes, on a screen with room for two.
@Suite("Rows on a screen") @MainActor struct RowTests {
  private let size = CGSize(width: 400, height: 88)

  private func texts(_ host: TreeHost) throws -> [String] { try host.all("Text").map(\.label) }

  @Test("A picture is a row as well, though no line stands for it")
  func pictures() throws {
    let host = TreeHost(
      List {
        Color.clear
        Divider()
        Text("text")
      },
      size: CGSize(width: 100, height: 88))
    #expect(throws: (any Error).self) { try host.find("text") }
    host.scroll(by: 1)
    #expect(try host.find("text").kind == "Text")
  }

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

  @Test("Where a row goes, the next one is on the screen; where the last ones go, those before")
  func gone() throws {
    struct Screen: View {
      @State private var isShort = false
      @State private var count = 6
      let log: Log
      var body: some View {
        List {
          Button("head") { isShort = true }
          Head(isShort: isShort)
          ForEach(0..<count, id: \.self) { number in
            Button("\(number)") { count = 4 }
              .onAppear { log("+\(number)") }.onDisappear { log("-\(number)") }
          }
        }
      }
    }
    struct Head: View {
      let isShort: Bool
      var body: some View { if !isShort { Text("title") } }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log), size: size)
    #expect(log.entries.isEmpty)
    host.tap("head")
    #expect(try host.all("Button").map(\.label) == ["head", "0"])
    #expect(log.entries == ["+0"])
    host.scroll(by: 100)
    #expect(try host.all("Button").map(\.label) == ["4", "5"])
    host.tap("5")
    #expect(try host.all("Button").map(\.label) == ["2", "3"])
  }

  @Test("A scroll ends at the first and the last row, and what stays in sight is told nothing")
  func ends() throws {
    let log = Log()
    let host = TreeHost(
      List(0..<5, id: \.self) { number in
        Text("\(number)").onAppear { log("+\(number)") }.onDisappear { log("-\(number)") }
      }, size: size)
    host.scroll(by: -1)
    #expect(try texts(host) == ["0", "1"])
    host.scroll(by: 2)
    log.entries = []
    host.scroll(by: 2)
    #expect(try texts(host) == ["3", "4"])
    #expect(Set(log.entries) == ["-2", "+4"])
    host.scroll(by: .min)
    #expect(try texts(host) == ["0", "1"])
  }

  @Test("Rows of a second ForEach come on the screen behind those of the first")
  func second() throws {
    let host = TreeHost(
      List {
        ForEach(0..<3) { Text("first \($0)") }
        ForEach(0..<3) { Text("second \($0)") }
      }, size: size)
    host.scroll(by: 2)
    #expect(try texts(host) == ["first 2", "second 0"])
    host.scroll(by: 1)
    #expect(try texts(host) == ["second 0", "second 1"])
  }

  @Test("A row is one, with all the views that a ForEach in it makes")
  func nested() throws {
    let host = TreeHost(
      List(0..<3, id: \.self) { row in
        ForEach(0..<3) { Text("\(row).\($0)") }
      }, size: size)
    #expect(try texts(host) == ["0.0", "0.1", "0.2", "1.0", "1.1", "1.2"])
  }

  @Test("Destinations that a row declares are there when the row is off the screen")
  func destinations() {
    let host = TreeHost(
      NavigationStack {
        List {
          NavigationLink("Go", value: 1)
          Text("row")
          Text("last").navigationDestination(for: Int.self) { Text("destination \($0)") }
        }
      }, size: size)
    host.tap("Go")
    #expect(host.presented.map(\.outline) == ["Text \"destination 1\""])
  }

  @Test("A stack stays where it was scrolled to while what is around it is evaluated")
  func evaluatedAgain() throws {
    struct Screen: View {
      @State private var turn = 0
      let isAcross: Bool
      var body: some View {
        let rows = ForEach(0..<5) { Text("\($0) \(turn)") }
        if isAcross { LazyHStack { rows } } else { LazyVStack { rows } }
        Button("Turn") { turn += 1 }
      }
    }
    for isAcross in [false, true] {
      let host = TreeHost(
        Screen(isAcross: isAcross), size: isAcross ? CGSize(width: 88, height: 1) : size)
      host.scroll(by: 2)
      host.tap("Turn")
      #expect(try texts(host) == ["2 1", "3 1"])
    }
  }

  @Test("A row across is as wide as a row is high; a grid has as many in a row as columns")
  func otherWays() throws {
    let wide = CGSize(width: 132, height: 44)
    let across = TreeHost(LazyHStack { ForEach(0..<9) { Text("\($0)") } }, size: wide)
    #expect(try texts(across) == ["0", "1", "2"])
    let columns = [GridItem(), GridItem(), GridItem()]
    let grid = TreeHost(
      LazyVGrid(columns: columns) { ForEach(0..<9) { Text("\($0)") } }, size: size)
    #expect(try texts(grid) == ["0", "1", "2", "3", "4", "5"])
    grid.scroll(by: 1)
    #expect(try texts(grid) == ["3", "4", "5", "6", "7", "8"])
  }

  @Test("A grid whose last row is not full ends with that, also where elements go")
  func lastRow() throws {
    struct Screen: View {
      let model: RowModel
      var body: some View {
        LazyVGrid(columns: [GridItem(), GridItem(), GridItem()]) {
          ForEach(0..<model.count) { Text("\($0)") }
        }
      }
    }
    let model = RowModel()
    model.count = 13
    let host = TreeHost(Screen(model: model), size: size)
    host.scroll(by: 100)
    #expect(try texts(host) == ["9", "10", "11", "12"])
    model.count = 10
    #expect(try texts(host) == ["6", "7", "8", "9"])
    host.scroll(by: -1)
    #expect(try texts(host) == ["3", "4", "5", "6", "7", "8"])
    model.count = 2
    #expect(try texts(host) == ["0", "1"])
  }

  @Test("A scroll evaluates the rows that come on the screen, and a change those that read it")
  func evaluated() async throws {
    struct Row: View {
      let number: Int
      let action: @MainActor @Sendable () -> Void
      var body: some View { Button("\(number)", action: action) }
    }
    struct Screen: View {
      @State private var last = -1
      let model: RowModel
      var body: some View {
        List(0..<1_000, id: \.self) { number in
          let count = number == 0 ? model.count : 0
          Row(number: number + count) { last = number }
        }
        Text("last \(last)")
      }
    }
    let model = RowModel()
    let host = TreeHost(Screen(model: model), size: size)
    for _ in 0..<3 {
      host.resetEvaluations()
      host.scroll(by: 1)
      #expect(host.evaluations.counts == ["Row": 1])
    }
    host.resetEvaluations()
    model.count = 10
    await host.settle()
    #expect(host.evaluations.counts == ["Row": 1])
    // Those that are scrolled away are there as well.
    host.tap("4")
    #expect(host.evaluations.counts == ["Row": 6, "Screen": 1])
    host.scroll(by: -3)
    #expect(try texts(host).first == "last 4")
    #expect(try host.all("Button").map(\.label) == ["10", "1"])
  }

  @Test("A row is made of the element that has its identity now")
  func exchanged() async throws {
    struct Screen: View {
      let items: [RowItem]
      var body: some View { List(items, id: \.name) { Text("\($0.number)") } }
    }
    let items = [RowItem("a", 1), RowItem("b", 2)]
    let host = TreeHost(Screen(items: items), size: size)
    (items[0].name, items[1].name) = ("b", "a")
    await host.settle()
    #expect(try texts(host) == ["1", "2"])
  }

  @Test("Of elements with one id, those are on the screen whose place is")
  func repeated() throws {
    struct Screen: View {
      let log: Log
      @State private var turn = 0
      var body: some View {
        let _ = turn
        List {
          ForEach(["a", "b", "c", "a"], id: \.self) { name in
            Text(name).onAppear { log("+\(name)") }
          }
          .onDelete { log("\(Array($0))") }
        }
        Button("Turn") { turn += 1 }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log), size: size)
    host.tap("Turn")
    #expect(try texts(host) == ["a", "b"])
    #expect(log.entries == ["+a", "+b"])
    host.delete("a")
    host.scroll(by: 2)
    #expect(try texts(host) == ["c", "a"])
    host.delete("a")
    #expect(log.entries.filter { $0.hasPrefix("[") } == ["[0]", "[3]"])
  }

  @Test("A grid that is given other columns has as many in a row")
  func otherColumns() throws {
    struct Screen: View {
      @State private var columns = 1
      var body: some View {
        LazyVGrid(columns: (0..<columns).map { _ in GridItem() }) {
          ForEach(0..<100) { Text("\($0)") }
        }
        Button("3") { columns = 3 }
        Button("2") { columns = 2 }
      }
    }
    let host = TreeHost(Screen(), size: size)
    #expect(try texts(host) == ["0", "1"])
    host.tap("3")
    #expect(try texts(host) == ["0", "1", "2", "3", "4", "5"])
    host.scroll(by: 1)
    host.tap("2")
    #expect(try texts(host) == ["2", "3", "4", "5"])
  }

  @Test("Where the environment has rows of another height, as many are on the screen")
  func otherHeight() throws {
    struct Rows: View {
      var body: some View { List(0..<100, id: \.self) { Text("\($0)") } }
    }
    struct Screen: View {
      @State private var height: CGFloat = 44
      var body: some View {
        Rows().environment(\.defaultMinListRowHeight, height)
        Button("Half") { height = 22 }
      }
    }
    let host = TreeHost(Screen(), size: size)
    #expect(try texts(host) == ["0", "1"])
    host.tap("Half")
    #expect(try texts(host) == ["0", "1", "2", "3"])
    #expect(host.evaluations["Rows"] == 1)
  }
}

@MainActor private final class RowModel: ObservableModel {
  @Observed var count = 3
  @Observed var isAsking = false
}

@MainActor private final class RowItem: ObservableModel {
  @Observed var name: String
  let number: Int

  init(_ name: String, _ number: Int) {
    self.name = name
    self.number = number
  }
}

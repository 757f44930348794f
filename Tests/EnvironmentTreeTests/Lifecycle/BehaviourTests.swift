import EnvironmentTree
import Foundation
import ModelObservation
import TestSupport
import Testing

private enum WidthKey: PreferenceKey {
  static let defaultValue = 0
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

private enum NamesKey: PreferenceKey {
  static let defaultValue: [String] = []
  static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
}

private enum SourceKey: TransactionKey {
  static let defaultValue = "nobody"
}

@MainActor private final class Draft: ObservableModel {
  @Observed var text = "draft"
}

extension Transaction {
  fileprivate var source: String {
    get { self[SourceKey.self] }
    set { self[SourceKey.self] = newValue }
  }
}

@Suite("What views do at events") @MainActor struct BehaviourTests {
  @Test("A refresh runs in a task that the tree follows, also from a view that calls it")
  func refreshable() async {
    struct Screen: View {
      let log: Log
      var body: some View {
        List {
          Puller()
        }
        .refreshable {
          await Task.yield()
          log("refreshed")
        }
      }
    }
    struct Puller: View {
      @Environment(\.refresh) private var refresh
      var body: some View {
        Button("Again") { Task { await refresh?() } }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.refresh()
    await host.settle()
    #expect(log.entries == ["refreshed"])
    host.tap("Again")
    await host.finish()
    #expect(log.entries == ["refreshed", "refreshed"])
  }

  @Test("A submission runs all actions around the field, the innermost first, up to a scope")
  func submit() {
    struct Screen: View {
      let log: Log
      @State private var text = ""
      var body: some View {
        Group {
          TextField("Inner", text: $text).onSubmit { log("inner") }
          TextField("Alone", text: $text).onSubmit { log("alone") }.submitScope()
          TextField("Search", text: $text).onSubmit(of: .search) { log("search") }
        }
        .onSubmit { log("outer") }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.submit("Inner")
    #expect(log.entries == ["inner", "outer"])
    host.submit("Search")
    #expect(log.entries == ["inner", "outer", "outer"])
    host.submit("Alone")
    #expect(log.entries == ["inner", "outer", "outer", "alone"])
  }

  @Test("The elements of a sequence run the action of the latest body, until the view leaves")
  func onReceive() async {
    struct Screen: View {
      let stream: AsyncStream<Int>
      let log: Log
      @State private var name = "first"
      @State private var isShown = true
      var body: some View {
        Button("Rename") { name = "second" }
        Button("Hide") { isShown = false }
        if isShown {
          Text(name).onReceive(stream) { log("\(name) \($0)") }
        }
      }
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let log = Log()
    let host = TreeHost(Screen(stream: stream, log: log))
    continuation.yield(1)
    await host.settle()
    host.tap("Rename")
    continuation.yield(2)
    await host.settle()
    #expect(log.entries == ["first 1", "second 2"])
    host.tap("Hide")
    continuation.yield(3)
    await host.finish()
    #expect(log.entries == ["first 1", "second 2"])
  }

  @Test("The focus follows who types, and moves the state; the state moves the focus")
  func focus() {
    enum Field { case name, mail }
    struct Form: View {
      @State private var name = ""
      @State private var mail = ""
      @FocusState private var field: Field?
      @FocusState private var isNoteFocused: Bool
      @State private var note = ""
      var body: some View {
        TextField("Name", text: $name).focused($field, equals: .name)
          .onSubmit { field = .mail }
        TextField("Mail", text: $mail).focused($field, equals: .mail)
        TextField("Note", text: $note).focused($isNoteFocused)
        Text("\(field.map { "\($0)" } ?? "none") \(isNoteFocused)")
      }
    }
    let host = TreeHost(Form())
    #expect(host.outline.hasSuffix("Text \"none false\""))
    host.type("Ada", into: "Name")
    #expect(host.outline.contains("TextField \"Name\": \"Ada\" (focused)"))
    #expect(host.outline.hasSuffix("Text \"name false\""))
    host.submit("Name")
    #expect(host.outline.contains("TextField \"Mail\": \"\" (focused)"))
    #expect(host.outline.hasSuffix("Text \"mail false\""))
    host.focus("Note")
    #expect(host.outline.hasSuffix("Text \"none true\""))
    host.focus("Note")
    host.focus("Mail")
    #expect(host.outline.hasSuffix("Text \"mail false\""))
  }

  @Test("A field that has the focus rests when it gets that again, and gives it up when it goes")
  func lostFocus() {
    struct Screen: View {
      @State private var isShown = true
      @State private var text = ""
      @FocusState private var isFocused: Bool
      var body: some View {
        if isShown { TextField("Name", text: $text).focused($isFocused) }
        Button("Hide, \(isFocused)") { isShown = false }
      }
    }
    let host = TreeHost(Screen())
    host.focus("Name")
    host.resetEvaluations()
    host.focus("Name")
    #expect(host.evaluations.total == 0)
    host.tap("Hide, true")
    #expect(host.outline == "Button \"Hide, false\"")
  }

  @Test("Rows are deleted and moved by their offsets in the data, also where not all are made")
  func rows() {
    struct Screen: View {
      @State private var items = (0..<50).map { "item \($0)" }
      var body: some View {
        List {
          Text("first")
          ForEach(items, id: \.self) { item in
            HStack {
              Text(item)
              Text("note of \(item)")
            }
          }
          .onDelete { items.remove(atOffsets: $0) }
          .onMove { items.move(fromOffsets: $0, toOffset: $1) }
        }
        Text(items.prefix(4).joined(separator: ", "))
      }
    }
    for size in [nil, CGSize(width: 400, height: 220)] {
      let host = TreeHost(Screen(), size: size)
      host.delete("note of item 1")
      #expect(host.outline.hasSuffix("Text \"item 0, item 2, item 3, item 4\""))
      host.move("item 3", to: 0)
      #expect(host.outline.hasSuffix("Text \"item 3, item 0, item 2, item 4\""))
      host.scroll(by: 10)
      host.delete("item 12")
      #expect(throws: NotFound.self) { try host.find("note of item 12") }
    }
  }

  @Test("A swipe shows the buttons behind a row, in its environment, and a button closes it")
  func swipe() {
    struct Screen: View {
      @State private var items = ["Milk", "Bread"]
      var body: some View {
        List(items, id: \.self) { item in
          Text(item)
            .swipeActions {
              Button("Delete", role: .destructive) { items.removeAll { $0 == item } }
            }
            .swipeActions(edge: .leading) { Button("Pin") { items.sort { a, _ in a == item } } }
        }
      }
    }
    let host = TreeHost(Screen())
    host.swipe("Bread", edge: .leading)
    #expect(host.presented.map(\.kind) == [.swipeActions])
    host.tap("Pin")
    #expect(host.outline == "List\n  Text \"Bread\"\n  Text \"Milk\"")
    host.swipe("Milk")
    host.tap("Delete")
    #expect(host.outline == "List\n  Text \"Bread\"")
  }

  @Test("What views hand up is reduced in order, replaced and changed on the way, and told once")
  func preferences() {
    struct Screen: View {
      let log: Log
      @State private var width = 1
      @State private var turn = 0
      var body: some View {
        VStack {
          Text("a").preference(key: WidthKey.self, value: width)
          Group {
            Text("b").preference(key: WidthKey.self, value: 10)
            Text("c").preference(key: WidthKey.self, value: 20)
          }
          .transformPreference(WidthKey.self) { $0 *= 2 }
          Group { Text("d").preference(key: WidthKey.self, value: 1_000) }
            .preference(key: WidthKey.self, value: 100)
        }
        .onPreferenceChange(WidthKey.self) { log("\($0)") }
        Button("Wider") { width += 1 }
        Button("Turn \(turn)") { turn += 1 }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    #expect(log.entries == ["161"])
    host.tap("Turn 0")
    host.tap("Wider")
    #expect(log.entries == ["161", "162"])
  }

  @Test("Views that only move hand up what they have in another order")
  func movedPreferences() {
    struct Row: View {
      let name: String
      var body: some View { Text(name).preference(key: NamesKey.self, value: [name]) }
    }
    struct Rows: View {
      @State private var names = ["a", "b", "c"]
      var body: some View {
        ForEach(names, id: \.self) { Row(name: $0) }
        Button("Reverse") { names.reverse() }
      }
    }
    struct Screen: View {
      let log: Log
      var body: some View {
        Rows().onPreferenceChange(NamesKey.self) { log($0.joined()) }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Reverse")
    #expect(log.entries == ["abc", "cba"])
  }

  @Test("A preference that a view further in sets, or takes with it, is told to who is there")
  func changedPreferences() {
    struct Width: View {
      @State private var width = 1
      @State private var isShown = true
      var body: some View {
        if isShown { Text("a").preference(key: WidthKey.self, value: width) }
        Button("Wider") { width += 1 }
        Button("Hide") { isShown = false }
      }
    }
    struct Reader: View {
      let name: String
      let log: Log
      var body: some View {
        Width().onPreferenceChange(WidthKey.self) { log("\(name) \($0)") }
      }
    }
    struct Screen: View {
      let log: Log
      @State private var isLeft = false
      var body: some View {
        Reader(name: "first", log: log)
        if !isLeft { Reader(name: "second", log: log) }
        Button("Leave") { isLeft = true }
      }
    }
    let log = Log()
    let host = TreeHost(Screen(log: log))
    host.tap("Wider", at: 1)
    #expect(log.entries == ["first 1", "second 1", "second 2"])
    host.tap("Leave")
    host.tap("Hide")
    #expect(log.entries == ["first 1", "second 1", "second 2", "first 0"])
  }

  @Test("What views in a sheet hand up does not count around it")
  func sheetPreferences() {
    let log = Log()
    let host = TreeHost(
      Text("a").preference(key: WidthKey.self, value: 1)
        .sheet(isPresented: .constant(true)) {
          Text("sheet").preference(key: WidthKey.self, value: 10)
        }
        .onPreferenceChange(WidthKey.self) { log("\($0)") })
    #expect(host.presented.count == 1)
    #expect(log.entries == ["1"])
  }

  @Test("A transaction is a value that the change finds, nested ones included")
  func transaction() {
    var seen: [String] = []
    func note() { seen.append(Transaction.current.source) }
    var outer = Transaction(animation: .spring)
    outer.source = "outer"
    withTransaction(outer) {
      note()
      withTransaction(\.source, "inner") {
        note()
        #expect(Transaction.current.animation == .spring)
      }
      note()
    }
    note()
    #expect(seen == ["outer", "inner", "outer", "nobody"])
  }

  @Test("A geometry reader has the size that the host was given")
  func geometry() {
    struct Screen: View {
      var body: some View {
        GeometryReader { proxy in
          Text("\(Int(proxy.size.width)) by \(Int(proxy.size.height))")
        }
      }
    }
    let size = CGSize(width: 390, height: 844)
    #expect(TreeHost(Screen(), size: size).outline == "Text \"390 by 844\"")
    #expect(TreeHost(Screen()).outline == "Text \"0 by 0\"")
    let draft = Bindable(Draft())
    let reading = TreeHost(GeometryReader { _ in Text(draft.wrappedValue.text) })
    draft.text.wrappedValue = "written"
    #expect(reading.outline == "Text \"written\"")
  }

  @Test("A binding to a collection gives each row a binding to its element")
  func bindings() {
    struct Item: Identifiable {
      let id: Int
      var name: String
    }
    struct Screen: View {
      @State private var items = [Item(id: 1, name: "a"), Item(id: 2, name: "b")]
      var body: some View {
        ForEach($items) { item in
          TextField("Item \(item.wrappedValue.id)", text: item.name)
        }
        Text(items.map(\.name).joined())
      }
    }
    let host = TreeHost(Screen())
    host.type("x", into: "Item 2")
    #expect(host.outline.hasSuffix("Text \"ax\""))
  }
}

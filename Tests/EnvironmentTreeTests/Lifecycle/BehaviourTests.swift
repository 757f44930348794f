import EnvironmentTree
import Foundation
import ModelObservation
import TestSupport
import Testing

private enum SourceKey: TransactionKey {
  static let defaultValue = "nobody"
}

@MainActor private final class Draft: ObservableModel {
  @Observed var text = "draft"
}

/// Receives what never comes.
private struct Counted: View {
  struct Numbers: AsyncSequence {
    let iterations: Log
    nonisolated func makeAsyncIterator() -> AsyncStream<Int>.Iterator {
      MainActor.assumeIsolated { iterations("iterated") }
      return AsyncStream { $0.finish() }.makeAsyncIterator()
    }
  }
  let iterations: Log
  @State private var count = 0
  var body: some View {
    Button("\(count)") { count += 1 }.onReceive(Numbers(iterations: iterations)) { _ in }
  }
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
    // It is iterated once, however often its view is evaluated.
    let iterations = Log()
    let counted = TreeHost(Counted(iterations: iterations))
    await counted.settle()
    counted.tap("0")
    await counted.settle()
    #expect(iterations.entries == ["iterated"])
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

  @Test("A field that is tied to a value gives the focus up, whatever type that has")
  func focusOfValues() {
    struct Screen: View {
      enum Field { case note }
      @State private var text = ""
      @State private var isShown = true
      @FocusState private var isName: Bool
      @FocusState private var isMail: Bool
      @FocusState private var field: Field?
      var body: some View {
        TextField("Name", text: $text).focused($isName, equals: true)
        if isShown { TextField("Mail", text: $text).focused($isMail, equals: true) }
        TextField("Note", text: $text).focused($field, equals: .note)
        Button("Hide") { isShown = false }
        Text("\(isName) \(isMail) \(field.map { "\($0)" } ?? "none")")
      }
    }
    let host = TreeHost(Screen())
    host.focus("Name")
    host.focus("Mail")
    #expect(host.outline.contains("TextField \"Name\": \"\"\n"))
    #expect(host.outline.contains("TextField \"Mail\": \"\" (focused)"))
    host.focus("Note")
    #expect(host.outline.hasSuffix("Text \"false false note\""))
    host.focus("Mail")
    #expect(host.outline.hasSuffix("Text \"false true none\""))
    host.tap("Hide")
    #expect(host.outline.hasSuffix("Text \"false false none\""))
  }

  @Test("A field that state gives the focus to takes it from those that other state follows")
  func takenFocus() {
    struct Screen: View {
      enum Field { case first, second }
      @State private var text = ""
      @FocusState private var isFirst: Bool
      @FocusState private var isSecond: Bool
      @FocusState private var field: Field?
      var body: some View {
        TextField("First", text: $text).focused($isFirst)
        TextField("Second", text: $text).focused($isSecond)
        TextField("Third", text: $text).focused($field, equals: .first)
        TextField("Fourth", text: $text).focused($field, equals: .second)
        Button("Second") { isSecond = true }
        Button("Fourth") { $field.wrappedValue = .second }
        Button("None") { field = nil }
        Text("\(isFirst) \(isSecond) \(field.map { "\($0)" } ?? "none")")
      }
    }
    let host = TreeHost(Screen())
    host.focus("First")
    host.tap("Second")
    #expect(host.outline.hasSuffix("Text \"false true none\""))
    host.tap("None")
    #expect(host.outline.hasSuffix("Text \"false true none\""))
    host.tap("Fourth")
    #expect(host.outline.hasSuffix("Text \"false false second\""))
    host.focus("Third")
    #expect(host.outline.hasSuffix("Text \"false false first\""))
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

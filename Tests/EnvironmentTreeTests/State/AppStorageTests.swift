import EnvironmentTree
import Foundation
import Testing

private enum Unit: String {
  case metric, imperial
}

private struct Settings: View {
  @AppStorage("unit") private var unit = Unit.metric
  @AppStorage("count") private var count = 0
  @AppStorage("name") private var name: String?
  var body: some View {
    Button("\(unit.rawValue) \(count) \(name ?? "none")") {
      unit = .imperial
      count += 1
      name = name == nil ? "Ada" : nil
    }
  }
}

private struct CountText: View {
  @AppStorage("count") private var count = 7
  var body: some View { Text("count \(count)") }
}

private struct NameField: View {
  @AppStorage("title") private var title = ""
  var body: some View { TextField("Title", text: $title) }
}

@Suite("Values kept by name") @MainActor struct AppStorageTests {
  @Test("All properties of a name are one value, and a write evaluates those who read it")
  func shared() {
    let host = TreeHost {
      Settings()
      CountText()
      NameField()
    }
    #expect(host.outline.hasPrefix("Button \"metric 0 none\"\nText \"count 7\""))
    host.resetEvaluations()
    host.tap("metric 0 none")
    #expect(host.outline.hasPrefix("Button \"imperial 1 Ada\"\nText \"count 1\""))
    #expect(host.evaluations.counts == ["Settings": 1, "CountText": 1])
    #expect(host.evaluations.causes(of: "CountText") == [.state("count")])
    host.type("x", into: "Title")
    #expect(host.outline.hasSuffix("TextField \"Title\": \"x\""))
  }

  @Test("A host keeps nothing for the next, unless both are given one store")
  func stores() {
    let store = MemoryStore(["count": 3])
    let first = TreeHost(Settings().defaultAppStorage(store))
    first.tap("metric 3 none")
    #expect(store.object(forKey: "count") as? Int == 4)
    #expect(store.object(forKey: "unit") as? String == "imperial")
    #expect(TreeHost(CountText().defaultAppStorage(store)).outline == "Text \"count 4\"")
    #expect(TreeHost(CountText()).outline == "Text \"count 7\"")
  }

  @Test("Hosts that are given one store see each other's writes")
  func hosts() {
    let store = MemoryStore()
    let first = TreeHost(Settings().defaultAppStorage(store))
    let second = TreeHost(CountText().defaultAppStorage(store))
    first.tap("metric 0 none")
    #expect(second.outline == "Text \"count 1\"")
    #expect(second.evaluations.causes(of: "CountText").last == .state("count"))
  }

  @Test("A property of another name or store, in the place of one before it, has that one's value")
  func otherNames() {
    struct Value: View {
      @AppStorage private var value: String
      init(_ name: String, _ store: MemoryStore) {
        _value = AppStorage(wrappedValue: "none", name, store: store)
      }
      var body: some View {
        Text(value)
        ValueField(text: $value)
      }
    }
    struct ValueField: View {
      @Binding var text: String
      var body: some View { TextField("Value", text: $text) }
    }
    struct Screen: View {
      let stores: [MemoryStore]
      @State private var name = "a"
      @State private var store = 0
      var body: some View {
        Button("Name") { name = "b" }
        Button("Store") { store = 1 }
        Value(name, stores[store])
      }
    }
    let stores = [MemoryStore(["a": "first a", "b": "first b"]), MemoryStore(["b": "second b"])]
    let host = TreeHost(Screen(stores: stores))
    for (button, value) in [("Name", "first b"), ("Store", "second b")] {
      host.tap(button)
      #expect(
        host.outline.hasSuffix("Text \"\(value)\"\nTextField \"Value\": \"\(value)\""))
    }
    host.type("written", into: "Value")
    #expect(stores[1].object(forKey: "b") as? String == "written")
  }

  @Test("UserDefaults is such a store")
  func userDefaults() throws {
    let name = "EnvironmentTreeTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    struct Screen: View {
      @AppStorage("count") private var count = 1
      init(_ store: UserDefaults) { _count = AppStorage(wrappedValue: 1, "count", store: store) }
      var body: some View { Button("\(count)") { count += 1 } }
    }
    TreeHost(Screen(defaults)).tap("1")
    #expect(defaults.integer(forKey: "count") == 2)
    #expect(TreeHost(Screen(defaults)).outline == "Button \"2\"")
  }

  @Test("UserDefaults keep a URL whole, also where there may be none")
  func url() throws {
    let name = "EnvironmentTreeTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    struct Screen: View {
      @AppStorage private var home: URL
      init(_ store: UserDefaults) {
        _home = AppStorage(wrappedValue: URL(fileURLWithPath: "/"), "home", store: store)
      }
      var body: some View {
        Button(home.absoluteString) { home = URL(fileURLWithPath: "/a b").appending(path: "c") }
      }
    }
    struct OptionalScreen: View {
      @AppStorage private var home: URL?
      init(_ store: UserDefaults) { _home = AppStorage("home", store: store) }
      var body: some View {
        Button(home?.absoluteString ?? "none") { home = home == nil ? URL(filePath: "/b") : nil }
      }
    }
    TreeHost(Screen(defaults)).tap("file:///")
    #expect(TreeHost(Screen(defaults)).outline == "Button \"file:///a%20b/c\"")
    let host = TreeHost(OptionalScreen(defaults))
    host.tap("file:///a%20b/c")
    host.tap("none")
    #expect(host.outline == "Button \"file:///b\"")
  }

  @Test("Where the environment has another store, the value is the one in that")
  func otherStore() {
    struct Child: View {
      @AppStorage("text") private var text = "none"
      var body: some View {
        Text(text)
        TextField("Text", text: $text)
      }
    }
    struct Screen: View {
      let stores: [MemoryStore]
      @State private var index = 0
      var body: some View {
        Child().defaultAppStorage(stores[index])
        Button("Other") { index = 1 - index }
      }
    }
    let stores = [MemoryStore(["text": "first"]), MemoryStore(["text": "second"])]
    let host = TreeHost(Screen(stores: stores))
    #expect(host.outline.hasPrefix("Text \"first\""))
    host.tap("Other")
    #expect(host.outline.hasPrefix("Text \"second\""))
    host.type("written", into: "Text")
    #expect(host.outline.hasPrefix("Text \"written\""))
    #expect(stores.map { $0.object(forKey: "text") as? String } == ["first", "written"])
    host.tap("Other")
    #expect(host.outline.hasPrefix("Text \"first\""))
  }

  @Test("A store that no view uses any more is let go of")
  func oldStores() {
    final class Stores {
      private final class Reference {
        weak var store: MemoryStore?
        init(_ store: MemoryStore) { self.store = store }
      }
      private var made: [Reference] = []
      var living: Int { made.count { $0.store != nil } }

      func make() -> MemoryStore {
        let store = MemoryStore(["count": made.count])
        made.append(Reference(store))
        return store
      }
    }
    struct Screen: View {
      let stores: Stores
      @State private var turn = 0
      var body: some View {
        Button("Turn \(turn)") { turn += 1 }
        CountText().defaultAppStorage(stores.make())
      }
    }
    let stores = Stores()
    let host = TreeHost(Screen(stores: stores))
    for turn in 0..<10 { host.tap("Turn \(turn)") }
    #expect(host.outline.hasSuffix("Text \"count 10\""))
    #expect(stores.living == 1)
  }
}

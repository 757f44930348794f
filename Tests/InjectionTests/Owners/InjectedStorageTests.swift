import Injection
import Synchronization
import Testing

@Suite("1. The wrapper: where it stands, what it holds, and what it keeps alive")
struct InjectedStorageTests {
  @Test("It takes three words, whatever it gives")
  func size() {
    #expect(MemoryLayout<Injected<Int>>.size == 3 * MemoryLayout<UInt>.size)
    #expect(MemoryLayout<Injected<any Error>>.size == 3 * MemoryLayout<UInt>.size)
  }

  @Test("It stands in classes, generic ones, structures, actors and functions")
  func places() async {
    let named = Named()
    let generic = GenericNamed(NameKey.self)
    let structure = StructNamed()
    let actor = ActorNamed()
    let main = MainNamed()
    await withInjectedValues {
      $0.name = "inner"
    } operation: {
      @Injected(\.name) var local
      let isolated = (await actor.name, await main.name)
      #expect(
        [named.name, named.length, generic.value, structure.name, local, isolated.0, isolated.1]
          == ["inner", "5", "inner", "inner", "inner", "inner", "inner"])
      #expect(MadeWithin().name == "inner")
    }
    #expect([named.name, generic.value, structure.name] == ["default", "default", "default"])
  }

  @Test("An accessor that captures something follows rule 1, with the scope of its owner")
  func capturing() {
    let prefix = "Dr. " + String(repeating: "x", count: 20)
    let owner = withInjectedValues {
      $0.name = "outer"
    } operation: {
      Injected { prefix + $0.name }
    }
    #expect(owner.wrappedValue == prefix + "outer")
    withInjectedValues {
      $0.name = "inner"
    } operation: {
      #expect(owner() == prefix + "inner")
      #expect(Injected(keyPath: \.name)() == "inner")
    }
  }

  @Test("What a path reads by itself is read for the reader, and not for the owner")
  func byItself() {
    let owner = withInjectedValues {
      $0.name = "outer"
    } operation: {
      (Injected(\.name[greeting: "Hi"]), Injected { "\($0.name[greeting: "Hi"]) \($0.name)" })
    }
    #expect(owner.0() == "Hi default")
    #expect(owner.1() == "Hi default outer")
  }

  @Test("What an accessor captures is freed with the last copy of its wrapper")
  func capturedIsFreed() {
    weak var captured: Captured?
    do {
      var object = Captured()
      captured = object
      let wrapper = Injected { [object] _ in object.text }
      object = Captured()
      let copy = wrapper
      #expect(copy() == "captured")
      #expect(captured != nil)
      withExtendedLifetime(object) {}
    }
    #expect(captured == nil)
  }

  @Test("An accessor may replace the wrapper that it is called through")
  func replacesItself() {
    let replacing = Replacing()
    #expect(replacing.name == "captured, then default")
    #expect(replacing.name == "default")
  }

  @Test("An accessor may keep the values, which keep what it saw")
  func keepsValues() {
    let keeping = Injected { values in { values.name } }
    let (kept, once) = withInjectedValues {
      $0.name = "inner"
    } operation: {
      (keeping(), injected { values in { values.name } })
    }
    #expect(kept() == "inner")
    #expect(once() == "inner")
  }

  @Test("A long chain of overrides is freed without a stack as long")
  func longChain() {
    weak var first: Captured?
    weak var last: Captured?
    withInjectedValues {
      for index in 0..<200_000 {
        let object = Captured()
        if index == 0 { first = object }
        last = object
        $0[CapturedKey.self] = object
      }
    } operation: {
      #expect(injected { $0[CapturedKey.self] } === last)
      let current = InjectedValues.current
      #expect(current.run { injected { $0[CapturedKey.self] } } === last)
    }
    #expect(first == nil)
    #expect(last == nil)
  }
}

extension String {
  /// Reads a key, and not the text that it is asked of.
  fileprivate subscript(greeting word: String) -> String { "\(word) \(injected(\.name))" }
}

private final class Named {
  @Injected(\.name) var name
  @Injected(\.name.count.description) var length
}

private final class GenericNamed<Key: InjectedKey> {
  @Injected<Key.Value> var value: Key.Value

  init(_ key: Key.Type) {
    _value = Injected({ $0[key] })
  }
}

private struct StructNamed {
  @Injected({ $0[NameKey.self] }) var name
}

private actor ActorNamed {
  @Injected(\.name) var name
}

@MainActor
private final class MainNamed {
  @Injected(\.name) var name
}

private final class MadeWithin {
  @Injected(\.name) var name
}

private final class Captured: Sendable {
  let text = "captured"
}

private enum CapturedKey: InjectedKey {
  static var liveValue: Captured { Captured() }
  static var testValue: Captured { Captured() }
}

/// An object whose first read puts another wrapper in the place of the one that it reads through.
private final class Replacing {
  @Injected(\.name) var name

  init() {
    let captured = Captured()
    let owner = Weak(self)
    _name = Injected { [captured, owner] values in
      owner.object?._name = Injected(\.name)
      return "\(captured.text), then \(values.name)"
    }
  }

  private final class Weak: @unchecked Sendable {
    // Unchecked: only the test's own thread has the object.
    weak var object: Replacing?

    init(_ object: Replacing) { self.object = object }
  }
}

import Foundation
import Injection
import InjectionTesting
import Testing

enum Recipe16 {
  enum Before {
    static func export(with catalog: any Catalog) async -> [String] {
      let copy = Task.detached { catalog.title(of: 1) }
      let callback = await withCheckedContinuation { done in
        DispatchQueue.global().async { done.resume(returning: catalog.title(of: 2)) }
      }
      return [await copy.value, callback]
    }
  }

  enum Lost {
    static func export() async -> [String] {
      let child = Task { injected(\.catalog).title(of: 1) }
      let copy = Task.detached { injected(\.catalog).title(of: 2) }
      return [await child.value, await copy.value]
    }
  }

  enum After {
    static func export() async -> [String] {
      let values = InjectedValues.current
      let copy = Task.detached { values.run { injected(\.catalog).title(of: 1) } }
      let callback = await withCheckedContinuation { done in
        DispatchQueue.global().async(
          execute: InjectedValues.propagating {
            done.resume(returning: injected(\.catalog).title(of: 2))
          })
      }
      return [await copy.value, callback]
    }
  }
}

@Suite("Recipe 16", .injected(.allowsLostReads)) struct Recipe16Tests {
  @Test("A detached task and a callback lose the scope, and have it where it is carried there")
  func escaping() async {
    await withInjectedValues {
      $0.catalog = MockCatalog(title: "Mock")
    } operation: {
      #expect(await Recipe16.Before.export(with: injected(\.catalog)) == ["Mock", "Mock"])
      #expect(await Recipe16.Lost.export() == ["Mock", "test"])
      #expect(await Recipe16.After.export() == ["Mock", "Mock"])
    }
  }
}

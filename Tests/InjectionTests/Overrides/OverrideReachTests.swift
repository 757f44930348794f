import Injection
import Testing

/// `Top` is built from `Middle`, which is built from `Probe`; `Pair` reads two keys.
@Suite("Rule 4: an override reaches every default that is built from it")
struct OverrideReachTests {
  @Test("A scope has instances of its own of all that is built from its override")
  func chain() {
    let outside = injected(\.top)
    let probe = Probe()
    withInjectedValues {
      $0.probe = probe
    } operation: {
      let inside = injected(\.top)
      #expect(inside !== outside)
      #expect(inside.middle.probe === probe)
      #expect(injected(\.middle) === inside.middle)
      #expect(injected(\.top) === inside)
    }
    #expect(probe.users == ["Middle", "Top"])
    #expect(injected(\.top) === outside)
    #expect(injected(\.middle) === outside.middle)
  }

  @Test("The order of the first reads, inside or outside, makes no difference")
  func insideFirst() {
    let probe = Probe()
    let inside = withInjectedValues {
      $0.probe = probe
    } operation: {
      injected(\.readInsideFirst)
    }
    let outside = injected(\.readInsideFirst)
    #expect(inside.probe === probe)
    #expect(outside.probe !== probe)
    #expect(outside.probe === injected(\.probe))
  }

  @Test("An override in the middle leaves what is below it alone")
  func middle() {
    let middle = Middle(probe: Probe())
    let below = injected(\.probe)
    withInjectedValues {
      $0.middle = middle
    } operation: {
      #expect(injected(\.top).middle === middle)
      #expect(injected(\.probe) === below)
    }
    #expect(injected(\.top).middle !== middle)
  }

  @Test("Scopes inside a scope share what it built")
  func children() async {
    let probe = Probe()
    await withInjectedValues {
      $0.probe = probe
    } operation: {
      let first = withInjectedValues {
        $0.number = 1
      } operation: {
        injected(\.top)
      }
      #expect(injected(\.top) === first)
      let inTask = await Task { injected(\.top) }.value
      #expect(inTask === first)
      await withInjectedValues {
        $0.number = 2
      } operation: {
        let deeper = await Task { injected(\.top) }.value
        #expect(deeper === first)
      }
    }
    #expect(probe.users == ["Middle", "Top"])
  }

  @Test("Sibling scopes share nothing that is built from what both override")
  func siblings() {
    func top() -> Top {
      withInjectedValues {
        $0.probe = Probe()
      } operation: {
        injected(\.top)
      }
    }
    let (first, second) = (top(), top())
    #expect(first !== second)
    #expect(first.middle !== second.middle)
  }

  @Test("A scope that overrides an unrelated key shares the outer instance")
  func unrelated() {
    let outside = injected(\.top)
    withInjectedValues {
      $0.number = 1
    } operation: {
      #expect(injected(\.top) === outside)
    }
  }

  @Test("1,000 tasks in a scope build its instance once")
  func concurrent() async {
    let probe = Probe()
    let outside = injected(\.top)
    await withInjectedValues {
      $0.probe = probe
    } operation: {
      let tops = await readInTasks(1_000) { injected(\.top) }
      #expect(Set(tops.map(ObjectIdentifier.init)).count == 1)
      #expect(tops.first !== outside)
    }
    #expect(probe.users == ["Middle", "Top"])
  }

  @Test("Tasks that read before, while and after the scope is open see each what is theirs")
  func concurrentScopes() async {
    let outside = await readInTasks(8) { injected(\.top) }
    #expect(Set(outside.map(ObjectIdentifier.init)).count == 1)
    let seen = await withTaskGroup(of: [Top].self) { group in
      for _ in 0..<8 {
        group.addTask { await readInTasks(8) { injected(\.top) } }
        group.addTask {
          let probe = Probe()
          return await withInjectedValues {
            $0.probe = probe
          } operation: {
            let tops = await readInTasks(8) { injected(\.top) }
            #expect(tops.allSatisfy { $0.middle.probe === probe })
            #expect(probe.users == ["Middle", "Top"])
            return tops
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen.allSatisfy { tops in tops.allSatisfy { $0 === tops.first } })
    #expect(seen.count { $0.first === outside.first } == 8)
    #expect(Set(seen.compactMap(\.first).map(ObjectIdentifier.init)).count == 9)
    #expect(await readInTasks(8) { injected(\.top) }.allSatisfy { $0 === outside.first })
  }

  @Test("An override reaches what is read through a key path of a key path")
  func nestedKeyPaths() {
    let owner = Nested()
    let outside = (owner.probe, owner.middle)
    let probe = Probe()
    withInjectedValues {
      $0.probe = probe
    } operation: {
      #expect(owner.probe === probe)
      #expect(owner.middle === injected(\.middle))
      #expect(injected(\.top.middle.probe) === probe)
      #expect(injected(\.diamond.top.middle) === owner.middle)
    }
    #expect(owner.probe === outside.0)
    #expect(owner.middle === outside.1)
    #expect(probe.users == ["Middle", "Top", "Diamond"])
  }

  @Test("Two ways to the same key meet at one instance")
  func diamond() {
    let probe = Probe()
    withInjectedValues {
      $0.probe = probe
    } operation: {
      let diamond = injected(\.diamond)
      #expect(diamond.left.probe === probe)
      #expect(diamond.top.middle === diamond.left)
    }
    #expect(probe.users == ["Middle", "Top", "Diamond"])
  }

  @Test("An instance is kept in the deepest scope that overrides a key it is built from")
  func deepest() {
    let probe = Probe()
    withInjectedValues {
      $0.probe = probe
    } operation: {
      let inner = withInjectedValues {
        $0.number = 2
      } operation: {
        let inner = injected(\.pair)
        #expect(injected(\.pair) === inner)
        return inner
      }
      let outer = injected(\.pair)
      #expect((inner.probe === probe) && inner.number == 2)
      #expect((outer.probe === probe) && outer.number == 0)
      #expect(inner !== outer)
      #expect(withInjectedValues({ $0.text = "" }) { injected(\.pair) } === outer)
    }
    #expect(probe.users == ["Pair", "Pair"])
  }

  @Test("A key counts where it is read: what one build did not read, another may")
  func conditional() {
    let small = injected(\.conditional)
    withInjectedValues {
      $0.number = 7
    } operation: {
      #expect(injected(\.conditional) === small)
      withInjectedValues {
        $0.text = "number"
      } operation: {
        let seven = injected(\.conditional)
        #expect(seven.label == "number 7")
        withInjectedValues {
          $0.number = 8
        } operation: {
          #expect(injected(\.conditional).label == "number 8")
          #expect(injected(\.conditional) === injected(\.conditional))
        }
        #expect(injected(\.conditional) === seven)
      }
    }
    #expect(small.label == "no number")
    #expect(injected(\.conditional) === small)
  }

  @Test("What is read eagerly is built anew; what is read lazily is shared and reads anew")
  func eagerAndLazy() {
    let (eager, lazy) = (injected(\.eager), injected(\.lazy))
    withInjectedValues {
      $0.number = 5
    } operation: {
      #expect(injected(\.eager) !== eager)
      #expect(injected(\.eager).number == 5)
      #expect(eager.number == 0)
      #expect(injected(\.lazy) === lazy)
      #expect(lazy.number == 5)
    }
    #expect(lazy.number == 0)
  }
}

private struct Nested {
  @Injected(\.top.middle.probe) var probe
  @Injected(keyPath: \.diamond.left) var middle
}

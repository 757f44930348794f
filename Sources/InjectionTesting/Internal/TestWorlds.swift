#if canImport(Testing)
  internal import CInjectionTesting
  internal import Injection
  internal import Testing

  /// The worlds of tests that have no trait: one for each test, and for each argument where the
  /// toolchain tells them apart.
  ///
  /// Nobody says when such a test has ended, so its world is kept until the process exits. Only where scopes
  /// that keep themselves alive are looked for in all tests, the worlds are ended at the exit.
  final class TestWorlds: Sendable {
    static let shared = TestWorlds()

    private struct Key: Hashable, @unchecked Sendable {
      // Unchecked: what identifies arguments is Sendable, as they are.
      let test: Test.ID
      let isGroup: Bool
      let arguments: [AnyHashable]?
    }

    private static let endsAtExit: Void = {
      guard TestWorld.findsScopeCycles else { return }
      InjectionAtExit {
        TestHook.noteExit()
        TestWorlds.shared.end()
      }
    }()

    private let worlds = Guarded<[Key: TestWorld]>([:])
    /// The keys of the worlds that a trait has taken.
    private let taken = Guarded<Set<Key>>([])

    /// The world of the test that the current task runs.
    func world(of test: Test) -> TestWorld {
      Self.endsAtExit
      let key = Self.key(of: test)
      if let known = worlds.withLock({ $0[key] }) { return known }
      let fresh = makeWorld(of: test)
      return worlds.withLock { worlds in
        if let known = worlds[key] { return known }
        worlds[key] = fresh
        return fresh
      }
    }

    /// Gives a world for a test case to a caller who ends it, and the function that ends it.
    ///
    /// Until that is called, `world(of:)` gives the same world, if it is the first that was taken for the
    /// case, and the case can be told from the test's others.
    func take(of test: Test) -> (world: TestWorld, end: @Sendable () -> Void) {
      let key = Self.key(of: test)
      let isKnown = key.arguments != nil || !(Test.Case.current?.isParameterized ?? false)
      guard isKnown, taken.withLock({ $0.insert(key).inserted }) else {
        let known = isKnown ? nil : worlds.withLock { $0.removeValue(forKey: key) }
        let world = known ?? makeWorld(of: test)
        return (world, world.end)
      }
      let world = world(of: test)
      return (
        world,
        {
          world.end()
          let ended = self.worlds.withLock { $0.removeValue(forKey: key) }
          withExtendedLifetime(ended) { _ = self.taken.withLock { $0.remove(key) } }
        }
      )
    }

    /// Makes a world, which a case begins with what was prepared for its test as a whole, as by a trait.
    private func makeWorld(of test: Test) -> TestWorld {
      let group = Key(test: test.id, isGroup: true, arguments: nil)
      let outer = test.isGroup ? nil : worlds.withLock { $0[group] }
      return TestWorld(of: TestIdentity(runningIn: test), at: SourcePlace(of: test), after: outer)
    }

    private static func key(of test: Test) -> Key {
      Key(
        test: test.id, isGroup: test.isGroup, arguments: Test.Case.current.flatMap(arguments))
    }

    /// What tells a test from others, and the case that the current task runs from its other ones.
    static func id(of test: Test) -> String { "\(key(of: test))" }

    private func end() {
      for world in worlds.withLock({ $0.values.map(\.self) }) { world.end() }
    }

    /// What tells the cases of a parameterised test apart: the encoded arguments, by reflection.
    ///
    /// Not printed: each read outside scopes asks, and arguments may be large.
    ///
    /// - Returns: `nil` where there is only one case, or no way to tell.
    private static func arguments(of testCase: Test.Case) -> [AnyHashable]? {
      guard testCase.isParameterized,
        let kind = Mirror(reflecting: testCase).children.first(where: { $0.label == "_kind" }),
        let parameters = Mirror(reflecting: kind.value).children.first
      else { return nil }
      var parts: [AnyHashable] = []
      for child in Mirror(reflecting: parameters.value).children {
        switch child.label {
        case "arguments":
          for argument in Mirror(reflecting: child.value).children {
            let id = Mirror(reflecting: argument.value).children.first { $0.label == "id" }
            if let id { parts.append(hashable(id.value)) }
          }
        case "discriminator": parts.append(hashable(child.value))
        default: break
        }
      }
      return parts.isEmpty ? nil : parts
    }

    private static func hashable(_ part: Any) -> AnyHashable {
      (part as? AnyHashable) ?? AnyHashable("\(part)")
    }
  }

  extension Test {
    /// Whether it is a suite, or no case of it runs: its arguments are made, or a condition is asked.
    var isGroup: Bool { Test.Case.current == nil }

    /// Whether another one is in this suite, or a case of this test's arguments.
    func contains(_ other: Test) -> Bool {
      guard isSuite else { return id == other.id }
      return id.moduleName == other.id.moduleName
        && other.id.nameComponents.starts(with: id.nameComponents)
    }
  }
#endif

#if canImport(Testing)
  public import Injection
  public import Testing

  /// Gives each test case a world of its own, with overrides.
  ///
  /// ```swift
  /// @Test(.injected { $0.api = .mock }) func loads() async { … }
  /// @Suite(.injected) struct ModelTests { … }
  /// ```
  ///
  /// Stands on a test, or on a suite for all tests in it, also in nested suites. Each test case, and
  /// so each argument of a parameterised test, begins without what others have overridden, prepared
  /// or built. Several traits add up: the world is that of the outermost one, and an inner trait
  /// overrides on top of an outer one. The suite's initialiser runs in the world too. A read through
  /// the world after its test has ended is an issue.
  ///
  /// The world is task-local: inherited by `Task {}`, `async let` and task groups; not by
  /// `Task.detached`, dispatch queues and callbacks (see `InjectedValues.current`).
  public struct InjectedTrait: TestTrait, SuiteTrait, TestScoping {
    let options: InjectedScopeOptions
    let update: (@Sendable (inout InjectedValues) async throws -> Void)?
    /// Where the trait stands; the test's own place where that is not known.
    let place: SourcePlace?

    /// Whether a suite's trait applies to the tests in it: always.
    public var isRecursive: Bool { true }

    /// Provides a scope for each test case, and none for a suite or a test function as a whole.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test case, where the scope would be for one.
    /// - Returns: The trait, for a test case.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> InjectedTrait? {
      testCase == nil ? nil : self
    }

    /// Runs a test case in a world of its own, with the trait's overrides.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The test case.
    ///   - function: Runs the test case.
    /// - Throws: What the update or the test case throws.
    @concurrent
    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
      TestHook.install()
      let place = place ?? SourcePlace(of: test)
      if TestWorld.isEntered { return try await override(at: place, function) }
      let (end, result) = await runInWorld(of: test) {
        try await override(at: place) {
          TestHook.checkRunner()
          try await function()
        }
      }
      end()
      try result.get()
    }

    /// Runs a test in its world, and lets go of that.
    ///
    /// - Returns: A function that ends the world, and the test's result: the world ends also if the test throws.
    private func runInWorld(
      of test: Test, _ function: () async throws -> Void
    ) async -> (@Sendable () -> Void, Result<Void, any Error>) {
      // Not always a new world: another trait may have prepared values in it.
      let (world, end) = TestWorlds.shared.take(of: test)
      do {
        return (end, .success(try await world.run(function)))
      } catch {
        return (end, .failure(error))
      }
    }

    private func override(
      at place: SourcePlace, _ function: @Sendable @concurrent () async throws -> Void
    ) async throws {
      try await options.run(at: place) {
        try await update?(&$0)
      } operation: {
        try await function()
      }
    }
  }

  extension Trait {
    /// Reads a service in a trait of your own, where `injected` alone is the trait.
    ///
    /// As `injected(_:)` everywhere else.
    ///
    /// - Parameter accessor: A key path literal or a function of the values.
    /// - Returns: What the accessor gives.
    public func injected<Value>(_ accessor: (InjectedValues) -> Value) -> Value {
      Injection.injected(accessor)
    }
  }

  extension Trait where Self == InjectedTrait {
    /// Gives each test case a world of its own.
    public static var injected: InjectedTrait {
      InjectedTrait(options: [], update: nil, place: nil)
    }

    /// Gives each test case a world of its own, and checks how it is used.
    ///
    /// - Parameters:
    ///   - options: What to check.
    ///   - fileID: The file of the trait, for messages.
    ///   - filePath: The path of that file, which Xcode marks lines by.
    ///   - line: The line of the trait, for messages.
    /// - Returns: The trait.
    public static func injected(
      _ options: InjectedScopeOptions, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line
    ) -> InjectedTrait {
      SourceFiles.note("\(fileID)", at: "\(filePath)")
      return InjectedTrait(options: options, update: nil, place: SourcePlace(fileID, line))
    }

    /// Gives each test case a world of its own, where one key has a value.
    ///
    /// ```swift
    /// @Test(.injected(\.api, .mock)) func loads() async { … }
    /// ```
    ///
    /// A property that forwards to a key is assigned without being read. Swift runs the getter all the same: one that
    /// computes something from a key of the value's own type is given the new value for it, and may want the form
    /// with a closure.
    ///
    /// - Parameters:
    ///   - accessor: The property to assign to, or a part of it, as in `\.date.now`.
    ///   - value: Makes the value, once for each test case.
    ///   - fileID: The file of the trait, for messages.
    ///   - filePath: The path of that file, which Xcode marks lines by.
    ///   - line: The line of the trait, for messages.
    /// - Returns: The trait.
    public static func injected<Value: Sendable>(
      _ accessor: any WritableKeyPath<InjectedValues, Value> & Sendable,
      _ value: @autoclosure @escaping @Sendable () throws -> Value,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> InjectedTrait {
      injected(fileID: fileID, filePath: filePath, line: line) { values in
        values.write(try value(), to: accessor)
      }
    }

    /// Gives each test case a world of its own, with overrides.
    ///
    /// The update runs in the world, before the suite's initialiser; an error that it throws fails
    /// the test, which does not run then. It may wait for what it assigns. For keys of the main
    /// actor, write `{ @MainActor in … }`.
    ///
    /// - Parameters:
    ///   - fileID: The file of the trait, for messages.
    ///   - filePath: The path of that file, which Xcode marks lines by.
    ///   - line: The line of the trait, for messages.
    ///   - update: Assigns to the values, once for each test case.
    /// - Returns: The trait.
    public static func injected(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      _ update: @escaping @Sendable (inout InjectedValues) async throws -> Void
    ) -> InjectedTrait {
      injected([], fileID: fileID, filePath: filePath, line: line, update: update)
    }

    /// Gives each test case a world of its own, with overrides, and checks how it is used.
    ///
    /// As the form without options.
    ///
    /// - Parameters:
    ///   - options: What to check.
    ///   - fileID: The file of the trait, for messages.
    ///   - filePath: The path of that file, which Xcode marks lines by.
    ///   - line: The line of the trait, for messages.
    ///   - update: Assigns to the values, once for each test case. It has a label, so that the compiler's
    ///     error for a misspelt accessor in the form above is about the accessor.
    /// - Returns: The trait.
    public static func injected(
      _ options: InjectedScopeOptions, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line,
      update: @escaping @Sendable (inout InjectedValues) async throws -> Void
    ) -> InjectedTrait {
      SourceFiles.note("\(fileID)", at: "\(filePath)")
      return InjectedTrait(options: options, update: update, place: SourcePlace(fileID, line))
    }
  }
#endif

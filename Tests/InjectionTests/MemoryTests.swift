#if os(Linux)
  import Foundation
  import Glibc
  import Injection
  import Testing

  @Suite("9. Stress: memory")
  struct MemoryTests {
    @Test(
      "A million scopes leave the memory of the process as it was; in debug builds, 200,000",
      .enabled(if: !isSanitizerLoaded, "The sanitizer's own memory grows."))
    func scopes() async {
      // In a process of its own, where nobody else allocates.
      await #expect(processExitsWith: .success) {
        try requireNoGrowth(_isDebugAssertConfiguration() ? 50_000 : 250_000, enterScopes)
      }
    }

    @Test(
      "Learning the key of an accessor leaves the memory of the process as it was",
      .enabled(if: !isSanitizerLoaded, "The sanitizer's own memory grows."))
    func accessor() async {
      await #expect(processExitsWith: .success) {
        try requireNoGrowth(50_000) { _ in
          withInjectedValues {
            $0.decorate(\.passing) { $0 }
          } operation: {
          }
        }
      }
    }

    @Test(
      "So does learning it of accessors with arguments, each another one",
      .enabled(if: !isSanitizerLoaded, "The sanitizer's own memory grows."))
    func accessorWithArgument() async {
      await #expect(processExitsWith: .success) {
        try requireNoGrowth(50_000) { round in
          withInjectedValues {
            $0.decorate(\.[passing: round]) { $0 }
          } operation: {
          }
        }
      }
    }

    @Test(
      "A weak value that is made again and again leaves the memory of the process as it was",
      .enabled(if: !isSanitizerLoaded, "The sanitizer's own memory grows."))
    func weak() async {
      await #expect(processExitsWith: .success) {
        try requireNoGrowth(50_000) { _ in
          precondition(injected { $0[PassingKey.self] }.number == 0)
        }
      }
    }

    @Test(
      "So does a weak value that is made again and again for an owner of another branch",
      .enabled(if: !isSanitizerLoaded, "The sanitizer's own memory grows."))
    func weakInAnotherBranch() async {
      await #expect(processExitsWith: .success) {
        let owner = withInjectedValues {
          $0.number = 1
        } operation: {
          Injected(\.passing)
        }
        try withInjectedValues {
          $0.text = "reader"
        } operation: {
          try requireNoGrowth(50_000) { _ in
            precondition(owner().number == 1 && owner().text == "reader")
          }
        }
      }
    }
  }

  extension InjectedValues {
    fileprivate var passing: Passing { self[PassingKey.self] }
    fileprivate subscript(passing round: Int) -> Passing { self[PassingKey.self] }
  }

  private final class Passing: Sendable {
    let number = injected(\.number)
    let text = injected(\.text)
  }

  private enum PassingKey: InjectedInterfaceKey {
    static var testValue: Passing { Passing() }
    static var lifetime: InjectedLifetime { .weak }
  }

  /// Ends the process where it grows by more than one lost object of 16 bytes in each round takes.
  private func requireNoGrowth(_ rounds: Int, _ body: (_ round: Int) -> Void) throws {
    for round in 0..<10_000 { body(round) }
    let before = try residentPages()
    for round in 0..<rounds { body(round) }
    let grown = try residentPages() - before
    guard grown < rounds * 16 / 4_096 else {
      fatalError("The process has grown by \(grown) pages.")
    }
  }

  /// Enters four scopes: one inside another, which an owner outlives, a session, and a decoration.
  private func enterScopes(_ round: Int) {
    let owner = withInjectedValues {
      $0.number = round
    } operation: {
      withInjectedValues {
        $0.text = "\(round)"
      } operation: {
        precondition(injected(\.eager).number == round)
        return Lazy()
      }
    }
    precondition(owner.number == round)
    InjectedSession { $0.number = round }
      .run { precondition(injected(\.eager).number == round) }
    withInjectedValues {
      $0.decorate(NumberKey.self) { $0 + 1 }
    } operation: {
      precondition(injected(\.number) == 1)
    }
  }

  private let isSanitizerLoaded =
    dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil

  private func residentPages() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return pages
  }
#endif

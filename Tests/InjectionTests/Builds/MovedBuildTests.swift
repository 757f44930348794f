import Injection
import Testing

/// What is known of instances that are kept where a build has opened a scope, and that moves.
@Suite("Rule 4: what is kept in a scope that a build has opened is decided where that stands")
struct MovedBuildTests {
  @Test("A scope that a job has opened moves with what keeps the job, as often as it is read there")
  func moves() {
    func scope(of theme: String) -> InjectedValues {
      InjectedValues.current.overriding {
        $0[MovedBaseKey.self] = 1
        $0[MovedThemeKey.self] = theme
      }
    }
    let first = scope(of: "dark")
    let job = first.run { injected { $0[MovedJobKey.self] } }
    let page = job.values.run {
      withInjectedValues {
        $0[MovedUserKey.self] = "Ada"
      } operation: {
        Injected({ $0[MovedPageKey.self] })
      }
    }
    func texts() -> Set<String> { Set((0..<3).map { _ in page().text }) }
    #expect(texts() == ["Ada dark"])
    let dark = page()
    var second: InjectedValues? = scope(of: "light").succeeding(first)
    #expect(second?.run { injected { $0[MovedJobKey.self] } } === job)
    #expect(texts() == ["Ada light"])
    #expect(page() === page())
    second = nil
    #expect(texts() == ["Ada dark"])
    #expect(page() === dark)
  }

  @Test("What an update has built serves after it, unless that was decided otherwise since")
  func built() {
    var early: MovedPage?
    var late: MovedPage?
    withInjectedValues {
      $0[MovedUserKey.self] = "Ada"
      early = $0[MovedPageKey.self]
      $0[MovedThemeKey.self] = "dark"
      late = $0[MovedPageKey.self]
    } operation: {
      for _ in 0..<3 {
        withInjectedValues {
          $0[MovedBaseKey.self] = 1
        } operation: {
          #expect(injected { $0[MovedPageKey.self] } === late)
        }
        withInjectedValues {
          $0[MovedThemeKey.self] = "light"
        } operation: {
          #expect(injected { $0[MovedPageKey.self] }.text == "Ada light")
        }
      }
    }
    #expect(early?.text == "Ada -")
    #expect(late?.text == "Ada dark")
  }
}

private final class MovedJob: Sendable {
  let values = InjectedValues.current
  let base = injected { $0[MovedBaseKey.self] }
}

private final class MovedPage: Sendable {
  let text: String

  init() { text = injected { $0[MovedUserKey.self] + " " + $0[MovedThemeKey.self] } }
}

private enum MovedBaseKey: InjectedKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

private enum MovedUserKey: InjectedKey {
  static var liveValue: String { "-" }
  static var testValue: String { "-" }
}

private enum MovedThemeKey: InjectedKey {
  static var liveValue: String { "-" }
  static var testValue: String { "-" }
}

private enum MovedJobKey: InjectedKey {
  static var liveValue: MovedJob { MovedJob() }
  static var testValue: MovedJob { MovedJob() }
}

private enum MovedPageKey: InjectedKey {
  static var liveValue: MovedPage { MovedPage() }
  static var testValue: MovedPage { MovedPage() }
}

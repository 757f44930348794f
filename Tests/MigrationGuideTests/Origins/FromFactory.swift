import Injection
import InjectionTesting
import Synchronization
import Testing

final class Drafts: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock(\.self) }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
  func close() async { texts.withLock { $0.removeAll() } }
}

enum DraftsKey: InjectedKey {
  static var liveValue: Drafts { Drafts() }
  static var testValue: Drafts { Drafts() }
  static var lifetime: InjectedLifetime { .session }
}

struct Editor: Sendable {
  let document: Int
  let drafts: Drafts
}

struct Editors: Sendable {
  var make: @Sendable (_ document: Int) -> Editor
}

enum EditorsKey: InjectedKey {
  static let liveValue = Editors { Editor(document: $0, drafts: injected(\.drafts)) }
  static let testValue = liveValue
}

extension InjectedValues {
  var drafts: Drafts {
    get { self[DraftsKey.self] }
    set { self[DraftsKey.self] = newValue }
  }
  var editors: Editors {
    get { self[EditorsKey.self] }
    set { self[EditorsKey.self] = newValue }
  }
}

final class Workspace: Sendable {
  private let values: InjectedValues

  init(drafts: Drafts) {
    var values = InjectedValues.current
    values.drafts = drafts
    self.values = values
  }

  func open(_ document: Int) -> Editor {
    values.run { injected(\.editors).make(document) }
  }
}

/// A screen's own, which nobody else keeps.
final class Ruler: Sendable {
  private let marks = Mutex(0)
  var count: Int { marks.withLock(\.self) }
  func mark() { marks.withLock { $0 += 1 } }
}

enum RulerKey: InjectedKey {
  static var liveValue: Ruler { Ruler() }
  static var testValue: Ruler { Ruler() }
  static var lifetime: InjectedLifetime { .transient }
}

extension InjectedValues {
  var ruler: Ruler { self[RulerKey.self] }
}

struct Page {
  @Injected(\.ruler) var another
  let own = injected(\.ruler)
}

@Suite("From Factory", .injected) struct FromFactoryTests {
  @Test("A session has services of its own, and closes them when it ends")
  func sessions() async {
    let session = InjectedSession()
    session.onEnd(\.drafts) { await $0.close() }
    let editor = session.run {
      injected(\.drafts).add("Hello")
      return injected(\.editors).make(7)
    }
    #expect(editor.drafts.all == ["Hello"])
    await session.end()
    #expect(editor.drafts.all == [])

    let next = InjectedSession()
    next.run { #expect(injected(\.drafts) !== editor.drafts) }
    await next.end()
  }

  @Test("What is unique is read once by its owner: a wrapper gives another one each time")
  func readOnce() {
    let page = Page()
    page.another.mark()
    #expect(page.another.count == 0)
    page.own.mark()
    #expect(page.own.count == 1)
  }

  @Test("A container that one holds is a value to run in: each has services of its own")
  func held() {
    let first = Workspace(drafts: Drafts())
    let second = Workspace(drafts: Drafts())
    first.open(1).drafts.add("Hello")
    #expect(first.open(2).drafts.all == ["Hello"])
    #expect(second.open(1).drafts.all == [])
  }
}

@Suite("From Factory: a suite that holds what it registers") struct FromFactoryHeldTests {
  private let ruler = Ruler()
  private let page: Page

  init() {
    prepareInjectedValues { [ruler] in $0[RulerKey.self] = ruler }
    page = Page()
  }

  @Test("A suite's initialiser prepares the world of each case", arguments: 0..<3)
  func prepares(number: Int) {
    page.another.mark()
    #expect(ruler.count == 1)
    #expect(page.own === ruler)
  }
}

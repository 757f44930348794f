import ModelObservation
import Synchronization
import TestSupport
import Testing

/// Who reads a cell does not keep it, and its end is what a model's is.
@Suite("The end of a cell") struct SharedEndTests {
  /// What others know for as long as it is there.
  private final class Download: Sendable {
    let progress = SharedObserved(0)
  }

  /// Where a download is that any thread may drop.
  private final class Shelf: Sendable {
    let download = Mutex<Download?>(Download())
    var progress: Int? { download.withLock { $0 }?.progress.value }
  }

  @Test("A sequence ends with the cell's owner, which it knows weakly", arguments: [false, true])
  func sequence(isDerived: Bool) async {
    var download: Download? = Download()
    let memo = Computed { [weak download] in download?.progress.value }
    var iterator =
      changes(untilNil: { [weak download] in isDerived ? memo.value : download?.progress.value })
      .makeAsyncIterator()
    #expect(await iterator.next(isolation: nil) == 0)
    download = nil
    #expect(await iterator.next(isolation: nil) == nil)
  }

  @Test("On the main actor it does so too, while it waits", arguments: [false, true])
  @MainActor func waitingSequence(isDerived: Bool) async {
    var download: Download? = Download()
    let memo = Computed { [weak download] in download?.progress.value }
    var seen: [Int] = []
    let read = { [weak download] in isDerived ? memo.value : download?.progress.value }
    for await value in changes(untilNil: read) {
      seen.append(value)
      // Runs once the sequence waits, which keeps this actor till then.
      Task { download = nil }
    }
    #expect(seen == [0])
  }

  @Test("A derived property is stale, observed or not", arguments: [false, true])
  func stale(isObserved: Bool) {
    var download: Download? = Download()
    let memo = Computed { [weak download] in download?.progress.value ?? -1 }
    let above = Computed { memo.value * 10 }
    var runs = 0
    let token = observe {
      if isObserved { use(above.value) }
      runs += 1
    }
    #expect(above.value == 0)
    download = nil
    #expect(runs == 1)
    #expect(above.value == -10)
    #expect(memo.evaluations == 2)
    token.cancel()
  }

  @Test("One that is observed is stale too where the cell has gone on another thread")
  func staleElsewhere() {
    let shelf = Shelf()
    let memo = Computed { shelf.progress ?? -1 }
    let token = observe { use(memo.value) }
    onThreadInPlace { shelf.download.withLock { $0 = nil } }
    #expect(memo.value == -1)
    token.cancel()
  }

  @Test("It is no change for an observer, and what that reads next is observed")
  func noChange() {
    let a = Signal(0)
    var download: Download? = Download()
    var seen: [Int] = []
    let token = observe { seen.append(a.value + (download?.progress.value ?? 0)) }
    for number in 1...3 {
      download = nil
      #expect(seen.count == 2 * number - 1)
      download = Download()
      a.value = 10 * number
      download?.progress.value = 1
    }
    #expect(seen == [0, 10, 11, 20, 21, 30, 31])
    token.cancel()
  }

  @Test("What was written before it is told, by another thread as well", arguments: [false, true])
  @MainActor func writtenBefore(isOneShot: Bool) async {
    let shelf = Shelf()
    let (values, send) = AsyncStream<Int>.makeStream()
    let token = isOneShot ? nil : observe { send.yield(shelf.progress ?? -1) }
    if isOneShot {
      withTracking {
        use(shelf.progress)
      } onChange: {
        send.yield(shelf.progress ?? -1)
      }
    }
    onThreadInPlace {
      shelf.download.withLock { download in
        download?.progress.value = 5
        download = nil
      }
    }
    for await value in values where value == -1 { break }
    token?.cancel()
  }

  /// Something derived from a cell that has the model for a value.
  @MainActor private final class Page: ObservableModel {
    weak var shown: SharedObserved<Page?>?
    private var isUp: Bool { shown?.value === self }
    @Derived(\Page.isUp) var isShown: Bool
  }

  @Test("What a model knows weakly does not keep it by what is derived")
  @MainActor func leak() {
    weak var left: Page?
    do {
      let shown = SharedObserved<Page?>(nil)
      let page = Page()
      page.shown = shown
      shown.value = page
      #expect(page.isShown)
      left = page
    }
    #expect(left == nil)
  }
}

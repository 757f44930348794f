import Dispatch
import EnvironmentTree
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Observable objects") @MainActor struct ObservableObjectTests {
  @Test("An object is followed whatever its mirror shows")
  func customMirror() async {
    final class Account: ObservableObject, CustomReflectable {
      @Published var name = "Ada"
      nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
    }
    struct Name: View {
      @ObservedObject var account: Account
      var body: some View { Text(account.name) }
    }
    let account = Account()
    let host = TreeHost(Name(account: account))
    account.name = "Grace"
    await host.settle()
    #expect(host.outline == "Text \"Grace\"")
  }

  @Test("The published properties of each superclass are followed, and named with their class")
  func superclasses() async {
    class Base<Value>: ObservableObject {
      @Published var value: Value
      weak var other: Base?
      init(_ value: Value) { self.value = value }
    }
    class Middle: Base<Int> {
      let lock = Mutex(0)
      @Published var title = "one"
      lazy var description = title
    }
    final class Last: Middle {
      unowned(unsafe) var parent: Middle?
      @Published var isLast = false
    }
    struct Page: View {
      @ObservedObject var object: Last
      var body: some View { Text("\(object.value) \(object.title) \(object.isLast)") }
    }
    let object = Last(1)
    let host = TreeHost(Page(object: object))
    object.value = 2
    await host.settle()
    object.title = "two"
    await host.settle()
    object.isLast = true
    await host.settle()
    #expect(host.outline == "Text \"2 two true\"")
    #expect(
      host.evaluations.causes(of: "Page") == [
        .mount, .observation("Base<Int>.value"), .observation("Middle.title"),
        .observation("Last.isLast"),
      ])
  }

  @Test("An object whose unowned part has gone is followed")
  func unowned() async {
    await #expect(processExitsWith: .success) { @MainActor in
      final class Part {}
      final class Whole: ObservableObject {
        @Published var name = "Ada"
        unowned let part: Part
        init(_ part: Part) { self.part = part }
      }
      struct Name: View {
        @ObservedObject var whole: Whole
        var body: some View { Text(whole.name) }
      }
      let whole = Whole(Part())
      let host = TreeHost(Name(whole: whole))
      whole.name = "Grace"
      await host.settle()
      precondition(host.outline == "Text \"Grace\"")
    }
  }

  @Test("An evaluation reads nothing that a lock is for, while another thread changes it")
  func locked() async {
    await #expect(processExitsWith: .success) { @MainActor in
      final class Entry {}
      // Unchecked: the main actor's, but for what the lock is for.
      final class Feed: ObservableObject, @unchecked Sendable {
        @Published var title = "old"
        private let lock = NSLock()
        private var entry = Entry()

        func renew(_ pause: () -> Void) {
          func renew(_ entry: inout Entry) {
            _ = consume entry
            // Here, nothing is in its place.
            pause()
            entry = Entry()
          }
          lock.withLock { renew(&entry) }
        }
      }
      struct Title: View {
        @ObservedObject var feed: Feed
        var body: some View { Text(feed.title) }
      }
      let feed = Feed()
      let host = TreeHost(Title(feed: feed))
      let (isRenewing, isRenewed) = (Gate(), Gate())
      let mayRenew = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        feed.renew {
          isRenewing.open()
          mayRenew.wait()
        }
        isRenewed.open()
      }
      await isRenewing.wait()
      feed.title = "new"
      precondition(host.outline == "Text \"new\"")
      mayRenew.signal()
      await isRenewed.wait()
    }
  }
}

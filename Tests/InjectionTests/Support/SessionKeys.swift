import Injection
import Synchronization

// The services of a login, for the tests of sessions.

/// Notes what happens, in order.
final class Journal: Sendable {
  private let entries = Mutex<[String]>([])

  var all: [String] { entries.withLock { $0.map(\.self) } }

  func note(_ entry: String) { entries.withLock { $0.append(entry) } }
}

final class AccountStore: Sendable {
  let owner = injected(\.account)
  let journal = injected(\.journal)

  func close() async { journal.note("closed \(owner)'s database") }
}

final class Inbox: Sendable {
  let accountStore = injected(\.accountStore)
  var owner: String { accountStore.owner }
}

/// Lives as long as the world, and reads nothing of a session.
final class Library: Sendable {}

enum AccountKey: InjectedInterfaceKey {
  static var testValue: String { "nobody" }
}

enum JournalKey: InjectedInterfaceKey {
  static var testValue: Journal { Journal() }
}

enum AccountStoreKey: InjectedInterfaceKey {
  static var testValue: AccountStore { AccountStore() }
  static var lifetime: InjectedLifetime { .session }
}

/// Cached, but reads a session value.
enum InboxKey: InjectedInterfaceKey {
  static var testValue: Inbox { Inbox() }
}

enum LibraryKey: InjectedInterfaceKey {
  static var testValue: Library { Library() }
}

extension InjectedValues {
  var account: String {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }

  var journal: Journal {
    get { self[JournalKey.self] }
    set { self[JournalKey.self] = newValue }
  }

  var accountStore: AccountStore {
    get { self[AccountStoreKey.self] }
    set { self[AccountStoreKey.self] = newValue }
  }

  var inbox: Inbox { self[InboxKey.self] }

  var library: Library { self[LibraryKey.self] }
}

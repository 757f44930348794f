import Injection
import Testing

/// The override nearest the reader wins, unless its scope is, or encloses, the scope that the owner
/// was created in; then the owner's nearest wins.
@Suite("Rule 1: the reader's scope, and the scope that the owner was created in")
struct RuleOneTests {
  @Test("Captured scopes, every owner and every reader", arguments: ScopeTree.all)
  func captured(tree: ScopeTree) {
    for overrides in tree.overrideSets {
      let scopes = capture(tree, overriding: overrides)
      let owners = scopes.map { $0.run { Owner() } }
      for owner in tree.places {
        for reader in tree.places {
          let seen = scopes[reader].run { owners[owner].seen }
          let wanted = tree.winner(owner: owner, reader: reader, overrides: overrides)
          #expect(
            seen == [wanted, wanted, wanted],
            "owner in \(owner), reader in \(reader), overrides in \(overrides.sorted())")
        }
      }
    }
  }

  @Test("Scopes that are entered and left in turn", arguments: ScopeTree.all)
  func entered(tree: ScopeTree) {
    for overrides in tree.overrideSets {
      var owners: [(place: Int, owner: Owner)] = []
      func visit(_ scope: Int) {
        owners.append((scope, Owner()))
        check(scope)
        for child in tree.children(of: scope) {
          enter(child, of: tree, overriding: overrides) { visit(child) }
          check(scope)
        }
        owners.append((scope, Owner()))
        check(scope)
      }
      func check(_ reader: Int) {
        for (place, owner) in owners {
          let wanted = tree.winner(owner: place, reader: reader, overrides: overrides)
          #expect(
            owner.seen == [wanted, wanted, wanted],
            "owner in \(place), reader in \(reader), overrides in \(overrides.sorted())")
        }
      }
      visit(0)
    }
  }

  @Test("Scopes of tasks, whose owners and readers are other tasks", arguments: ScopeTree.all)
  func tasks(tree: ScopeTree) async {
    for overrides in tree.overrideSets {
      let scopes = capture(tree, overriding: overrides)
      var owners: [Owner] = []
      for scope in scopes {
        owners.append(await scope.run { await Task { Owner() }.value })
      }
      for owner in tree.places {
        for reader in tree.places {
          let handle = owners[owner]
          let seen = await scopes[reader].run { await Task { handle.seen }.value }
          let wanted = tree.winner(owner: owner, reader: reader, overrides: overrides)
          #expect(
            seen == [wanted, wanted, wanted],
            "owner in \(owner), reader in \(reader), overrides in \(overrides.sorted())")
        }
      }
    }
  }

  // MARK: The cases by name

  @Test("An owner keeps the values that it was created with")
  func keeps() {
    let owner = enter(1) { Owner() }
    #expect(owner.x == 1)
  }

  @Test("An override that is new since the owner was made reaches it")
  func newOverride() {
    let owner = enter(1) { Owner() }
    #expect(enter(2) { owner.x } == 2)
    #expect(owner.x == 1)
  }

  @Test("An override inside the owner's scope reaches it")
  func inner() {
    enter(1) {
      let owner = Owner()
      #expect(enter(2) { owner.x } == 2)
      #expect(owner.x == 1)
    }
  }

  @Test("An override that encloses the owner's scope does not outrank the owner's own")
  func outer() {
    enter(1) {
      let owner = enter(2) { Owner() }
      #expect(owner.x == 2)
      let sibling = enter(3) { owner.x }
      #expect(sibling == 3)
    }
  }

  @Test("An owner that was made in no scope sees every override")
  func madeOutside() {
    let owner = Owner()
    #expect(owner.x == 0)
    #expect(enter(1) { enter(2) { owner.x } } == 2)
    #expect(owner.x == 0)
  }

  @Test("A copied owner keeps the scope of the original")
  func copies() {
    let original = enter(1) { Wrapper() }
    let copy = enter(2) { original }
    #expect(copy.x == 1)
  }

  @Test("A wrapper that is assigned anew takes the scope that it is made in")
  func reassigned() {
    var owner = enter(1) { Wrapper() }
    enter(2) { owner = Wrapper() }
    #expect(owner.x == 2)
  }

  @Test("An owner that is made inside run belongs to the scope that is run")
  func run() {
    let scope = enter(1) { InjectedValues.current }
    let owner = enter(2) { scope.run { Owner() } }
    #expect(owner.x == 1)
  }

  @Test("A read inside run reads like one inside the scope that is run")
  func readInRun() {
    let scope = enter(1) { InjectedValues.current }
    let owner = enter(2) { Owner() }
    #expect(scope.run { owner.x } == 1)
    #expect(enter(3) { scope.run { owner.x } } == 1)
  }

  // MARK: Helpers

  /// Enters a scope that overrides the key, or another key where it is not in the set.
  private func enter<R>(
    _ scope: Int, of tree: ScopeTree, overriding overrides: Set<Int>, _ operation: () -> R
  ) -> R {
    withInjectedValues {
      if overrides.contains(scope) { $0.x = scope } else { $0.unrelated = scope }
    } operation: {
      operation()
    }
  }

  @discardableResult
  private func enter<R>(_ value: Int, _ operation: () -> R) -> R {
    withInjectedValues {
      $0.x = value
    } operation: {
      operation()
    }
  }

  private func capture(_ tree: ScopeTree, overriding overrides: Set<Int>) -> [InjectedValues] {
    var scopes = [InjectedValues.current]
    for scope in tree.places.dropFirst() {
      scopes.append(
        scopes[tree.parents[scope - 1]].run {
          enter(scope, of: tree, overriding: overrides) { .current }
        })
    }
    return scopes
  }
}

/// The three ways to hold a service.
private final class Owner: Sendable {
  private let wrapped = Wrapper()
  private let constant = Injected(\.x)

  var x: Int { constant() }

  var seen: [Int] { [wrapped.x, wrapped.keyed, constant.wrappedValue] }
}

private struct Wrapper: Sendable {
  @Injected(\.x) var x
  @Injected({ $0[XKey.self] }) var keyed
}

private enum XKey: InjectedKey {
  static let liveValue = -1
  static let testValue = 0
}

private enum UnrelatedKey: InjectedKey {
  static let liveValue = -1
  static let testValue = 0
}

extension InjectedValues {
  fileprivate var x: Int {
    get { self[XKey.self] }
    set { self[XKey.self] = newValue }
  }

  fileprivate var unrelated: Int {
    get { self[UnrelatedKey.self] }
    set { self[UnrelatedKey.self] = newValue }
  }
}

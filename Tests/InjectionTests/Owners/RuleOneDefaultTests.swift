import Injection
import Testing

/// A default that is being built belongs to the deepest scope that overrides a key it reads, and
/// what it captures has that scope as its owner's, whichever scope its first reader was in.
@Suite("Rule 1: owners that are created inside a default")
struct RuleOneDefaultTests {
  @Test("A default that reads nothing has an owner in no scope", arguments: ScopeTree.all)
  func readsNothing(tree: ScopeTree) {
    for overrides in tree.overrideSets {
      for first in tree.places {
        let scopes = capture(tree, overriding: overrides, settings: [])
        let owner = scopes[first].run { InjectedValues.current.lazyService }
        for reader in tree.places {
          let wanted = tree.winner(owner: 0, reader: reader, overrides: overrides)
          #expect(
            scopes[reader].run { owner.depth } == wanted,
            "first read in \(first), reader in \(reader), overrides in \(overrides.sorted())")
        }
      }
    }
  }

  @Test("A default's owner is in the scope that it is kept in", arguments: ScopeTree.all)
  func readsSettings(tree: ScopeTree) {
    for overrides in tree.overrideSets {
      for settings in tree.places {
        let scopes = capture(tree, overriding: overrides, settings: [settings])
        for first in tree.places {
          let service = scopes[first].run { InjectedValues.current.settingsService }
          let kept = tree.path(to: first).contains(settings) ? settings : 0
          #expect(service.settings == kept)
          for reader in tree.places {
            let wanted = tree.winner(owner: kept, reader: reader, overrides: overrides)
            #expect(
              scopes[reader].run { service.depth } == wanted,
              """
              settings in \(settings), first read in \(first), reader in \(reader), \
              overrides in \(overrides.sorted())
              """)
          }
        }
      }
    }
  }

  @Test("While a default is built, its owner reads what the builder reads")
  func duringTheBuild() {
    withInjectedValues {
      $0.depth = 1
    } operation: {
      withInjectedValues {
        $0.settings = 2
      } operation: {
        let service = InjectedValues.current.eagerService
        #expect(service.depthAtBuild == 1)
        #expect(service.depth == 1)
      }
    }
    #expect(InjectedValues.current.eagerService.depthAtBuild == 0)
  }

  @Test("What an owner in another branch reads while a default is built counts for that default")
  func ownerInAnotherBranch() {
    let owner = withInjectedValues {
      $0.branchText = "owner's"
    } operation: {
      BranchOwner()
    }
    withInjectedValues {
      $0.branchOwner = owner
    } operation: {
      let outer = injected(\.branchUser)
      #expect(outer.label == "owner's 0")
      withInjectedValues {
        $0.branchNumber = 2
      } operation: {
        #expect(injected(\.branchUser).label == "owner's 2")
      }
      withInjectedValues {
        $0.branchText = "reader's"
      } operation: {
        #expect(injected(\.branchUser).label == "reader's 0")
      }
      #expect(injected(\.branchUser) === outer)
    }
  }

  @Test("A default that was built in a scope keeps that scope's values after it has ended")
  func outlivesItsScope() {
    let service = withInjectedValues {
      $0.settings = 1
      $0.depth = 2
    } operation: {
      InjectedValues.current.settingsService
    }
    #expect(service.depth == 2)
    #expect(InjectedValues.current.settingsService !== service)
    #expect(InjectedValues.current.settingsService.depth == 0)
  }

  /// Captures the tree's scopes, each of which overrides the depth, the settings or neither.
  private func capture(
    _ tree: ScopeTree, overriding overrides: Set<Int>, settings: Set<Int>
  ) -> [InjectedValues] {
    var scopes = [InjectedValues.current]
    for scope in tree.places.dropFirst() {
      scopes.append(
        scopes[tree.parents[scope - 1]].run {
          withInjectedValues {
            if overrides.contains(scope) { $0.depth = scope }
            if settings.contains(scope) { $0.settings = scope }
          } operation: {
            .current
          }
        })
    }
    return scopes
  }
}

private final class Service: Sendable {
  let settings: Int
  let depthAtBuild: Int?
  private let injectedDepth: Injected<Int>

  var depth: Int { injectedDepth() }

  init(readsSettings: Bool = false, readsDepth: Bool = false) {
    injectedDepth = Injected(\.depth)
    settings = readsSettings ? injected(\.settings) : -1
    depthAtBuild = readsDepth ? injectedDepth() : nil
  }
}

private enum DepthKey: InjectedKey {
  static let liveValue = -1
  static let testValue = 0
}

private enum SettingsKey: InjectedKey {
  static let liveValue = -1
  static let testValue = 0
}

private enum LazyServiceKey: InjectedInterfaceKey {
  static var testValue: Service { Service() }
}

private enum SettingsServiceKey: InjectedInterfaceKey {
  static var testValue: Service { Service(readsSettings: true) }
}

private enum EagerServiceKey: InjectedInterfaceKey {
  static var testValue: Service { Service(readsDepth: true) }
}

extension InjectedValues {
  fileprivate var depth: Int {
    get { self[DepthKey.self] }
    set { self[DepthKey.self] = newValue }
  }

  fileprivate var settings: Int {
    get { self[SettingsKey.self] }
    set { self[SettingsKey.self] = newValue }
  }

  fileprivate var lazyService: Service { self[LazyServiceKey.self] }

  fileprivate var settingsService: Service { self[SettingsServiceKey.self] }

  fileprivate var eagerService: Service { self[EagerServiceKey.self] }
}

private final class BranchOwner: Sendable {
  private let label = Injected(\.branchLabel)

  var text: String { label() }
}

private final class BranchUser: Sendable {
  let label = injected(\.branchOwner).text
}

private enum BranchDepthKey: InjectedInterfaceKey {
  static var testValue: Int { 0 }
}

private enum BranchTextKey: InjectedInterfaceKey {
  static var testValue: String { "default" }
}

/// Built from both: in the owner's branch, once for each number.
private enum BranchLabelKey: InjectedInterfaceKey {
  static var testValue: String { "\(injected(\.branchText)) \(injected(\.branchNumber))" }
}

private enum BranchOwnerKey: InjectedInterfaceKey {
  static var testValue: BranchOwner { BranchOwner() }
}

private enum BranchUserKey: InjectedInterfaceKey {
  static var testValue: BranchUser { BranchUser() }
}

extension InjectedValues {
  fileprivate var branchNumber: Int {
    get { self[BranchDepthKey.self] }
    set { self[BranchDepthKey.self] = newValue }
  }

  fileprivate var branchText: String {
    get { self[BranchTextKey.self] }
    set { self[BranchTextKey.self] = newValue }
  }

  fileprivate var branchLabel: String { self[BranchLabelKey.self] }

  fileprivate var branchOwner: BranchOwner {
    get { self[BranchOwnerKey.self] }
    set { self[BranchOwnerKey.self] = newValue }
  }

  fileprivate var branchUser: BranchUser { self[BranchUserKey.self] }
}

import Injection
import TestSupport
import Testing

/// What succeeds a scope, beside owners that were made in the earlier one or in another branch.
@Suite("Values that succeed others, read through owners")
struct SucceedingBranchTests {
  private func scope(
    after earlier: InjectedValues? = nil, _ text: String,
    _ update: (inout InjectedValues) -> Void
  ) -> InjectedValues {
    InjectedValues.current.overriding {
      update(&$0)
      $0[LocaleKey.self] = text
    }.succeeding(earlier)
  }

  @Test("A decoration that took the place of an equal one decorates once, for whoever reads")
  func decorations() {
    func scope(after earlier: InjectedValues? = nil, _ text: String) -> InjectedValues {
      self.scope(after: earlier, text) {
        $0[SuccessionLeftKey.self] = "left"
        $0.decorate(TitleKey.self) { "[\($0)]" }
        $0.decorate(TitleKey.self) { "<\($0)>" }
      }
    }
    let first = scope("en")
    let (model, lazy) = first.run { (Model(), injected { $0[LazyTitleKey.self] }) }
    #expect(first.run { model.title() } == "<[title]>")
    let second = scope(after: first, "de")
    #expect(second.run { model.title() } == "<[title]>")
    #expect(second.run { injected { $0[LazyTitleKey.self] } } === lazy)
    // A task may still run in the earlier scope.
    #expect(first.run { lazy.title() } == "<[title]>")
  }

  @Test("A contribution that took the place of an equal one is there once, for whoever reads")
  func contributions() {
    func scope(after earlier: InjectedValues? = nil, _ text: String) -> InjectedValues {
      self.scope(after: earlier, text) {
        $0.contribute(ItemsKey.self) { 1 }
        $0.contribute(ItemsKey.self) { 2 }
      }
    }
    let first = scope("en")
    let model = first.run { Model() }
    #expect(first.run { model.items() } == [1, 2])
    #expect(scope(after: first, "de").run { model.items() } == [1, 2])
  }

  @Test("What both scopes shadow is not reached through an owner", arguments: [false, true])
  func shadowedInBoth(isLater: Bool) {
    func inner(_ outer: InjectedValues, after earlier: InjectedValues? = nil) -> InjectedValues {
      outer.run { scope(after: earlier, "en") { $0[SuccessionLeftKey.self] = "inner" } }
    }
    let outer = scope("en") { $0[SuccessionLeftKey.self] = "outer" }
    let laterOuter = scope(after: outer, "en") { $0[SuccessionLeftKey.self] = "later outer" }
    let (first, second) = (inner(outer), inner(laterOuter, after: inner(outer)))
    let later = inner(laterOuter, after: first)
    let (owner, reader) = isLater ? (later, first) : (first, later)
    let model = owner.run { Model() }
    for values in [reader, second] {
      values.run {
        withInjectedValues(from: model) {
          #expect(injected { $0[SuccessionLeftKey.self] } == "inner")
          #expect(injected { $0[SuccessionLeftUserKey.self] }.text == "inner")
        }
      }
    }
  }

  @Test(
    "Nothing is kept for an owner's scope that another override decides there",
    arguments: [false, true], [false, true])
  func keptBesideADecoration(isFirst: Bool, isAssigned: Bool) {
    let first = scope("en") { $0[SuccessionLeftKey.self] = "left" }
    let second = scope(after: first, "de") { $0[SuccessionLeftKey.self] = "left" }
    _ = first.run { injected { $0[SuccessionLeftUserKey.self] } }
    let inside = first.run {
      InjectedValues.current.overriding {
        func decorate(_ values: inout InjectedValues) {
          values.decorate(SuccessionLeftUserKey.self) { SuccessionObject("[\($0.text)]") }
        }
        if isFirst { decorate(&$0) }
        if isAssigned {
          $0[SuccessionLeftKey.self] = "inner left"
        } else {
          $0.decorate(SuccessionLeftKey.self) { "inner \($0)" }
        }
        if !isFirst { decorate(&$0) }
      }
    }
    let model = inside.run { Model() }
    second.run {
      withInjectedValues(from: model) {
        #expect(injected { $0[SuccessionLeftUserKey.self] }.text == "[left]")
      }
    }
    inside.run { #expect(injected { $0[SuccessionLeftUserKey.self] }.text == "[inner left]") }
  }

  @Test(
    "An owner has one object in its own scope and in the one that succeeds it or that it succeeds",
    arguments: [false, true], [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]])
  func ownerOfOne(isOfLater: Bool, order: [Int]) {
    func scope(after earlier: InjectedValues? = nil, _ text: String) -> InjectedValues {
      self.scope(after: earlier, text) {
        $0[SuccessionLeftKey.self] = "left"
        $0.register(SuccessionWeakUserKey.self) { SuccessionObject("registered") }
      }
    }
    for key in [\Model.leftUser, \Model.weakUser] {
      let first = scope("en")
      let second = scope(after: first, "de")
      let (owner, other) = isOfLater ? (second, first) : (first, second)
      let model = owner.run { Model() }
      let reads = [
        { model[keyPath: key]() },
        { other.run { model[keyPath: key]() } },
        { other.run { withInjectedValues(from: model) { Model()[keyPath: key]() } } },
        { other.run { Model()[keyPath: key]() } },
      ]
      var given: [Int: SuccessionObject] = [:]
      for index in order { given[index] = reads[index]() }
      #expect(given[1] === given[0])
      #expect(given[2] === given[0])
    }
  }

  @Test("A service whose scope has gone is given, in the later one, what readers have there")
  func ownerThatHasEscaped() {
    var first: InjectedValues? = scope("en") { $0[SuccessionLeftKey.self] = "left" }
    let page = first?.run { injected { $0[PageKey.self] } }
    let leftUser = first?.run { page?.leftUser() }
    let second = scope(after: first, "de") { $0[SuccessionLeftKey.self] = "left" }
    first = nil
    #expect(second.run { injected { $0[SuccessionLeftUserKey.self] } } === leftUser)
    #expect(second.run { page?.leftUser() } === leftUser)
  }

  @Test(
    "What was built for an owner of another branch, or inside that, serves on",
    arguments: [false, true])
  func builtInBranches(isInside: Bool) {
    let model = withInjectedValues {
      $0[SuccessionRightKey.self] = "branch"
    } operation: {
      guard isInside else { return Model() }
      return withInjectedValues {
        $0[TitleKey.self] = "inside"
      } operation: {
        Model()
      }
    }
    func scope(after earlier: InjectedValues? = nil, _ text: String) -> InjectedValues {
      self.scope(after: earlier, text) { $0[SuccessionLeftKey.self] = "left" }
    }
    let first = scope("en")
    let both = first.run { model.both() }
    #expect(both.text == "left branch")
    #expect(scope(after: first, "de").run { model.both() } === both)
    #expect(injected { $0[BothCountKey.self] }.value == 1)
  }

  @Test("What was built for readers of another branch serves on for owners of the later one")
  func builtForReadersOfBranches() {
    func scope(after earlier: InjectedValues? = nil, _ text: String) -> InjectedValues {
      self.scope(after: earlier, text) { $0[SuccessionLeftKey.self] = "left" }
    }
    let branch = InjectedValues.current.overriding { $0[SuccessionRightKey.self] = "branch" }
    let inside = branch.overriding { $0[ItemsKey.self] = [] }
    let first = scope("en")
    let earlier = first.run { Model() }
    let built = branch.run { earlier.both() }
    #expect(built.text == "left branch")
    let later = scope(after: first, "de").run { Model() }
    #expect(inside.run { later.both() } === built)
  }

  /// Outside the test's world, which closes what is in it by itself.
  @Test("What was built for an owner stays where a service that had entered its scope goes")
  func enteredByAService() async {
    await Task.detached { keepsWhatAGuestEntered() }.value
  }

  private func keepsWhatAGuestEntered() {
    let model = withInjectedValues {
      $0[SuccessionRightKey.self] = "branch"
    } operation: {
      Model()
    }
    Guest.$host.withValue(model) {
      let first = scope("en") { $0[SuccessionLeftKey.self] = "left" }
      _ = first.run { injected { $0[GuestKey.self] } }
      let entered = first.run { withInjectedValues(from: model) { InjectedValues.current } }
      let both = entered[LeftAndRightKey.self]
      #expect(both.text == "left branch")
      do {
        let second = scope(after: first, "de") { $0[SuccessionLeftKey.self] = "left" }
        _ = second.run { injected { $0[GuestKey.self] } }
      }
      #expect(entered[LeftAndRightKey.self] === both)
    }
  }

  @Test("What was built in the earlier one for an owner of the later one serves on")
  func builtInTheEarlierForTheLater() {
    let first = InjectedValues.current.overriding { $0[SuccessionLeftKey.self] = "left" }
    let second = InjectedValues.current.overriding {
      $0[SuccessionLeftKey.self] = "left"
      $0[SuccessionRightKey.self] = "right"
    }
    let model = second.run { Model() }
    let both = first.run { model.both() }
    #expect(both.text == "left right")
    let third = second.succeeding(first)
    #expect(third.run { model.both() } === both)
  }

  @Test("Also for an owner inside the later one")
  func builtInTheEarlierForOneInside() {
    let first = InjectedValues.current.overriding { $0[SuccessionLeftKey.self] = "left" }
    let second = InjectedValues.current.overriding {
      $0[SuccessionLeftKey.self] = "left"
      $0[LocaleKey.self] = "de"
    }
    let model = second.overriding { $0[SuccessionRightKey.self] = "right" }.run { Model() }
    let both = first.run { model.both() }
    #expect(both.text == "left right")
    let third = second.succeeding(first)
    #expect(third.run { model.both() } === both)
  }
}

private enum LocaleKey: SuccessionTextKey {}

private enum TitleKey: InjectedInterfaceKey {
  static var testValue: String { "title" }
}

/// Enters the scope of an owner while it is made, and keeps it.
private final class Guest: Sendable {
  @TaskLocal static var host = Model()
  let left = injected { $0[SuccessionLeftKey.self] }
  let title = withInjectedValues(from: Guest.host) { Injected { $0[TitleKey.self] } }
}

private enum GuestKey: InjectedInterfaceKey {
  static var testValue: Guest { Guest() }
}

private enum ItemsKey: InjectedCollectionKey {
  typealias Element = Int
}

private enum BothCountKey: InjectedInterfaceKey { static var testValue: Counter { Counter() } }

private enum LeftAndRightKey: InjectedInterfaceKey {
  static var testValue: SuccessionObject {
    injected { $0[BothCountKey.self] }.increment()
    return injected {
      SuccessionObject($0[SuccessionLeftKey.self] + " " + $0[SuccessionRightKey.self])
    }
  }
}

/// Reads the title when it is asked.
private final class LazyTitle: Sendable {
  let left = injected { $0[SuccessionLeftKey.self] }
  let title = Injected { $0[TitleKey.self] }
}

private enum LazyTitleKey: InjectedInterfaceKey {
  static var testValue: LazyTitle { LazyTitle() }
}

/// Is built anew in each language, and reads a service when it is asked.
private final class Page: Sendable {
  let locale = injected { $0[LocaleKey.self] }
  let leftUser = Injected { $0[SuccessionLeftUserKey.self] }
}

private enum PageKey: InjectedInterfaceKey {
  static var testValue: Page { Page() }
}

private struct Model: Sendable {
  let title = Injected { $0[TitleKey.self] }
  let items = Injected { $0[ItemsKey.self] }
  let both = Injected { $0[LeftAndRightKey.self] }
  let leftUser = Injected { $0[SuccessionLeftUserKey.self] }
  let weakUser = Injected { $0[SuccessionWeakUserKey.self] }
}

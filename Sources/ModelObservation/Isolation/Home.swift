import CModelObservation

/// The isolation that a part of the graph belongs to, as far as it is known.
///
/// The compiler sees to it that the graph is used there alone, except by deinitialisers: these run
/// wherever the last reference goes, and find their way back by the home. A home does not retain its
/// actor, since an actor may own the tokens of its observers.
final class Home: Sendable {
  static let main = Home(MainActor.shared)

  private weak let actor: (any Actor)?
  private let actorID: ObjectIdentifier?
  private let isMain: Bool
  /// Where a task without isolation waits, and receives what others deliver.
  private let mailbox: Waiter?

  private init(_ actor: any Actor) {
    self.actor = actor
    actorID = ObjectIdentifier(actor)
    isMain = actor === MainActor.shared
    mailbox = nil
  }

  /// Makes the home of a task without isolation, which waits at `mailbox`.
  init(mailbox: Waiter) {
    actor = nil
    actorID = nil
    isMain = false
    self.mailbox = mailbox
  }

  /// Gives the home of an isolation; for nil, the main actor's where that is known to run this code, else none.
  static func of(_ isolation: (any Actor)?) -> Home? {
    guard let isolation else { return main.isCurrent(MainActor.shared) ? main : nil }
    return isolation === MainActor.shared ? main : Home(isolation)
  }

  /// Whether the home is an actor, and not a task without isolation.
  var isOfActor: Bool { actorID != nil }

  /// Whether the home is an actor, and this thread is not known to be running that actor's code.
  var isActorElsewhere: Bool {
    guard isOfActor else { return false }
    return actor.map { !isCurrent($0) } ?? true
  }

  /// Whether the home is the main actor, and this thread is known to be running that actor's code.
  var isMainHere: Bool { isMain && actor.map(isCurrent) ?? false }

  /// Whether two homes are the same, or of one actor that still exists.
  static func areSame(_ one: Home?, _ other: Home?) -> Bool {
    guard one !== other else { return true }
    guard let one, let other, let id = one.actorID, id == other.actorID else { return false }
    // Another actor may have the address of one that has gone.
    return one.actor != nil
  }

  /// Whether this thread is known to be running code of `actor`, which is this home's.
  private func isCurrent(_ actor: any Actor) -> Bool {
    // An executor reference is two words, as the runtime's interface fixes it.
    let words = unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    return mo_is_current_executor(words.0, words.1, isMain)
  }

  /// Performs `action` at once if the isolation of `home` is here, else there as soon as it is free.
  ///
  /// Without a home, at once: the caller's isolation is the node's, since a value that is not Sendable is
  /// destroyed in the region that it belongs to. With an actor that is gone, at once: nobody is left to race.
  static func perform<T>(
    at home: Home?, with value: T, _ action: @escaping @Sendable (T) -> Void
  ) {
    guard let home, let actor = home.actor, !home.isCurrent(actor) else { return action(value) }
    let parcel = Parcel(value: value)
    home.send({ action(parcel.value) }, to: actor)
  }

  /// Performs `action` on this isolation as soon as it is free; never if its actor is gone.
  func performLater<T>(with value: T, _ action: @escaping @Sendable (T) -> Void) {
    let parcel = Parcel(value: value)
    if let mailbox { return mailbox.deliver { action(parcel.value) } }
    if let actor { send({ action(parcel.value) }, to: actor) }
  }

  /// Performs `action` on this isolation: now if that is the main actor and here, otherwise as soon
  /// as it is free; never if its actor is gone.
  ///
  /// - Returns: False if its actor is gone: nobody is left to race with.
  @discardableResult func perform(_ action: @escaping @Sendable () -> Void) -> Bool {
    if let mailbox {
      mailbox.deliver(action)
      return true
    }
    guard let actor else { return false }
    if isMainHere { action() } else { send(action, to: actor) }
    return true
  }

  /// Has an action performed on this home's actor, in a task of its own.
  private func send(_ action: @escaping @Sendable () -> Void, to actor: any Actor) {
    if isMain {
      // Such a task is in the main actor's queue at once: whoever looks there later finds it.
      Task { @MainActor in action() }
    } else {
      Task { await actor.perform(action) }
    }
  }
}

/// Performs `action` on the main actor: now if that is here, otherwise as soon as it is free.
///
/// For deinitialisers, which run wherever the last reference goes. Nothing else may use `value`.
package func performAtMainActor<T>(with value: T, _ action: @escaping @Sendable (T) -> Void) {
  Home.perform(at: .main, with: value, action)
}

extension Actor {
  fileprivate func perform(_ action: @Sendable () -> Void) {
    action()
  }
}

/// Carries a part of the graph to its home.
///
/// Sendable, although what it holds is not: the value is only used on the isolation that it
/// belongs to, and whoever sends it there has no other use for it.
private struct Parcel<T>: @unchecked Sendable {
  let value: T
}

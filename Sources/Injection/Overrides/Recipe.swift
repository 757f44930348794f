/// An override that makes a value when it is first read, or that marks a scope.
final class Recipe: Override, @unchecked Sendable {
  /// What is done to the key.
  enum Action: Sendable {
    /// The value is made by a closure.
    case make(@Sendable () -> Instance)
    /// The key's own default is made anew.
    case renew
    /// The value that the key has beyond this override is wrapped in another one.
    case decorate(@Sendable (Entry) -> Instance)
    /// An element is added to what the collection has beyond this override.
    case contribute(Contribution)
    /// The override gives no value, but marks its scope, as that of a session.
    case mark
  }

  let action: Action
  /// The address of the code of the closure that a user wrote, where the closure captures nothing: then
  /// equal addresses are the same closure.
  private let code: UInt?

  /// Creates a recipe; without a closure, a mark, which is the same as no other, or one that renews a key.
  init<Closure>(
    _ key: any (Any & SendableMetatype).Type, _ action: Action, of closure: Closure = ()
  ) {
    self.action = action
    self.code = Self.code(of: closure)
    super.init(key)
  }

  /// A closure is the address of its code and a reference to what it captures.
  private static func code<Closure>(of closure: Closure) -> UInt? {
    guard MemoryLayout<Closure>.size == 2 * MemoryLayout<UInt>.size else { return nil }
    let words = unsafeBitCast(closure, to: (code: UInt, captures: UInt).self)
    return words.captures == 0 ? words.code : nil
  }

  override func doesTheSame(as other: Override) -> Bool {
    guard let other = other as? Recipe else { return false }
    let isSameClosure = code != nil && code == other.code
    return switch (action, other.action) {
    case (.renew, .renew): true
    case (.make, .make), (.decorate, .decorate): isSameClosure
    case (.contribute(let one), .contribute(let two)):
      isSameClosure && one.id == two.id && one.order == two.order
    default: false
    }
  }

  var kind: InjectedSourceKind {
    switch action {
    case .make, .renew, .mark: .registration
    case .decorate: .decoration
    case .contribute: .contribution
    }
  }

  override var isWrapping: Bool { kind != .registration }

  override var isRenewal: Bool {
    if case .renew = action { true } else { false }
  }
}

/// One element that a scope adds to a collection.
struct Contribution: Sendable {
  /// Contributions from the outside inward; the element is `nil` where a later one stands in its place.
  typealias Added = [(contribution: Contribution, element: Entry?)]

  let id: String?
  let order: Int?
  let make: @Sendable () -> Instance
  /// Puts the elements into what the collection has beyond all of them.
  let join: @Sendable (_ base: Entry, _ added: Added) -> Instance

  init<Element: Sendable>(
    id: String?, order: Int?, _ make: @escaping @Sendable () -> Element
  ) {
    self.id = id
    self.order = order
    self.make = { BuiltValue(make()) }
    join = { base, added in
      var items = base.value(as: [Element].self).map { (order: 0, element: Element?.some($0)) }
      var known: [String: Int] = [:]
      for (contribution, entry) in added {
        let place = contribution.id.flatMap { known[$0] }
        let order = contribution.order ?? place.map { items[$0].order } ?? 0
        let item = (order, entry?.value(as: Element.self))
        if let place { items[place] = item } else { items.append(item) }
        if let id = contribution.id { known[id] = place ?? items.count - 1 }
      }
      // Within an order, from the outside inward, then in the order of the calls.
      let sorted = items.enumerated()
        .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      return BuiltValue(sorted.compactMap(\.element.element))
    }
  }
}

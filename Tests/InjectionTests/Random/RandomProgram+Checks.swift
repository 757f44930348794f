import Injection

// What a random program is given, against the reference.

extension RandomProgram {
  func check(_ name: RandomName, in scopes: [ReferenceScope]) {
    let wanted = RandomReference.expected(name, in: scopes)
    let node = readRandom(name)
    if node.text != wanted.text {
      fail("\(name) in \(scopes.count) scopes: \(node.text) instead of \(wanted.text)")
    }
    // What is kept for readers across branches may be kept for others, too.
    if RandomReference.areNested(scopes) {
      checkCaptured(name, node, in: Array(scopes.prefix(max(wanted.owner, world.count))))
      // What is renewed has the same text.
      if scopes.allSatisfy({ !$0.renews }) { checkBases(name, node) }
    }
    if readRandom(name) !== node {
      // A transient value is made for each reader, unless it has been assigned.
      if name != .fresh || node.values == nil {
        fail("\(name): two reads in one scope, two instances")
      }
      return
    }
    guard wanted.owner > 0 else {
      if outside.run({ readRandom(name) }) !== node { fail("\(name): another than outside") }
      return
    }
    checkIdentity(name, node, wanted, in: scopes)
    if node.values != nil { built.append((name, WeakRandomNode(object: node))) }
  }

  /// What the same scopes have decided is one instance.
  func checkIdentity(
    _ name: RandomName, _ node: RandomNode, _ wanted: RandomReference.Expected,
    in scopes: [ReferenceScope]
  ) {
    let path = ReferenceScope.Path(of: name, deciding: wanted, in: scopes)
    let newest = wanted.deciders.map { scopes[$0] }.max { $0.number < $1.number }
    if let known = newest?.instances.updateValue(node, forKey: path), known !== node {
      fail("\(name): another instance than before in scope \(wanted.owner)")
    }
  }

  /// What is decorated is one instance, for all who decorate it.
  private func checkBases(_ name: RandomName, _ node: RandomNode) {
    // Those of a session have the same texts in each.
    guard RandomName.ofCached.contains(name) else { return }
    var next = node.base
    while let base = next {
      let id = "\(name) \(base.text)"
      if let known = bases[id]?.object, known !== base {
        fail("\(id) is decorated, and there are two of it")
      }
      bases[id] = WeakRandomNode(object: base)
      next = base.base
    }
  }

  /// Reads through an owner that was made here or in another scope, which may have ended.
  ///
  /// Not what a session keeps: each scope of another branch has one of its own.
  func checkOwner(in scopes: [ReferenceScope]) {
    guard let made = owners.randomElement(using: &generator),
      areOpen(made.scopes, in: scopes),
      let name = RandomName.ofProcess.randomElement(using: &generator)
    else { return }
    let inside = RandomReference.merged(scopes, on: made.scopes)
    let wanted = RandomReference.expected(name, in: inside)
    let node = made.owner[name]
    if node.text != wanted.text {
      fail("\(name) through an owner: \(node.text) instead of \(wanted.text)")
    }
    if made.owner[name] === node {
      if wanted.owner > 0 { checkIdentity(name, node, wanted, in: inside) }
    } else if name != .fresh || node.values == nil {
      fail("\(name) through an owner: two reads, two instances")
    }
  }

  /// Reads through the scope that a value captured while it was built: its owner's.
  private func checkCaptured(
    _ name: RandomName, _ node: RandomNode, in scopes: [ReferenceScope]
  ) {
    guard let values = node.values else { return }
    let other = RandomName.ofNodes.randomElement(using: &generator) ?? .top
    let seen = values.run { readRandom(other).text }
    let wanted = RandomReference.expected(other, in: scopes).text
    if seen != wanted { fail("\(other) through \(name): \(seen) instead of \(wanted)") }
    guard let inner = node.inner else { return }
    let inside = scopes + [ReferenceScope(steps: [(.leafA, .assign("inner"))])]
    let kept = inner.run { readRandom(other) }
    let text = RandomReference.expected(other, in: inside).text
    if kept.text != text { fail("\(other) in a scope of \(name): \(kept.text) instead of \(text)") }
    if other != .fresh, inner.run({ readRandom(other) }) !== kept {
      fail("\(other) in a scope of \(name): two instances")
    }
  }
}

extension Resolution {
  /// The value that a registration, decoration or contribution makes.
  func recipeValue(of scope: ScopeNode, depth: Int32, isFinal: Bool) -> Value {
    guard let recipe = scope as? RecipeNode<Value> else {
      preconditionFailure("A key's scopes hold its own value type.")
    }
    let kind = depth == 0 ? .prepared : recipe.kind
    let floor = depth == 0 ? nil : scope
    return built(Slot(recipeIn: scope), kind: kind, floor: floor, isFinal: isFinal) {
      recipe.value(for: Resolution(request, in: $0), isProcess: depth == 0)
    }
  }

  /// The next scope outward that affects the key.
  func next(beyond scope: ScopeNode, isProcess: Bool) -> (node: ScopeNode, isProcess: Bool)? {
    if let next = scope.up?.nearest(request.keyID) { return (next, isProcess) }
    if !isProcess, let prepared = PreparedValues.around(reader).nearest(request.keyID) {
      return (prepared, true)
    }
    return nil
  }

  /// The value that the key has without a recipe, for the same reader.
  func base(beyond scope: ScopeNode, isProcess: Bool) -> Value {
    guard let (next, isProcess) = next(beyond: scope, isProcess: isProcess) else {
      return defaultValue(isFinal: false)
    }
    return baseValue(of: next, depth: isProcess ? 0 : next.depth)
  }

  /// The element that a contribution makes, built once like a default.
  func element<Element>(
    of scope: ScopeNode, isProcess: Bool, make: () -> Element
  ) -> Element {
    let request = Request<Element>(
      key: self.request.key, accessor: self.request.accessor, lifetime: self.request.lifetime
    ) { _, _ in preconditionFailure("A contribution has no default.") }
    return Resolution<Element>(request, in: reader)
      .built(
        Slot(elementIn: scope), kind: isProcess ? .prepared : .contribution,
        floor: isProcess ? nil : scope, isFinal: false
      ) { node in
        Resolution<Element>(request, in: node).readSession()
        return make()
      }
  }

  func baseValue(of scope: ScopeNode, depth: Int32) -> Value {
    checkSession(of: scope)
    noteUse(of: scope)
    if scope.tag == Entry.Tag.override {
      record([], from: depth, .init(scope, of: request, isPrepared: depth == 0))
      return unsafeDowncast(scope, to: OverrideNode<Value>.self).value
    }
    return recipeValue(of: scope, depth: depth, isFinal: false)
  }
}

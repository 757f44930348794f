extension Resolution {
  /// What a registration, decoration or contribution makes.
  func recipeEntry(of scope: ScopeNode, depth: Int32, isFinal: Bool) -> Entry {
    guard let recipe = scope.asRecipe else {
      preconditionFailure("What affects a key assigns to it or has a recipe.")
    }
    let kind = depth == 0 ? .prepared : recipe.kind
    let floor = depth == 0 ? nil : scope
    return built(
      Slot(recipeIn: scope), kind: kind, floor: floor, isFinal: isFinal,
      by: .recipe(recipe, isProcess: depth == 0))
  }

  /// The next scope outward that affects the key.
  func next(beyond scope: ScopeNode, isProcess: Bool) -> (node: ScopeNode, isProcess: Bool)? {
    if let next = scope.up?.nearest(request.keyID) { return (next, isProcess) }
    if !isProcess, let prepared = PreparedValues.around(reader).nearest(request.keyID) {
      return (prepared, true)
    }
    return nil
  }

  /// What the key has without a recipe, for the same reader.
  func base(beyond scope: ScopeNode, isProcess: Bool) -> Entry {
    guard let (next, isProcess) = next(beyond: scope, isProcess: isProcess) else {
      return defaultEntry(isFinal: false)
    }
    return baseEntry(of: next, depth: isProcess ? 0 : next.depth)
  }

  /// The element that a contribution makes, built once like a default.
  func element(of scope: RecipeNode, isProcess: Bool) -> Entry {
    Resolution(request.ofElement, in: reader)
      .built(
        Slot(elementIn: scope), kind: isProcess ? .prepared : .contribution,
        floor: isProcess ? nil : scope, isFinal: false, by: .contribution(scope))
  }

  func baseEntry(of scope: ScopeNode, depth: Int32) -> Entry {
    checkSession(of: scope)
    noteUse(of: scope)
    if scope.tag == Entry.Tag.override {
      record(.none, from: depth, .assigned(scope, isPrepared: depth == 0))
      return scope
    }
    return recipeEntry(of: scope, depth: depth, isFinal: false)
  }
}

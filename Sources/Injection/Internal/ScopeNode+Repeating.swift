extension ScopeNode {
  /// Whether the node does the same to its key as a node of another chain.
  ///
  /// What it does it to, if it puts something around a value, may be another one there.
  final func repeats(_ other: ScopeNode) -> Bool {
    if isSameScope(as: other) { return true }
    guard keyID == other.keyID else { return false }
    return (self as? any RepeatableNode)?.hasContent(of: other) ?? false
  }
}

/// A node whose content can be compared with that of another.
private protocol RepeatableNode {
  func hasContent(of other: ScopeNode) -> Bool
}

extension OverrideNode: RepeatableNode {
  func hasContent(of other: ScopeNode) -> Bool {
    (other as? OverrideNode).map { areSame(value, $0.value) } ?? false
  }
}

extension RegistrationNode: RepeatableNode {
  func hasContent(of other: ScopeNode) -> Bool {
    (other as? RegistrationNode).map { haveEqualBytes(makeValue, $0.makeValue) } ?? false
  }
}

extension DecorationNode: RepeatableNode {
  func hasContent(of other: ScopeNode) -> Bool {
    (other as? DecorationNode).map { haveEqualBytes(wrap, $0.wrap) } ?? false
  }
}

extension ContributionNode: RepeatableNode {
  func hasContent(of other: ScopeNode) -> Bool {
    guard let other = other as? ContributionNode, id == other.id, order == other.order else {
      return false
    }
    return haveEqualBytes(makeValue, other.makeValue)
  }
}

/// What reflection looks for in a model.
protocol ScopeCapturing {
  var owner: CapturedScope? { get }
}

extension Injected: ScopeCapturing {}

extension Scopes {
  /// The scope that a model was created in, ready to be entered; `nil` for the process.
  static func created(_ model: Any) -> ScopeNode? {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let current = mirror {
      for child in current.children {
        if let wrapper = child.value as? any ScopeCapturing {
          return RecordingNode.observing(wrapper.owner?.enterable())
        }
      }
      mirror = current.superclassMirror
    }
    IssueReporter.noCapturedScope(type(of: model))
  }
}

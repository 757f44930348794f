public import EnvironmentTree

/// Shows the step that a coordinator is at.
public struct OnboardingFlow: View {
  private let coordinator: OnboardingCoordinator

  /// Creates a view.
  ///
  /// - Parameter coordinator: Leads through the steps.
  public init(_ coordinator: OnboardingCoordinator) {
    self.coordinator = coordinator
  }

  /// The step.
  public var body: some View {
    VStack {
      Text(coordinator.step.rawValue)
      if !coordinator.isComplete {
        Button("Continue") { Task { await coordinator.next() } }
      }
      if coordinator.step != .welcome {
        Button("Back") { Task { await coordinator.back() } }
      }
    }
  }
}

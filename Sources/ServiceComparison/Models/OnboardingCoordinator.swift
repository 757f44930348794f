public import ModelObservation

/// Leads through the steps of a first start.
@MainActor public final class OnboardingCoordinator: ObservableModel {
  /// The steps, in order.
  public enum Step: String, Sendable, CaseIterable {
    /// Says hello.
    case welcome
    /// Asks for permissions.
    case permissions
    /// Asks who is there.
    case personalInfo
    /// Says that all is done.
    case complete
  }

  /// The step that is shown.
  @Observed public private(set) var step = Step.welcome
  private let analytics: AnalyticsService

  /// Whether the last step was reached.
  public var isComplete: Bool { step == .complete }

  /// Creates a coordinator.
  ///
  /// - Parameter values: Have the service that notes the steps.
  public init(from values: some ServiceValues) {
    analytics = values.analytics
  }

  /// Goes to the next step, and notes it; nothing happens at the last.
  public func next() async { await move(1) }

  /// Goes to the step before; nothing happens at the first.
  public func back() async { await move(-1) }

  private func move(_ distance: Int) async {
    let steps = Step.allCases
    guard let index = steps.firstIndex(of: step), steps.indices.contains(index + distance) else {
      return
    }
    step = steps[index + distance]
    // Whether a step is noted must not keep anybody from going on.
    try? await analytics.track("onboarding: \(step.rawValue)")
  }
}

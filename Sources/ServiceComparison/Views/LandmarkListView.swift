public import EnvironmentTree

/// Lists the landmarks of a service's store, whatever state that is in.
public struct LandmarkListView: View {
  private let service: LandmarkService

  /// Creates a view.
  ///
  /// - Parameter service: The service, whose store is observed.
  public init(_ service: LandmarkService) {
    self.service = service
  }

  /// The list.
  public var body: some View {
    Group {
      switch service.store.loadingState {
      case .idle, .loading: ProgressView("Loading landmarks...")
      case .failed(let error):
        ContentUnavailableView(
          "Unable to Load", systemImage: "exclamationmark.triangle", description: Text("\(error)"))
      case .loaded: List(service.store.landmarks) { Text($0.name) }
      }
    }
    .task { try? await service.fetchLandmarks() }
  }
}

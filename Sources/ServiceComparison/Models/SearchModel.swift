public import ModelObservation

/// Searches the web for what is typed.
@MainActor public final class SearchModel: ObservableModel {
  /// What is searched for.
  @Observed public var query = ""
  /// What was found, as text.
  @Observed public private(set) var result: String?
  /// Why the last step failed, where it did.
  @Observed public private(set) var errorMessage: String?
  private let webSearch: WebSearch
  private var request: Task<Void, Never>?

  /// Creates a model.
  ///
  /// - Parameter values: Have the service: the container's values, or an environment's.
  public init(from values: some ServiceValues) {
    webSearch = values.webSearch
  }

  /// Loads the results; a request that is still under way is cancelled, and its answer is not shown.
  public func fetch() async {
    request?.cancel()
    let task = Task { [webSearch, query] in
      do {
        let data = try await webSearch.fetch(query)
        guard !Task.isCancelled else { return }
        result = String(decoding: data, as: UTF8.self)
        errorMessage = nil
      } catch  where !Task.isCancelled {
        errorMessage = "\(error)"
      } catch {}
    }
    request = task
    await task.value
  }

  /// Opens the results where the user reads them.
  public func open() async {
    do {
      errorMessage = try await webSearch.open(query) ? nil : "\(query) could not be opened"
    } catch {
      errorMessage = "\(error)"
    }
  }
}

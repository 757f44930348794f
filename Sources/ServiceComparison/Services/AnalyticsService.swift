public import Foundation
public import Injection

/// Notes what users do: a service as a struct of closures.
public struct AnalyticsService: Sendable {
  /// Notes an event.
  public var track: @Sendable (_ event: String) async throws -> Void

  /// Creates a service.
  ///
  /// - Parameter track: Notes an event.
  public init(track: @escaping @Sendable (_ event: String) async throws -> Void) {
    self.track = track
  }

  /// Makes the service that appends a line for each event to a file.
  ///
  /// - Parameter folder: Where the file is; made when it is needed.
  /// - Returns: A service, whose calls mix their lines neither with each other's nor with those of
  ///   another service for the folder.
  public static func live(folder: URL) -> AnalyticsService {
    let file = folder.appendingPathComponent("events.log")
    return AnalyticsService { event in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // One write, at the end that the file has by then: others write to it as well.
      let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
      }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: Data("\(event.onOneLine)\n".utf8))
    }
  }

  /// Makes a service that hands each event to a closure.
  ///
  /// - Parameter record: Takes an event; does nothing unless told otherwise.
  /// - Returns: A service.
  public static func mock(
    _ record: @escaping @Sendable (String) -> Void = { _ in }
  ) -> AnalyticsService {
    AnalyticsService { record($0) }
  }

  /// The service that throws ``UnimplementedEndpoint``.
  public static let unimplemented = AnalyticsService { _ in
    throw UnimplementedEndpoint("AnalyticsService.track")
  }
}

/// The key of the service for what users do.
public enum AnalyticsServiceKey: InjectedKey {
  /// The live variant, built from the services in this scope.
  public static var liveValue: AnalyticsService {
    .live(folder: injected(\.serviceLocations).storage)
  }
  /// The variant for tests, which uses nothing outside the process.
  public static var testValue: AnalyticsService { .unimplemented }
  /// The variant for previews, which answers from memory.
  public static var previewValue: AnalyticsService { .mock() }
}

extension InjectedValues {
  /// The service for what users do.
  public var analytics: AnalyticsService {
    get { self[AnalyticsServiceKey.self] }
    set { self[AnalyticsServiceKey.self] = newValue }
  }
}

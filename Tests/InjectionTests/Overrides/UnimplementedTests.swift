import Dispatch
import Foundation
import Injection
import TestSupport
import Testing

@Suite("8. Unimplemented endpoints: closures of any arity that report their call")
struct UnimplementedTests {
  // MARK: Shapes, in the test context

  @Test("A throwing endpoint reports, and throws an error that names it")
  func throwing() async {
    let report = await issueReport {
      #expect(throws: UnimplementedError.self) { try Endpoints().find(1, "name") }
      await #expect(throws: UnimplementedError.self) { try await Endpoints().fetch(1) }
      await #expect(throws: UnimplementedError.self) { try await Endpoints().fetchElsewhere(1) }
      await #expect(throws: UnimplementedError.self) { try await Endpoints().fetchHere(1) }
      #expect(throws: UnimplementedError.self) { try Endpoints().save() }
      await #expect(throws: UnimplementedError.self) { try await Endpoints().upload([1, 2]) }
      await #expect(throws: UnimplementedError.self) { try await Endpoints().fetchOnMain(1) }
    }
    for name in ["find", "fetch", "fetchElsewhere", "fetchHere", "save", "upload", "fetchOnMain"] {
      #expect(report.contains("Endpoints.\(name) was called, but is not implemented"))
    }
    #expect(report.contains("InjectionTests/UnimplementedTests.swift:"))
  }

  @Test("An endpoint that does not throw reports, and gives its placeholder")
  func placeholder() async {
    let report = await issueReport {
      #expect(Endpoints().count() == 7)
      #expect(Endpoints().names(1, "", 2.5, nil) == ["placeholder"])
      #expect(await Endpoints().load(1) == 8)
      #expect(await Endpoints().title("") == "title")
      #expect(Endpoints().user(1) == nil)
    }
    for name in ["count", "names", "load", "title", "user"] {
      #expect(report.contains("Endpoints.\(name) was called, but is not implemented"))
    }
  }

  @Test("An endpoint with typed throws gives its placeholder, or nothing, and does not throw")
  func typedThrows() async {
    struct Failure: Error {}
    let report = await issueReport {
      let load: @Sendable (Int) async throws(Failure) -> Int = unimplemented("load", placeholder: 3)
      let save: @Sendable () throws(Failure) -> Void = unimplemented("save")
      #expect(throws: Never.self) { try save() }
      await #expect(throws: Never.self) {
        let loaded = try await load(1)
        #expect(loaded == 3)
      }
    }
    #expect(report.contains("load was called, but is not implemented"))
    #expect(report.contains("save was called, but is not implemented"))
  }

  @Test("An endpoint that gives nothing needs no placeholder")
  func void() async {
    let report = await issueReport {
      Endpoints().refresh()
      Endpoints().log("", 1)
      await Endpoints().flush()
      await Endpoints().show(1)
    }
    for name in ["refresh", "log", "flush", "show"] {
      #expect(report.contains("Endpoints.\(name) was called, but is not implemented"))
    }
  }

  @Test("A placeholder is evaluated at each call, and only then")
  func lazyPlaceholder() async {
    let report = await issueReport {
      let counter = Counter()
      let next: @Sendable () -> Int = unimplemented("next", placeholder: counter.increment())
      #expect(counter.value == 0)
      #expect(next() == 1)
      #expect(next() == 2)
    }
    #expect(report.contains("next was called, but is not implemented"))
  }

  @Test("The error names the endpoint and where it was made")
  func error() async {
    let report = await issueReport {
      callsFindElsewhere()
    }
    #expect(
      report.contains(
        "Service.find was called, but is not implemented: it was made at Elsewhere/File.swift:7"))
  }

  @Test("An endpoint may be called by many tasks at once")
  func concurrently() async {
    let report = await issueReport {
      let count = Endpoints().count
      #expect(await readInTasks(100) { count() } == Array(repeating: 7, count: 100))
    }
    #expect(report.components(separatedBy: "Endpoints.count was called").count == 101)
  }

  // MARK: Other contexts

  @Test("In the live context a throwing endpoint ends the process with its name")
  func live() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      withInjectedValues {
        $0.context = .live
      } operation: {
        _ = try? Endpoints().find(1, "name")
      }
    }
    #expect(result.report.contains("Endpoints.find was called, but is not implemented"))
    #expect(result.report.contains("InjectionTests/UnimplementedTests.swift:"))
  }

  @Test("In the preview context an endpoint with a placeholder ends the process with its name")
  func preview() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await withInjectedValues {
        $0.context = .preview
      } operation: {
        _ = await Endpoints().load(1)
      }
    }
    #expect(result.report.contains("Endpoints.load was called, but is not implemented"))
  }

  @Test("In a process whose context is live, an endpoint that gives nothing ends it with its name")
  func liveProcess() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      prepareInjectedValues { $0.context = .live }
      await onQueue { Endpoints().refresh() }
    }
    #expect(result.report.contains("Endpoints.refresh was called, but is not implemented"))
  }
}

/// Calls an endpoint that names a place, and expects its error to do so.
private func callsFindElsewhere() {
  let find: @Sendable (Int) throws -> Int =
    unimplemented("Service.find", fileID: "Elsewhere/File.swift", line: 7)
  let error = #expect(throws: UnimplementedError.self) { try find(1) }
  #expect(error?.endpoint == "Service.find")
  #expect(error?.fileID == "Elsewhere/File.swift")
  #expect(error?.line == 7)
  #expect(
    error?.description == "Service.find, made at Elsewhere/File.swift:7, is not implemented.")
}

/// An endpoint of each shape.
private struct Endpoints: Sendable {
  var find: @Sendable (Int, String) throws -> Int = unimplemented("Endpoints.find")
  var fetch: @Sendable (Int) async throws -> Int = unimplemented("Endpoints.fetch")
  var fetchElsewhere: @Sendable @concurrent (Int) async throws -> Int =
    unimplemented("Endpoints.fetchElsewhere")
  var fetchHere: nonisolated(nonsending) @Sendable (Int) async throws -> Int =
    unimplemented("Endpoints.fetchHere")
  var fetchOnMain: @MainActor @Sendable (Int) async throws -> Int =
    unimplemented("Endpoints.fetchOnMain")
  var save: @Sendable () throws -> Void = unimplemented("Endpoints.save")
  var upload: @Sendable ([UInt8]) async throws -> Void = unimplemented("Endpoints.upload")

  var count: @Sendable () -> Int = unimplemented("Endpoints.count", placeholder: 7)
  var names: @Sendable (Int, String, Double, Bool?) -> [String] =
    unimplemented("Endpoints.names", placeholder: ["placeholder"])
  var load: @Sendable (Int) async -> Int = unimplemented("Endpoints.load", placeholder: 8)
  var title: @MainActor @Sendable (String) -> String =
    unimplemented("Endpoints.title", placeholder: "title")
  var user: @Sendable (Int) -> String? = unimplemented("Endpoints.user", placeholder: nil)

  var refresh: @Sendable () -> Void = unimplemented("Endpoints.refresh")
  var log: @Sendable (String, Int) -> Void = unimplemented("Endpoints.log")
  var flush: @Sendable () async -> Void = unimplemented("Endpoints.flush")
  var show: @MainActor @Sendable (Int) -> Void = unimplemented("Endpoints.show")
}

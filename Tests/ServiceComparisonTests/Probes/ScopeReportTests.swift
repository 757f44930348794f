import Foundation
import Injection
import InjectionTesting
import ServiceComparison
import Testing

// In this process the defaults are the test values: the places outside the scopes see a landmark
// service that throws. What they see of live values is tested through the executable.
@Suite("What compare observes", .injected(.allowsLostReads))
struct ScopeReportTests {
  private typealias Place = ScopeReport.Place

  @Test("An override is seen in its scope and in a child task, not in a detached one")
  func override() async throws {
    let report = await ScopeReport.measure()
    let outside = try #require(report.observation(at: Place.outside))
    let inside = try #require(report.observation(at: Place.inside))
    let child = try #require(report.observation(at: Place.child))
    let detached = try #require(report.observation(at: Place.detached))

    #expect(try inside.user.get() == .preview)
    #expect(try inside.landmarks.get().count == 3)
    #expect(child.store === inside.store)
    #expect(try child.user.get() == .preview)
    #expect(try child.landmarks.get() == inside.landmarks.get())

    #expect(try detached.user.get() == outside.user.get())
    #expect(try detached.user.get() != inside.user.get())
    #expect(detached.store !== inside.store)
    #expect(throws: UnimplementedEndpoint.self) { try detached.landmarks.get() }
  }

  @Test("Two parallel scopes, open together, each see their own values")
  func parallel() async throws {
    let report = await ScopeReport.measure()
    let north = try #require(report.observation(at: Place.north))
    let south = try #require(report.observation(at: Place.south))
    #expect(north.scopesOpenTogether == 2)
    #expect(south.scopesOpenTogether == 2)
    #expect(north.store !== south.store)
    #expect(try north.user.get().name == "Guide of the North")
    #expect(try south.user.get().name == "Guide of the South")
  }

  @Test("After the scopes, everything is as before them")
  func after() async throws {
    let report = await ScopeReport.measure()
    let outside = try #require(report.observation(at: Place.outside))
    let after = try #require(report.observation(at: Place.after))
    #expect(after.store === outside.store)
    #expect(try after.user.get() == outside.user.get())
  }

  @Test("An error that a place met is in its row, and is the report's first error")
  func errors() async throws {
    let report = await ScopeReport.measure()
    #expect(
      report.firstError as? UnimplementedEndpoint
        == UnimplementedEndpoint("LandmarkService.fetchLandmarks"))
    let row = try #require(report.table.rows.first)
    #expect(row[3].hasPrefix("error: LandmarkService.fetchLandmarks"))
    #expect(row[4] == "-")
  }

  @Test("An observation notes the requests that were made in its place, and only those")
  func requests() async throws {
    let client = NetworkClient.bundled
    let observation = await withInjectedValues {
      $0.landmarkService = .live(client: client, listURL: BundledResource.landmarks.url)
      $0.userService = LiveUserService(client: client, userURL: BundledResource.user.url)
    } operation: {
      await Observation.make(at: "here")
    }
    #expect(observation.requests == [BundledResource.user.url, BundledResource.landmarks.url])
    #expect(try observation.landmarks.get().count >= 14)
    #expect(observation.userServiceType == "LiveUserService")
  }

  @Test("The table has a row for each place, made from what was seen there")
  func table() async throws {
    let here = await withInjectedValues {
      $0.landmarkService = .mock()
      $0.userService = .preview
    } operation: {
      [
        await Observation.make(at: "first"),
        await Observation.make(at: "second", scopesOpenTogether: 2),
      ]
    }
    let table = ScopeReport(observations: here).table
    #expect(
      table.header == [
        "where", "user service", "user", "loaded", "first", "requests", "landmark store",
      ])
    #expect(
      table.rows == [
        ["first", "MockUserService", "Preview User", "3", "Table Mountain", "none", "its own"],
        [
          "second", "MockUserService", "Preview User", "3", "Table Mountain", "none",
          #"that of "first", 2 scopes open"#,
        ],
      ])
  }

  @Test("Requests are counted by where they went")
  func requestCounts() async throws {
    let address = try #require(URL(string: "http://example.com:8080/a/landmarks"))
    let client = NetworkClient { _ in Data(#"{"items": []}"#.utf8) }
    let here = await withInjectedValues {
      $0.landmarkService = .live(client: client, listURL: address)
      $0.userService = LiveUserService(client: .bundled, userURL: BundledResource.user.url)
    } operation: {
      await Observation.make(at: "here")
    }
    let row = try #require(ScopeReport(observations: [here]).table.rows.first)
    #expect(row[5] == "1 from bundle, 1 from http://example.com:8080")
  }
}

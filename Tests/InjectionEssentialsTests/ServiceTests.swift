import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

@Suite("Services")
struct ServiceTests {
  // MARK: Overrides

  @Test("The date is read through a key path of its generator, called, and set")
  func date() {
    let model = Stamp()
    let moment = Date(timeIntervalSince1970: 1_234_567_890)
    withInjectedValues {
      $0.date.now = moment
    } operation: {
      #expect(model.now == moment)
      #expect(model.date() == moment)
      #expect(model.isSame)
      #expect(injected(\.date)() == moment)
    }
    withInjectedValues {
      $0.date = .constant(moment.addingTimeInterval(1))
    } operation: {
      #expect(model.now.timeIntervalSince(moment) == 1)
    }
    let count = Counter()
    withInjectedValues {
      $0.date = DateGenerator { Date(timeIntervalSince1970: Double(count.next())) }
    } operation: {
      #expect(model.now.timeIntervalSince1970 == 0)
      #expect(model.now.timeIntervalSince1970 == 1)
    }
  }

  @Test("Incrementing identifiers count from zero, each its own way, under 1,000 readers")
  func uuidIncrementing() async {
    let ids = withInjectedValues {
      $0.uuid = .incrementing
    } operation: {
      (injected(\.uuid)(), injected(\.uuid)())
    }
    // ids is (UUID(0), UUID(1))
    #expect(ids == (UUID(0), UUID(1)))
    #expect(ids.1.uuidString == "00000000-0000-0000-0000-000000000001")

    let generator = UUIDGenerator.incrementing
    let all = await withTaskGroup(of: UUID.self) { group in
      for _ in 0..<1000 { group.addTask { generator() } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(all == Set((0..<1000).map { UUID($0) }))
    #expect(UUIDGenerator.incrementing() == UUID(0))
  }

  @Test("An identifier is made of the bytes of its number")
  func uuidNumber() {
    #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
    #expect(UUID(UInt64.max).uuidString == "00000000-0000-0000-FFFF-FFFFFFFFFFFF")
    #expect(UUID(0x0123_4567_89AB_CDEF).uuidString == "00000000-0000-0000-0123-456789ABCDEF")
  }

  @Test("A test's identifiers are made of numbers of any kind")
  func uuidNumbers() async {
    let ids = (0..<3).map(UUID.init)
    #expect(ids == [UUID(UInt8(0)), UUID(1), UUID(UInt64(2))])
    #expect(UUID(ids.count).uuidString == "00000000-0000-0000-0000-000000000003")
    await #expect(processExitsWith: .failure) { _ = UUID(-1) }
  }

  @Test("A constant identifier is the same at each call")
  func uuidConstant() {
    let uuid = UUID()
    let generator = UUIDGenerator.constant(uuid)
    #expect(generator() == uuid)
    #expect(generator() == uuid)
  }

  @Test("The clocks are any clock")
  func clocks() async throws {
    let clock = ImmediateClock()
    let suspending = ImmediateClock()
    try await withInjectedValues {
      $0.clock = clock
      $0.suspendingClock = suspending
    } operation: {
      try await injected(\.clock).sleep(for: .seconds(3))
      try await injected(\.suspendingClock).sleep(for: .seconds(4))
    }
    #expect(clock.now.offset == .seconds(3))
    #expect(suspending.now.offset == .seconds(4))
  }

  @Test("Calendar, time zone and locale are what a scope says")
  func region() {
    let text = withInjectedValues {
      $0.calendar = Calendar(identifier: .japanese)
      $0.timeZone = .gmt
      $0.locale = Locale(identifier: "de_DE")
      $0.preferredLocales = [Locale(identifier: "fr"), Locale(identifier: "de")]
    } operation: {
      let zone = injected(\.timeZone)
      let preferred = injected(\.preferredLocales).map(\.identifier).joined(separator: ",")
      return
        "\(injected(\.calendar).identifier) \(zone.secondsFromGMT()) \(injected(\.locale).identifier) \(preferred)"
    }
    #expect(text == "japanese 0 de_DE fr,de")
  }

  @Test("The notification centre is what a scope says")
  func notificationCenter() {
    let center = NotificationCenter()
    withInjectedValues {
      $0.notificationCenter = center
    } operation: {
      #expect(injected(\.notificationCenter) === center)
    }
  }

  @Test("A record of opened URLs has them in order, and gives its answer")
  func openedURLs() async throws {
    let opened = OpenedURLs()
    await withInjectedValues {
      $0.openURL = opened.openURL
    } operation: {
      await HelpButton().tap()
    }
    let urls = opened.urls
    // urls is what the button opened
    #expect(urls == [HelpButton.page])
    #expect(await opened.openURL(HelpButton.page))
    let refusing = OpenedURLs(answering: false)
    #expect(await refusing.openURL(HelpButton.page) == false)
    #expect(refusing.urls == [HelpButton.page])
  }

  #if os(Linux) || os(macOS)
    @Test("What the program says that opens a URL is not heard, and nobody talks to it")
    func openQuietly() async throws {
      let result = await #expect(
        processExitsWith: .success,
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        let says = OpenURL.running("/bin/sh", ["-c", "echo opened; echo opened >&2"])
        #expect(await says(HelpButton.page))
        // Nor is it told what the process is told.
        let input = Pipe()
        try input.fileHandleForWriting.write(contentsOf: Data("line\n".utf8))
        dup2(input.fileHandleForReading.fileDescriptor, 0)
        #expect(await OpenURL.running("/bin/sh", ["-c", "! read line"])(HelpButton.page))
      }
      let said = try #require(result)
      for content in [said.standardOutputContent, said.standardErrorContent] {
        #expect(!String(decoding: content, as: UTF8.self).contains("opened"))
      }
    }

    @Test("On Windows, the program that opens a URL is the system's, by its whole path")
    func openOnWindows() {
      #expect(
        OpenURL.rundll32(in: ["SystemRoot": #"D:\Win"#, "windir": #"D:\W"#])
          == #"D:\Win\System32\rundll32.exe"#)
      #expect(
        OpenURL.rundll32(in: ["SYSTEMROOT": #"D:\Win"#]) == #"D:\Win\System32\rundll32.exe"#)
      for variables in [[:], ["SystemRoot": ""]] {
        #expect(OpenURL.rundll32(in: variables) == #"C:\Windows\System32\rundll32.exe"#)
      }
    }

    @Test("A program opens a URL where it exits with 0")
    func openByProgram() async throws {
      let page = HelpButton.page
      let folder = FileManager.default.temporaryDirectory.appending(path: "open-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "argument")
      let script = "printf %s \"$1\" > \"$0\""
      let writes = OpenURL.running("/bin/sh", ["-c", script, file.path])
      #expect(await writes(page))
      #expect(try String(contentsOf: file, encoding: .utf8) == page.absoluteString)
      #expect(await OpenURL.running("/bin/sh", ["-c", "exit 3"])(page) == false)
      #expect(await OpenURL.running("/no/such/program", [])(page) == false)
      let option = try #require(URL(string: "--version"))
      #expect(await OpenURL.running("/bin/sh", ["-c", "exit 0"])(option) == false)
    }
  #endif

  @Test("An environment is what a scope says, and empty of all else")
  func environment() {
    let level = withInjectedValues {
      $0.processEnvironment = ["LOG_LEVEL": "debug"]
    } operation: {
      injected(\.processEnvironment)["LOG_LEVEL"] ?? "info"
    }
    // level is "debug"
    #expect(level == "debug")
    let environment: ProcessEnvironment = ["a": "1", "b": "2", "a": "3"]
    #expect(environment["c"] == nil)
    #expect(environment.variables == ["a": "3", "b": "2"])
  }

  // MARK: Live values

  @Test(
    "What is set to an equal value again is the same, for what was built from it",
    arguments: [false, true])
  func setAgain(isPart: Bool) {
    let moment = Date(timeIntervalSince1970: 5)
    func values(after earlier: InjectedValues? = nil, number: Int) -> InjectedValues {
      InjectedValues.current.overriding {
        if isPart { $0.date.now = moment } else { $0.date = .constant(moment) }
        $0.uuid = .constant(UUID(5))
        $0.processEnvironment = ["NAME": "value"]
        $0.locale = Locale(identifier: "x_\(number)")
      }.succeeding(earlier)
    }
    let first = values(number: 1)
    let stamp = first[StampedServiceKey.self]
    #expect(values(after: first, number: 2)[StampedServiceKey.self] === stamp)
    let other = first.overriding { $0.date = .constant(Date(timeIntervalSince1970: 6)) }
    #expect(other[StampedServiceKey.self] !== stamp)
  }

  @Test("Live values are the system's", arguments: [InjectedContext.live, .preview])
  func live(context: InjectedContext) {
    withInjectedValues {
      $0.context = context
    } operation: {
      let before = Date()
      let date = injected(\.date.now)
      #expect(before <= date && date <= Date())
      #expect(injected(\.uuid)() != injected(\.uuid)())
      #expect(injected(\.clock) is ContinuousClock)
      #expect(injected(\.suspendingClock) is SuspendingClock)
      let numbers = injected(\.randomNumberGenerator).withRandomNumberGenerator { generator in
        Set((0..<16).map { _ in generator.next() })
      }
      #expect(numbers.count > 1)
      #expect(injected(\.calendar) == .autoupdatingCurrent)
      #expect(injected(\.timeZone) == .autoupdatingCurrent)
      #expect(injected(\.locale) == .autoupdatingCurrent)
      let preferred = injected(\.preferredLocales).map(\.identifier)
      #expect(preferred == Locale.preferredLanguages.map { Locale(identifier: $0).identifier })
      #expect(injected(\.notificationCenter) === NotificationCenter.default)
      let environment = injected(\.processEnvironment)
      #expect(environment.variables == ProcessInfo.processInfo.environment)
      #expect(environment["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    }
  }

  @Test("A preview opens nothing, and says that it did")
  func preview() async {
    let answer = await withInjectedValues {
      $0.context = .preview
    } operation: {
      await injected(\.openURL)(HelpButton.page)
    }
    #expect(answer)
  }
}

private final class Counter: Sendable {
  private let generator = UUIDGenerator.incrementing
  func next() -> UInt8 { generator().uuid.15 }
}

struct Stamp {
  @Injected(\.date.now) var now
  @Injected(\.date) var date
  var isSame: Bool { now == date() }
}

private final class StampedService: Sendable {
  let date = injected(\.date)
  let uuid = injected(\.uuid)
  let environment = injected(\.processEnvironment)
}

private enum StampedServiceKey: InjectedInterfaceKey {
  static var testValue: StampedService { StampedService() }
}

private struct HelpButton {
  static let page = URL(filePath: "/help.html")
  @Injected(\.openURL) var openURL
  func tap() async { await openURL(Self.page) }
}

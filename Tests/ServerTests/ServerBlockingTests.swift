import Dispatch
import Foundation
import Injection
import TestSupport
import Testing

@Suite("Server: defaults that block")
struct ServerBlockingTests {
  @Test("Who waits for a default that is slow is told after some seconds, with the path")
  func slow() async {
    await #expect(processExitsWith: .success) {
      let standardError = try StandardError()
      async let report = onThread { injected(\.report) }
      await Blocking.began.wait()
      async let other = onThread { injected(\.report) }
      let line = await onThread { standardError.nextLine() }
      Blocking.ended.signal()
      let reports = await (report, other)
      #expect(reports.0 === reports.1)
      #expect(line.contains("'report' waits for another thread's build of ReportKey for seconds"))
      #expect(line.contains("make the key an AsyncInjectedKey"))
    }
  }

  @Test(
    "A default that waits for a task which no thread is left for is found by those who wait for it")
  func deadlock() async {
    await #expect(processExitsWith: .success) {
      let standardError = try StandardError()
      // The program hangs, and would for ever; so this ends it when it has been found.
      Thread {
        let line = standardError.nextLine()
        _exit(line.contains("build of RatesKey for seconds") ? EXIT_SUCCESS : EXIT_FAILURE)
      }.start()
      let width = poolWidth()
      // Where there is one thread, nobody is left who could wait for it.
      guard width > 1 else { return }
      let arrived = Counter()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<width {
          group.addTask {
            // All threads of the pool are taken when the first reads.
            arrived.increment()
            while arrived.value < width {}
            _ = injected(\.rates)
          }
        }
      }
      Issue.record("The pool had a thread left.")
    }
  }

  @Test("An asynchronous key waits without a thread, and is read as any other")
  func asynchronous() async throws {
    try await withInjectedValues {
      $0.context = .live
    } operation: {
      try await InjectedValues.prepare(PreparedRatesKey.self)
      #expect(injected(\.preparedRates) == ["EUR": 1])
    }
  }
}

private enum Blocking {
  static let began = Gate()
  static let ended = DispatchSemaphore(value: 0)
}

/// A default that takes as long as it is told to.
private final class Report: Sendable {
  init() {
    Blocking.began.open()
    Blocking.ended.wait()
  }
}

private enum ReportKey: InjectedKey {
  static var liveValue: Report { Report() }
  static var testValue: Report { Report() }
}

/// Wrong: a thread of the pool waits for work that needs one.
private enum RatesKey: InjectedKey {
  static var liveValue: [String: Double] { testValue }
  static var testValue: [String: Double] {
    let rates = Guarded<[String: Double]>([:])
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let downloaded = await downloadRates()
      rates.withLock { $0 = downloaded }
      isDone.signal()
    }
    isDone.wait()
    return rates.withLock { $0 }
  }
}

private enum PreparedRatesKey: AsyncInjectedKey {
  static func liveValue() async throws -> [String: Double] { await downloadRates() }
  static var testValue: [String: Double] { [:] }
}

private func downloadRates() async -> [String: Double] { ["EUR": 1] }

extension InjectedValues {
  fileprivate var report: Report { self[ReportKey.self] }
  fileprivate var rates: [String: Double] { self[RatesKey.self] }
  fileprivate var preparedRates: [String: Double] { self[PreparedRatesKey.self] }
}

/// How many threads the pool has: as many as there are processors that this process may use.
private func poolWidth() -> Int {
  let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let allowed = status?.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }
  // A set of bits, in hexadecimal digits.
  let count = allowed?.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue)
    .reduce(0) { $0 + $1.nonzeroBitCount }
  return min(ProcessInfo.processInfo.activeProcessorCount, count ?? .max)
}

/// What this process writes on standard error from now on.
private struct StandardError: Sendable {
  private let reading: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, dup2(ends[1], 2) >= 0 else {
      throw SocketError.failed(call: "pipe", code: errno)
    }
    reading = ends[0]
  }

  /// Waits for a line.
  func nextLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(reading, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}

import Dispatch
import Foundation
import Injection

/// Runs a server with what it needs: opened before it, and closed after it.
func runApp(_ server: HTTPServer) async throws {
  let app = InjectedSession {
    $0.renew(DatabaseKey.self)
    $0.renew(JobsKey.self)
  }
  app.onEnd(DatabaseKey.self) { await $0.close() }
  app.onEnd(JobsKey.self) { await $0.finish() }
  do {
    try await app.run {
      try await InjectedValues.prepare(DatabaseKey.self)
      _ = injected(\.jobs)  // made after the database, so torn down before it
      try await server.run()
    }
    await app.end(drain: .seconds(10))
  } catch {
    await app.end(throwing: error, drain: .seconds(10))
    throw error
  }
}

/// Lets a server take no more requests when the process is asked to end, from the return on.
func shutDownAtSIGTERM(_ server: HTTPServer) async -> any DispatchSourceSignal {
  signal(SIGTERM, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
  source.setEventHandler { server.shutDown() }
  await withCheckedContinuation { listening in
    source.setRegistrationHandler { listening.resume() }
    source.resume()
  }
  return source
}

internal import Foundation

extension ScopeReport {
  /// The report as a table, with a line for each place.
  package var table: TextTable {
    TextTable(
      header: [
        "where", "user service", "user", "loaded", "first", "requests", "landmark store",
      ],
      rows: observations.indices.map(row)
    )
  }

  private func row(_ index: Int) -> [String] {
    let observation = observations[index]
    return [
      observation.place,
      observation.userServiceType,
      cell(observation.user, \.name),
      cell(observation.landmarks) { "\($0.count)" },
      (try? observation.landmarks.get())?.first?.name ?? "-",
      Self.text(for: observation.requests),
      note(index),
    ]
  }

  private func cell<Value>(
    _ result: Result<Value, any Error>, _ text: (Value) -> String
  ) -> String {
    switch result {
    case .success(let value): text(value)
    case .failure(let error): "error: \(error)"
    }
  }

  // Which service a place met is known by its store, which no two services that were made share.
  private func note(_ index: Int) -> String {
    let observation = observations[index]
    let first = observations[..<index].first { $0.store === observation.store }
    var notes = [first.map { "that of \"\($0.place)\"" } ?? "its own"]
    if let count = observation.scopesOpenTogether { notes.append("\(count) scopes open") }
    return notes.joined(separator: ", ")
  }

  // `1 from bundle, 1 from http://127.0.0.1:8080`
  private static func text(for requests: [URL]) -> String {
    if requests.isEmpty { return "none" }
    var sources: [String] = []
    var counts: [String: Int] = [:]
    for url in requests {
      let source = self.source(of: url)
      if counts[source] == nil { sources.append(source) }
      counts[source, default: 0] += 1
    }
    return sources.map { "\(counts[$0, default: 0]) from \($0)" }.joined(separator: ", ")
  }

  private static func source(of url: URL) -> String {
    let scheme = url.scheme ?? "?"
    guard let host = url.host, !host.isEmpty else { return scheme }
    return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }
}

internal import Foundation

/// What a request costs besides its services: a head of nine fields, 350 bytes as browsers send them, is
/// parsed into strings, and an answer of three notes, 150 bytes, is encoded as JSON.
///
/// The same for all that are compared, and little, so that services weigh much: there is no database,
/// no call of the system and no logging.
struct ServerRequest {
  let path: String
  let id: String
  let user: String

  /// Parses the head of a request.
  init(parsing head: [UInt8]) {
    var lines = head.split(separator: 13).makeIterator()
    let words = (lines.next() ?? []).split(separator: 32)
    path = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : "/"
    var fields: [String: String] = [:]
    while let line = lines.next() {
      guard let colon = line.firstIndex(of: 58) else { continue }
      let name = String(decoding: line[..<colon].dropFirst(), as: UTF8.self).lowercased()
      fields[name] = String(decoding: line[line.index(colon, offsetBy: 2)...], as: UTF8.self)
    }
    id = fields["x-request-id"] ?? ""
    user = fields["authorization"] ?? ""
  }

  /// The head of a request as browsers send it.
  static func head(number: Int) -> [UInt8] {
    Array(
      """
      GET /notes?page=\(number) HTTP/1.1\r
      Host: notes.example.com\r
      User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko)\r
      Accept: application/json\r
      Accept-Encoding: gzip, deflate, br\r
      Accept-Language: en-GB,en;q=0.9\r
      Authorization: user-\(number % 100)\r
      Connection: keep-alive\r
      X-Request-ID: request-\(number)\r
      \r

      """.utf8)
  }
}

struct ServerPage: Encodable {
  struct Note: Encodable {
    let id: Int
    let title: String
    let tags: [String]
  }

  let request: String
  let user: String
  let notes: [Note]

  /// The answer as it is sent.
  var response: [UInt8] {
    // What encodes this cannot fail.
    let body = (try? JSONEncoder().encode(self)) ?? Data()
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }
}

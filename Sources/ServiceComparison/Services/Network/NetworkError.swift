public import Foundation

/// Why a ``NetworkClient`` has no data, or none that can be used.
public enum NetworkError: Error, Hashable {
  /// There was no answer.
  case unreachable(URL, reason: String)
  /// The server answered with a status other than 2xx.
  case status(URL, code: Int)
  /// The data is not what was asked for; `path` is where in it, empty for its top level.
  case malformed(URL, path: String, reason: String)
  /// There is no such file or bundled document.
  case missingFile(URL)
  /// There is a file, but it cannot be read.
  case unreadable(URL, reason: String)
  /// The client does not serve such addresses.
  case unsupportedScheme(URL)
}

extension NetworkError: CustomStringConvertible {
  /// One line that says what is wrong, and with which address.
  public var description: String {
    let text =
      switch self {
      case .unreachable(let url, let reason): "cannot reach \(url.displayText): \(reason)"
      case .status(let url, let code): "\(url.displayText) answered with status \(code)"
      case .malformed(let url, "", let reason): "\(url.displayText) is malformed: \(reason)"
      case .malformed(let url, let path, let reason):
        "\(url.displayText) is malformed at \(path): \(reason)"
      case .missingFile(let url): "there is no file \(url.displayText)"
      case .unreadable(let url, let reason): "cannot read \(url.displayText): \(reason)"
      case .unsupportedScheme(let url):
        "cannot load \(url.displayText): not a scheme that is served here"
      }
    return text.onOneLine
  }
}

extension NetworkError: LocalizedError {
  /// The same line as `description`.
  public var errorDescription: String? { description }
}

extension NetworkError {
  /// Says where and why data could not be decoded.
  init(_ error: DecodingError, decoding data: Data, from url: URL) {
    let path: [any CodingKey]
    let reason: String
    switch error {
    case .keyNotFound(let key, let context):
      (path, reason) = (context.codingPath + [key], "it is missing")
    case .typeMismatch(let type, let context):
      (path, reason) = (context.codingPath, "it is not \(Self.shapeName(of: type))")
    case .valueNotFound(let type, let context):
      (path, reason) = (
        context.codingPath, "it is null where \(Self.shapeName(of: type)) belongs"
      )
    case .dataCorrupted(let context):
      (path, reason) = (context.codingPath, Self.syntaxError(in: data) ?? context.debugDescription)
    @unknown default:
      (path, reason) = ([], "\(error)")
    }
    self = .malformed(url, path: Self.text(for: path), reason: reason)
  }

  // The decoder does not say where JSON's syntax is broken; the older parser does.
  private static func syntaxError(in data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      let detail = (error as NSError).userInfo["NSDebugDescription"] as? String
      return detail.map { "it is not JSON (\($0.trimmingCharacters(in: ["."])))" }
    }
  }

  // `items[3].latitude`, as one would write it.
  private static func text(for path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  // JSON's words for what the decoder names by Swift types such as `Dictionary<String, Any>`.
  private static func shapeName(of type: any Any.Type) -> String {
    switch "\(type)" {
    case "String": "a string"
    case "Double", "Int": "a number"
    case "Bool": "a boolean"
    case let name where name.hasPrefix("Dictionary"): "an object"
    case let name where name.hasPrefix("Array"): "an array"
    case let name: "a \(name)"
    }
  }
}

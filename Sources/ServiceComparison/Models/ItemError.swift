public import Foundation

/// Why an item is not shown.
public enum ItemError: Error, Hashable {
  /// There is no such item.
  case notFound(id: String)
  /// The network had none to give.
  case network(NetworkError)
  /// Something that was not foreseen.
  case unknown(String)
}

extension ItemError: LocalizedError {
  /// What happened.
  public var errorDescription: String? {
    switch self {
    case .notFound(let id): "There is no item \(id)"
    case .network(let error): error.description
    case .unknown(let reason): reason
    }
  }

  /// What to do about it, where something can be done.
  public var recoverySuggestion: String? {
    switch self {
    case .network: "Check your internet connection and try again"
    case .notFound, .unknown: nil
    }
  }
}

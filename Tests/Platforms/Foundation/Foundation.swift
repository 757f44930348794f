// swift-format-ignore-file
// What Foundation's interface declares of what the libraries use.

open class NSObject { public init() {} }

public protocol NSObjectProtocol: AnyObject {}

public struct Date: Sendable, Hashable {
  public init() {}
}

public struct UUID: Sendable, Hashable {
  public typealias Bytes = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
  )
  public init() {}
  public init(uuid: Bytes) {}
}

public struct Calendar: Sendable, Hashable {
  public static var autoupdatingCurrent: Calendar { fatalError() }
}

public struct TimeZone: Sendable, Hashable {
  public static var autoupdatingCurrent: TimeZone { fatalError() }
}

public struct Locale: Sendable, Hashable {
  public init(identifier: String) {}
  public static var autoupdatingCurrent: Locale { fatalError() }
  public static var preferredLanguages: [String] { fatalError() }
}

public struct URL: Sendable, Hashable {
  public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
  public init(filePath: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo: URL? = nil) {}
  public var scheme: String? { fatalError() }
  public var absoluteString: String { fatalError() }
}

open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { fatalError() }
}

open class Thread: NSObject {
  open class var isMainThread: Bool { fatalError() }
  open class var current: Thread { fatalError() }
}

#if os(macOS) || os(Linux) || os(Windows) || os(Android)
  open class FileHandle: NSObject, @unchecked Sendable {
    open class var nullDevice: FileHandle { fatalError() }
  }

  open class Process: NSObject, @unchecked Sendable {
    open var executableURL: URL?
    open var arguments: [String]?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    open var terminationHandler: (@Sendable (Process) -> Void)?
    open var terminationStatus: Int32 { fatalError() }
    open func run() throws {}
  }
#endif

public let NSLocalizedDescriptionKey = "NSLocalizedDescription"

public struct URLError: Error {
  public struct Code: Sendable { public static var notConnectedToInternet: Code { fatalError() } }
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
}

// On Apple's systems; elsewhere these are in FoundationNetworking.
public struct URLRequest: Sendable {}

public protocol URLProtocolClient {
  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
}

open class URLProtocol: NSObject {
  open var client: (any URLProtocolClient)? { fatalError() }
  open class func canInit(with request: URLRequest) -> Bool { fatalError() }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
  open func startLoading() {}
  open func stopLoading() {}
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var protocolClasses: [AnyClass]?
}

open class URLSession: NSObject, @unchecked Sendable {
  open class var shared: URLSession { fatalError() }
  public init(configuration: URLSessionConfiguration) {}
}

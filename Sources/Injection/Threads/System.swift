#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(WinSDK)
  import WinSDK
  import ucrt
#endif

// What the system's C library does for the container.

/// Identifies the thread that runs, to tell a cycle from a wait.
struct ThreadID: Hashable, Sendable {
  private let raw: UInt

  static var current: ThreadID {
    #if canImport(Glibc)
      ThreadID(raw: UInt(pthread_self()))
    #elseif canImport(Darwin) || canImport(Musl) || canImport(Android)
      ThreadID(raw: UInt(bitPattern: pthread_self()))
    #elseif canImport(WinSDK)
      ThreadID(raw: UInt(GetCurrentThreadId()))
    #else
      ThreadID(raw: 0)  // One thread only.
    #endif
  }
}

extension ThreadID {
  /// What a main thread has.
  private static var stackSize: Int { 8 << 20 }

  /// Runs a body on a new thread; where there is but one, on that.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(WinSDK)
      let thread = CreateThread(
        nil, SIZE_T(stackSize),
        { argument in
          Work.run(argument)
          return 0
        }, argument, 0, nil)
      guard let thread else { fatalError("Injection: no thread could be started.") }
      CloseHandle(thread)
    #elseif canImport(Darwin) || canImport(Musl) || canImport(Glibc) || canImport(Android)
      #if canImport(Darwin) || canImport(Musl)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      // A new thread's is small on some systems: half a megabyte on Apple's, less with musl.
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, stackSize)
      defer { pthread_attr_destroy(&attributes) }
      let status = pthread_create(
        &thread, &attributes,
        { argument in
          pthread_detach(pthread_self())
          Work.run(argument)
          return nil
        }, argument)
      guard status == 0 else { fatalError("Injection: no thread could be started.") }
    #else
      Work.run(argument)  // What would be given up ends the process.
    #endif
  }

  private final class Work: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ argument: UnsafeMutableRawPointer?) {
      guard let argument else { return }
      Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
    }
  }
}

extension IssueReporter {
  @inline(never)
  package static func writeLine(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // The system's count has another type on Windows.
    _ = bytes.withUnsafeBufferPointer { write(2, $0.baseAddress, numericCast($0.count)) }
  }
}

extension InjectedContext {
  static func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WinSDK)
  import WinSDK
#endif

/// A thread for code that may have to be given up where it has no value to go on with.
///
/// Such a thread is parked: it never runs again, and its frames keep what they hold. Ending it inside
/// frames of the user's would leave locks locked that others find unlocked.
enum HelperThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    let end = Signal()

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static let parked = Signal()

  /// Runs a body on a new thread and waits until it has returned, or its thread is parked.
  ///
  /// - Parameter body: Receives what parks the thread.
  static func run(_ body: @escaping @Sendable (_ park: @escaping @Sendable () -> Never) -> Void) {
    let end = Signal()
    let work = Work {
      body {
        end.fire()
        while true { parked.wait(seconds: 3_600) {} }
      }
      end.fire()
    }
    start(Unmanaged.passRetained(work).toOpaque())
    end.wait(seconds: 3_600) {}
  }

  private static func start(_ argument: UnsafeMutableRawPointer) {
    #if canImport(WinSDK)
      let thread = CreateThread(
        nil, 0,
        { argument in
          HelperThread.work(argument)
          return 0
        }, argument, 0, nil)
      guard let thread else { fatalError("Injection: no thread could be started.") }
      CloseHandle(thread)
    #elseif canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
      let status = pthread_create(
        &thread, nil,
        { argument in
          HelperThread.work(argument)
          return nil
        }, argument)
      guard status == 0, let thread else { fatalError("Injection: no thread could be started.") }
      pthread_detach(thread)
    #elseif canImport(Glibc) || canImport(Android)
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { argument in
          HelperThread.work(argument)
          return nil
        }, argument)
      guard status == 0 else { fatalError("Injection: no thread could be started.") }
      pthread_detach(thread)
    #else
      HelperThread.work(argument)  // One thread only: what would be given up ends the process.
    #endif
  }

  private static func work(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
  }
}

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

/// A thread for code that may have to be abandoned where it has no value to go on with.
///
/// The thread then ends: the frames of the abandoned code never return and release nothing.
enum HelperThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a body on a new thread and waits until the thread has ended, in either way.
  static func run(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(WinSDK)
      let thread = CreateThread(
        nil, 0,
        { argument in
          HelperThread.work(argument)
          return 0
        }, work, 0, nil)
      guard let thread else { fatalError("Injection: no thread could be started.") }
      WaitForSingleObject(thread, INFINITE)
      CloseHandle(thread)
    #elseif canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(
        &thread, nil,
        { argument in
          HelperThread.work(argument)
          return nil
        }, work)
      guard status == 0, let thread else { fatalError("Injection: no thread could be started.") }
      pthread_join(thread, nil)
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { argument in
          HelperThread.work(argument)
          return nil
        }, work)
      guard status == 0 else { fatalError("Injection: no thread could be started.") }
      pthread_join(thread, nil)
    #else
      HelperThread.work(work)  // One thread only: what is abandoned ends the process.
    #endif
  }

  /// Ends the calling thread, which ``run(_:)`` started.
  static func exit() -> Never {
    #if canImport(WinSDK)
      ExitThread(0)
      fatalError("Injection: the thread goes on after its end.")
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      pthread_exit(nil)
    #else
      fatalError("Injection: this platform has no thread to abandon.")
    #endif
  }

  private static func work(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
  }
}

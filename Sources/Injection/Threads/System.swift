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

  /// The stack size of a main thread.
  private static var stackSize: Int { 8 << 20 }

  /// Runs a body on a new thread; on a platform that has but one, on that.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Box(body)).toOpaque()
    #if canImport(WinSDK)
      let thread = CreateThread(
        nil, SIZE_T(stackSize),
        { argument in
          ThreadID.run(argument)
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
      // A new thread's stack is small on some systems: half a megabyte on Apple's, less with musl.
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setstacksize(&attributes, stackSize)
      defer { pthread_attr_destroy(&attributes) }
      let status = pthread_create(
        &thread, &attributes,
        { argument in
          pthread_detach(pthread_self())
          ThreadID.run(argument)
          return nil
        }, argument)
      guard status == 0 else { fatalError("Injection: no thread could be started.") }
    #else
      ThreadID.run(argument)  // What would be given up ends the process.
    #endif
  }

  private static func run(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(argument).takeRetainedValue().value()
  }
}

/// An event that happens once, and that threads wait for, with a time limit or without.
///
/// A condition variable of the system's, since nothing in the standard library waits with a time limit.
final class Signal: @unchecked Sendable {
  // Unchecked: the flag is read and written under the lock, and the two have a fixed address.

  #if canImport(WinSDK)
    private typealias Lock = SRWLOCK
    private typealias Condition = CONDITION_VARIABLE
  #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    private typealias Lock = pthread_mutex_t
    private typealias Condition = pthread_cond_t
  #else
    private typealias Lock = Int
    private typealias Condition = Int
  #endif

  private let lock = UnsafeMutablePointer<Lock>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<Condition>.allocate(capacity: 1)
  private var hasFired = false

  init() {
    lock.initialize(to: Lock())
    condition.initialize(to: Condition())
    #if canImport(WinSDK)
      InitializeSRWLock(lock)
      InitializeConditionVariable(condition)
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      pthread_mutex_init(lock, nil)
      pthread_cond_init(condition, nil)
    #endif
  }

  deinit {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      pthread_cond_destroy(condition)
      pthread_mutex_destroy(lock)
    #endif
    condition.deallocate()
    lock.deallocate()
  }

  func fire() {
    #if canImport(WinSDK)
      AcquireSRWLockExclusive(lock)
      hasFired = true
      ReleaseSRWLockExclusive(lock)
      WakeAllConditionVariable(condition)
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      pthread_mutex_lock(lock)
      hasFired = true
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(lock)
    #else
      hasFired = true  // One thread only: nobody waits.
    #endif
  }

  /// Waits for the event, for a time or for ever; gives whether it has happened.
  @discardableResult
  func wait(seconds: Int? = nil) -> Bool {
    #if canImport(WinSDK)
      AcquireSRWLockExclusive(lock)
      defer { ReleaseSRWLockExclusive(lock) }
      let time = seconds.map { DWORD($0 * 1_000) } ?? INFINITE
      while !hasFired, SleepConditionVariableSRW(condition, lock, time, 0) {}
      return hasFired
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      guard let seconds else {
        while !hasFired { pthread_cond_wait(condition, lock) }
        return true
      }
      var end = timespec()
      clock_gettime(CLOCK_REALTIME, &end)
      end.tv_sec += seconds
      while !hasFired, pthread_cond_timedwait(condition, lock, &end) == 0 {}
      return hasFired
    #else
      return hasFired
    #endif
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

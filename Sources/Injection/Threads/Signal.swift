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

/// Something that happens once, for which threads wait, and look up from time to time.
///
/// A condition variable of the system's, since nothing of the standard library waits for a time.
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

  /// Waits for a time, or for ever; gives whether it has happened.
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

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

/// Identifies the thread that runs, to tell a cycle from a wait.
struct ThreadID: Hashable, Sendable {
  private let raw: UInt

  static var current: ThreadID {
    #if canImport(Darwin)
      ThreadID(raw: UInt(bitPattern: pthread_self()))
    #elseif canImport(Glibc)
      ThreadID(raw: UInt(pthread_self()))
    #elseif canImport(Android)
      // Signed there.
      ThreadID(raw: UInt(bitPattern: pthread_self()))
    #elseif canImport(Musl)
      ThreadID(raw: UInt(bitPattern: pthread_self()))
    #elseif canImport(WinSDK)
      ThreadID(raw: UInt(GetCurrentThreadId()))
    #else
      ThreadID(raw: 0)  // One thread only.
    #endif
  }
}

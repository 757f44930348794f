#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the thread sanitizer is loaded: Foundation does not always see the end of a child there
/// that traps, and a test would wait for ever.
let isThreadSanitizerLoaded: Bool = {
  #if canImport(Glibc) || canImport(Darwin)
    dlsym(nil, "__tsan_init") != nil
  #else
    false
  #endif
}()

// swift-format-ignore-file
// What the headers of musl, bionic and Apple declare alike of what the libraries use.

public struct pthread_attr_t { public init() {} }
public struct pthread_mutex_t { public init() {} }
public struct pthread_mutexattr_t { public init() {} }
public struct pthread_cond_t { public init() {} }
public struct pthread_condattr_t { public init() {} }
public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { fatalError() }
  public init(tv_sec: Int, tv_nsec: Int) { fatalError() }
}
public struct clockid_t: Sendable {}
public let CLOCK_REALTIME = clockid_t()
public let CLOCK_MONOTONIC = clockid_t()
public let ETIMEDOUT: Int32 = 0

@discardableResult public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_init(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!, _ attributes: UnsafePointer<pthread_mutexattr_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_init(_ condition: UnsafeMutablePointer<pthread_cond_t>!, _ attributes: UnsafePointer<pthread_condattr_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_wait(_ condition: UnsafeMutablePointer<pthread_cond_t>!, _ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_timedwait(_ condition: UnsafeMutablePointer<pthread_cond_t>!, _ mutex: UnsafeMutablePointer<pthread_mutex_t>!, _ end: UnsafePointer<timespec>!) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_signal(_ condition: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_cond_broadcast(_ condition: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_attr_setstacksize(_ attributes: UnsafeMutablePointer<pthread_attr_t>!, _ size: Int) -> Int32 { fatalError() }
@discardableResult public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>!) -> Int32 { fatalError() }
@discardableResult public func pthread_detach(_ thread: pthread_t) -> Int32 { fatalError() }

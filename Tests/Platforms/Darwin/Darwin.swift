// swift-format-ignore-file
// What Apple's headers declare of what the libraries use, as Swift imports it.

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
@discardableResult public func pthread_self() -> pthread_t { fatalError() }
@discardableResult public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }
@discardableResult public func pthread_join(
  _ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { fatalError() }
public func pthread_exit(_ result: UnsafeMutableRawPointer?) -> Never { fatalError() }
@discardableResult public func pthread_main_np() -> Int32 { fatalError() }
@discardableResult public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }

// swift-format-ignore-file
// What wasi-libc's headers declare of what the libraries use, as Swift imports it: no threads.

@discardableResult public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }

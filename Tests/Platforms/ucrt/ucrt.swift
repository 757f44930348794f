// swift-format-ignore-file
// What the universal C runtime's headers declare of what the libraries use, as Swift imports it.

@discardableResult public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult public func write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: UInt32) -> Int32 { fatalError() }
@discardableResult public func _write(_ file: Int32, _ bytes: UnsafeRawPointer!, _ count: UInt32) -> Int32 { fatalError() }

// swift-format-ignore-file
// What AppKit's headers declare of what InjectionEssentials uses, as Swift imports it.
public import Foundation

open class NSWorkspace: NSObject {
  open class var shared: NSWorkspace { fatalError() }
  @discardableResult open func open(_ url: URL) -> Bool { fatalError() }
}

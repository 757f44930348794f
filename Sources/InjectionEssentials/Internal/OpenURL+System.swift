import Foundation

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
#elseif os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  import SwiftUI
#endif

extension OpenURL {
  /// Opens URLs for real.
  static var system: OpenURL {
    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
      OpenURL { url in await MainActor.run { NSWorkspace.shared.open(url) } }
    #elseif os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // Not by the shared application, which is not available in extensions.
      OpenURL { url in await openByEnvironment(url) }
    #elseif os(Windows)
      running(
        rundll32(in: ProcessInfo.processInfo.environment), ["url.dll,FileProtocolHandler"])
    #elseif os(Linux)
      running("/usr/bin/env", ["xdg-open"])
    #else
      OpenURL { _ in false }
    #endif
  }

  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    @MainActor private static func openByEnvironment(_ url: URL) async -> Bool {
      let action = EnvironmentValues().openURL
      #if os(watchOS)
        action(url)
        return true
      #else
        return await withCheckedContinuation { continuation in
          action(url) { continuation.resume(returning: $0) }
        }
      #endif
    }
  #endif

  #if os(Windows) || os(Linux) || os(macOS)
    /// The path of the program that opens URLs on Windows, in the folder of the system.
    ///
    /// By its name alone, one that lies in the current folder might be run.
    package static func rundll32(in environment: [String: String]) -> String {
      // Windows does not tell `SystemRoot` from `SYSTEMROOT`.
      let root = environment.first { $0.key.lowercased() == "systemroot" && !$0.value.isEmpty }
      return (root?.value ?? #"C:\Windows"#) + #"\System32\rundll32.exe"#
    }

    /// Opens URLs by a program that takes one as its last argument, and exits with 0 where it could.
    ///
    /// The URL is an argument, not a line of a shell, so that it can do nothing else.
    package static func running(_ program: String, _ arguments: [String]) -> OpenURL {
      OpenURL { url in
        // A program would take what begins with a dash for an option.
        guard url.scheme != nil else { return false }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments + [url.absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return await withCheckedContinuation { continuation in
          process.terminationHandler = {
            continuation.resume(returning: $0.terminationStatus == 0)
          }
          do {
            try process.run()
          } catch {
            process.terminationHandler = nil
            continuation.resume(returning: false)
          }
        }
      }
    }
  #endif
}

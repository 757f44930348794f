internal import CInjectionTesting
internal import Injection

/// Finds out whether the process has another copy of `Injection` than the one that tests override.
///
/// An app and the test bundle that it hosts have one each where both link the library statically. The
/// app's code reads through its own, which no test reaches.
enum Copies {
  /// Says where the copies are, on standard error, if there is more than one.
  static func report() {
    guard let other else { return }
    IssueReporter.writeLine(
      """
      Injection: this process has two copies of Injection, one in \(image(of: other)) and one in \
      \(image(of: own)). Each has values of its own, so what a test overrides does not reach code \
      that reads through the other. Link Injection once: give the tests no host application, so that \
      they have the only copy, or let the app and its tests link one dynamic framework with it.
      """)
  }

  private static var own: any Any.Type { InjectedValues.self }

  /// The type that the runtime finds by the name: that of the image which was loaded first.
  private static var other: (any Any.Type)? {
    guard let name = _mangledTypeName(own), let first = _typeByName(name), first != own else {
      return nil
    }
    return first
  }

  /// The file that a type's metadata is in, which for a type without parameters is its image.
  private static func image(of type: any Any.Type) -> String {
    InjectionImageName(unsafeBitCast(type, to: UnsafeRawPointer.self)).map {
      "'\(String(cString: $0))'"
    } ?? "an image of unknown name"
  }
}

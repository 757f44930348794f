import Foundation
import Injection
import InjectionTesting
import Shop
import Testing

/// A program that runs tests of its own, which nothing shows.
@main struct Runner {
  static func main() async { exit(await Testing.__swiftPMEntryPoint()) }
}

@Suite("In a program of their own") struct RunnerTests {
  @Test(.injected) func title() { #expect(injected(\.title) == "live") }
}

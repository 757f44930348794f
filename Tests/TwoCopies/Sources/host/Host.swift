import Foundation

/// Loads libraries, the app's before its tests', and runs what they have.
@main struct Host {
  typealias App = @convention(c) () -> Void
  typealias Tests = @convention(c) (App?) -> Void

  static func main() {
    var app: App?
    var tests: Tests?
    for path in CommandLine.arguments.dropFirst() {
      guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
        fatalError(String(cString: dlerror()))
      }
      if let symbol = dlsym(library, "run_app") { app = unsafeBitCast(symbol, to: App.self) }
      if let symbol = dlsym(library, "run_tests") { tests = unsafeBitCast(symbol, to: Tests.self) }
    }
    if let tests { tests(app) } else { app?() }
  }
}

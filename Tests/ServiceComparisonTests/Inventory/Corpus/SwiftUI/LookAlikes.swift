// swift-format-ignore-file
// Nothing here belongs to SwiftUI's environment.
import Foundation

enum Cause {
  case environment(String), published
  case observed(Set<String>)
}

/// @Environment(\.tides) is what a view writes; `@Entry var x = 1` declares a value.
struct Launcher {
  let environment = ProcessInfo.processInfo.environment
  let home = ProcessInfo.processInfo.environment["HOME"]
  var text = "@Environment(\\.tides) .environment(model) \(label("@EnvironmentObject"))"
  var raw = #"@Published var a = 1 \#(name("@StateObject"))"#
  let long = """
    @Environment(\\.moorings) var m // .environment(\\.tides, x)
    """
  /* @Entry var a = 1 /* @Environment(\.b) var b */ @Published var c = 1 */
  let pattern = /@Environment\(\\.(.+)\)/

  func name(_ cause: Cause) -> String {
    if case .environment(let key) = cause { return key }
    switch cause {
    case .environment(var name):
      name += "!"
      return name
    default: return ""
    }
  }

  func start(_ process: Process) async throws {
    process.environment = ["PATH": "/bin"]
    let value = Cause.environment("PATH")
    try await server.environment(.development).run()
    app.environment(named: "production")
    print(value, tides.environment)
  }
}

struct Width { var environment: Int }
protocol EnvironmentAware { var theme: Theme { get } }

import SwiftUI

struct Client {
  func environment(_ stage: Stage) -> Client { self }
}

let staging = Client().environment(.staging)
let path = Process().environment("PATH")
let number = Client().environment(3)

// `import SwiftUI` brings these with it, and the views that are to compile here rely on it.
@_exported public import Foundation
@_exported public import Observation

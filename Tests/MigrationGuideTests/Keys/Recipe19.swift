import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import Testing

enum Theme: String, Sendable {
  case light, dark
}

enum InjectedThemeKey: InjectedKey {
  static let liveValue = Theme.light
  static var testValue: Theme { liveValue }
}

extension InjectedValues {
  var theme: Theme {
    get { self[InjectedThemeKey.self] }
    set { self[InjectedThemeKey.self] = newValue }
  }
}

struct ThemeKey: EnvironmentKey {
  static let defaultValue = Theme.light
}

extension EnvironmentValues {
  var theme: Theme {
    get { self[ThemeKey.self] }
    set { self[ThemeKey.self] = newValue }
  }
}

enum Recipe19 {
  enum Before {
    struct Badge: View {
      @Injected(\.theme) private var theme
      var body: some View { Text(theme.rawValue) }
    }

    struct Page: View {
      @State private var theme = Theme.light
      var body: some View {
        Button("Switch") { theme = .dark }
        Badge().injectedValues { $0.theme = theme }
      }
    }
  }

  enum After {
    struct Badge: View {
      @Environment(\.theme) private var theme
      var body: some View { Text(theme.rawValue) }
    }

    struct Page: View {
      @State private var theme = Theme.light
      var body: some View {
        Button("Switch") { theme = .dark }
        Badge().environment(\.theme, theme)
      }
    }
  }
}

@Suite("Recipe 19", .injected(.allowsLostReads)) @MainActor struct Recipe19Tests {
  @Test("A theme in the container misses the tree's changes; in the environment it follows them")
  func theme() {
    let before = TreeHost(Recipe19.Before.Page())
    before.tap("Switch")
    #expect(before.outline.contains("light"))
    let after = TreeHost(Recipe19.After.Page())
    after.tap("Switch")
    #expect(after.outline.contains("dark"))
  }
}

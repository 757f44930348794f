import EnvironmentTree
import Injection
import InjectionTesting
import InjectionTree
import ModelObservation
import Testing

@MainActor final class Feed {
  private nonisolated let items = SharedObserved<[String]>([])
  var count: Int { items.value.count }
  func load() { items.value = ["Oslo", "Rome"] }

  nonisolated init() {}
}

struct FeedEnvironmentKey: EnvironmentKey {
  static let defaultValue = Feed()
}

extension EnvironmentValues {
  var feed: Feed {
    get { self[FeedEnvironmentKey.self] }
    set { self[FeedEnvironmentKey.self] = newValue }
  }
}

extension Feed {
  static var preview: Feed { Feed() }
}

enum FeedKey: InjectedKey {
  static let liveValue = Feed()
  static var previewValue: Feed { Feed() }
  static var testValue: Feed { Feed() }
}

extension InjectedValues {
  var feed: Feed {
    get { self[FeedKey.self] }
    set { self[FeedKey.self] = newValue }
  }
}

enum Recipe10 {
  enum Before {
    struct FeedView: View {
      @Environment(\.feed) private var feed
      var body: some View {
        Text("\(feed.count) items")
        Button("Load") { feed.load() }
      }
    }

    struct PreviewView: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn \(turn)") { turn += 1 }
        FeedView().environment(\.feed, .preview)
      }
    }
  }

  enum After {
    struct FeedView: View {
      @InjectedEnvironment(\.feed) private var feed
      var body: some View {
        Text("\(feed.count) items")
        Button("Load") { feed.load() }
      }
    }

    struct PreviewView: View {
      @State private var turn = 0
      var body: some View {
        Button("Turn \(turn)") { turn += 1 }
        FeedView()
      }
    }

    @MainActor static let preview = Preview(traits: .injectedValues()) { PreviewView() }
  }
}

@Suite("Recipe 10", .injected(.allowsLostReads)) @MainActor struct Recipe10Tests {
  @Test("A computed preview is made at each pass and loses its state; a held one keeps it")
  func held() async {
    let before = TreeHost(Recipe10.Before.PreviewView())
    before.tap("Load")
    await before.settle()
    #expect(before.outline.contains("2 items"))
    before.tap("Turn 0")
    #expect(before.outline.contains("0 items"))

    let after = TreeHost(Recipe10.After.preview)
    after.tap("Load")
    await after.settle()
    after.tap("Turn 0")
    #expect(after.outline.contains("2 items"))
  }
}

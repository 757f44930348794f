import EnvironmentTree
import Foundation
import Testing

/// On a screen with room for two rows.
@Suite("Rows off the screen") @MainActor struct HiddenRowTests {
  private let size = CGSize(width: 400, height: 88)

  @Test("A row that is no element is there with all around it, or not at all")
  func outermost() throws {
    let host = TreeHost(
      List {
        Text("1")
        Text("2")
        Text("3").onTapGesture {}
      }, size: size)
    #expect(host.outline == "List\n  Text \"1\"\n  Text \"2\"")
    host.scroll(by: 1)
    #expect(try host.find("3").kind == "Tappable")
  }

  @Test("Where the last rows that are no elements go, those before are on the screen")
  func last() throws {
    struct Screen: View {
      @State private var isLong = true
      var body: some View {
        List {
          Text("1")
          Text("2")
          if isLong {
            Text("3")
            Text("4")
          }
        }
        Button("Shorten") { isLong = false }
      }
    }
    let host = TreeHost(Screen(), size: size)
    host.scroll(by: 2)
    #expect(try host.all("Text").map(\.label) == ["3", "4"])
    host.tap("Shorten")
    #expect(try host.all("Text").map(\.label) == ["1", "2"])
  }
}

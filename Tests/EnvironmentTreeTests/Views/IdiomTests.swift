import EnvironmentTree
import Foundation
import Testing

private struct Item: Identifiable, Hashable {
  let id: Int
  var name: String
  var isDone = false
}

/// What people write every day, word for word, which has to compile, and to do what it does there.
@Suite("Idioms") @MainActor struct IdiomTests {
  @Test("ForEach($items) { $item in }, and a list of a binding")
  func elementBindings() {
    struct Screen: View {
      @State private var items = [Item(id: 1, name: "a"), Item(id: 2, name: "b")]
      var body: some View {
        ForEach($items) { $item in
          TextField("Item \(item.id)", text: $item.name)
        }
        List($items) { $item in Toggle(item.name, isOn: $item.isDone) }
        ForEach($items, id: \.name) { $item in Text(item.name + (item.isDone ? "!" : "")) }
        Button("Reverse") { items.reverse() }
        Button("Remove") { items.removeFirst() }
      }
    }
    let host = TreeHost(Screen())
    host.type("z", into: "Item 1")
    host.toggle("z")
    #expect(host.outline.contains("Text \"z!\""))
    host.tap("Reverse")
    host.tap("Remove")
    #expect(host.outline.contains("Text \"z!\""))
    #expect(!host.outline.contains("\"b\""))
    host.type("y", into: "Item 1")
    #expect(host.outline.contains("Text \"y!\""))
  }

  @Test("A button that shows a picture is known by its accessibility label")
  func accessibilityLabel() throws {
    struct Screen: View {
      @State private var count = 0
      var body: some View {
        Text("\(count)").accessibilityLabel("a number")
        Button {
          count += 1
        } label: {
          Image(systemName: "plus").accessibilityLabel("Add")
        }
        Button {
          count -= 1
        } label: {
          Image(systemName: "minus")
        }
        .accessibilityLabel(Text("Subtract"))
        .disabled(count == 0)
        Button("×") { count *= 2 }.accessibilityLabel("Double")
      }
    }
    let host = TreeHost(Screen())
    host.tap("Add")
    host.tap("Double")
    host.tap("Subtract")
    #expect(
      host.outline == """
        Text "1"
        Button "Add"
        Button "Subtract"
        Button "Double"
        """)
    #expect(try host.find("Subtract").isEnabled)
  }

  @Test("An accessibility label around several controls, or a container, names none of them")
  func labelAroundControls() {
    let host = TreeHost {
      Group {
        Button("a") {}
        Button("b") {}
      }
      .accessibilityLabel("both")
      VStack { Button("c") {} }.accessibilityLabel("stack")
    }
    #expect(host.outline == "Button \"a\"\nButton \"b\"\nVStack\n  Button \"c\"")
  }

  @Test("What only looks is taken, in the forms that apps have")
  func looks() {
    struct Screen: View {
      @State private var isShown = true
      @State private var name = ""
      var body: some View {
        VStack(alignment: .leading, spacing: 4) {
          Text("Title")
            .font(.system(size: 17, weight: .semibold, design: .rounded))
            .font(.headline.weight(.bold).monospacedDigit())
            .textCase(.uppercase)
            .minimumScaleFactor(0.5)
            .foregroundStyle(Color.accentColor)
            .scaleEffect(1.1)
            .animation(.easeInOut(duration: 0.2), value: name)
          TextField("Name", text: $name)
            .submitLabel(.next)
            .textFieldStyle(.roundedBorder)
            .autocorrectionDisabled()
          Button("Animate") { withAnimation(.spring(response: 0.3).delay(0.1)) { name = "there" } }
          Text(name)
        }
        .frame(minWidth: 10, maxWidth: .infinity, minHeight: 44, alignment: .leading)
        .background(.ultraThinMaterial, in: RoundedRectangle(cornerRadius: 8))
        .sheet(isPresented: $isShown) {
          Text("sheet")
            .presentationDetents([.medium, .fraction(0.3), .height(200)])
            .presentationDragIndicator(.visible)
            .interactiveDismissDisabled()
        }
      }
    }
    let host = TreeHost(Screen())
    #expect(host.presented.map(\.outline) == ["Text \"sheet\""])
    host.dismiss()
    host.tap("Animate")
    #expect(host.outline.contains("Text \"there\""))
  }

  @Test("An overlay comes after a view, a background before it")
  func layers() {
    let host = TreeHost {
      Text("1").overlay { Text("over") }.background { Text("behind") }
      Text("2").overlay(Text("over")).background(Text("behind"))
      Text("3").safeAreaInset(edge: .bottom) { Text("over") }
      Text("4").listRowBackground(Text("behind")).mask { Text("mask") }
    }
    let texts = host.outline.replacing("Text ", with: "").replacing("\"", with: "")
    #expect(
      texts.split(separator: "\n") == [
        "behind", "1", "over", "behind", "2", "over", "3", "over", "mask", "behind", "4",
      ])
  }

  @Test("A dialog has its message and its choices")
  func dialog() {
    struct Screen: View {
      @State private var isAsked = false
      @State private var answer = "none"
      var body: some View {
        Button("Ask") { isAsked = true }
          .confirmationDialog("Sure?", isPresented: $isAsked, titleVisibility: .visible) {
            Button("Yes", role: .destructive) { answer = "yes" }
          } message: {
            Text("It cannot be undone.")
          }
        Text(answer)
      }
    }
    let host = TreeHost(Screen())
    host.tap("Ask")
    #expect(host.presented.map(\.title) == ["Sure?"])
    #expect(host.outline.contains("It cannot be undone."))
    host.tap("Yes")
    #expect(host.presented.isEmpty)
    #expect(host.outline.contains("Text \"yes\""))
  }
}

import EnvironmentTree
import ModelObservation
import Observation
import Testing

@MainActor private class Base: ObservableModel {
  @Observed var below = 0
}

@MainActor private final class Sub<Value>: Base {
  @Observed var _value: Value?
  @Observed var above = 0
}

@MainActor private final class Bridged: ObservableModel, Observation.Observable {
  @Observed var first = "Ada"
  @Observed var last = "Lovelace"
  private var makeName: String { "\(first) \(last)" }
  @Derived(\Bridged.makeName) var name: String
}

@MainActor private class OpenBridged: ObservableModel, Observation.Observable {
  @Observed var text = ""
}

@MainActor @Observable private final class Standard {
  var text = ""
  var number = 0
}

// What models of each kind are called.
extension CauseTests {
  @Test("A class below another, a generic one, a name that begins with an underscore")
  func classes() async {
    let model = Sub<Int>()
    let read: @MainActor () -> String = {
      "\(model.below) \(model.above) \(model._value ?? 0)"
    }
    #expect(await causes(read) { model.below = 1 } == [.observation("Base.below")])
    #expect(await causes(read) { model.above = 1 } == [.observation("Sub<Int>.above")])
    #expect(await causes(read) { model._value = 1 } == [.observation("Sub<Int>._value")])
  }

  @Test("A cell, by its type")
  func cell() async {
    let cell = SharedObserved(1)
    #expect(
      await causes {
        "\(cell.value)"
      } after: {
        cell.value = 2
      }
        == [.observation("SharedObserved<Int>")])
  }

  @Test("A model that both kinds of observation track, once")
  func bridged() async {
    let model = Bridged()
    #expect(
      await causes {
        model.first
      } after: {
        model.first = "B"
      } == [.observation("Bridged.first")])
    #expect(
      await causes {
        model.name
      } after: {
        model.last = "C"
      } == [.observation("Bridged.name")])
    let open = OpenBridged()
    #expect(
      await causes {
        open.text
      } after: {
        open.text = "B"
      } == [.observation("OpenBridged.text")])
  }

  @Test("A property of the standard library's observation that the last body has not read: none")
  func standardNotRead() async {
    let (model, cell) = (Standard(), SharedObserved(1))
    let host = TreeHost(CauseReader { cell.value == 1 ? model.text : "\(model.number)" })
    cell.value = 2
    await host.settle()
    model.text = "B"
    await host.settle()
    #expect(host.outline == "Text \"0\"")
    #expect(host.evaluations["CauseReader"] == 2)
  }

  @Test("A model of the standard library's observation, by its type where that is known")
  func standard() async {
    let model = Standard()
    #if os(Linux)
      let known: String? = "Standard"
    #else
      let known: String? = nil
    #endif
    #expect(
      await causes {
        "\(model.text) \(model.number)"
      } after: {
        model.number = 1
        model.text = "B"
      } == [.observation(known)])
  }
}

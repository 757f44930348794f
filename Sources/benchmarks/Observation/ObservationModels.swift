import ModelObservation
import Observation

/// What the loops go through.
protocol FiveProperties: AnyObject {
  var a: Int { get set }
  var b: Int { get set }
  var c: Int { get set }
  var d: Int { get set }
  var e: Int { get set }
}

final class PlainModel: FiveProperties {
  var a = 0
  var b = 0
  var c = 0
  var d = 0
  var e = 0
}

final class OurModel: ObservableModel, FiveProperties {
  @Observed var a = 0
  @Observed var b = 0
  @Observed var c = 0
  @Observed var d = 0
  @Observed var e = 0
}

@Observable final class StandardModel: FiveProperties {
  var a = 0
  var b = 0
  var c = 0
  var d = 0
  var e = 0
}

final class BridgedModel: ObservableModel, Observable, FiveProperties {
  @Observed var a = 0
  @Observed var b = 0
  @Observed var c = 0
  @Observed var d = 0
  @Observed var e = 0
}

final class ListModel: ObservableModel {
  @Observed var list: [Int]
  @Observed(didSet: ListModel.count) var counted: [Int] = []
  private(set) var changes = 0
  init(count: Int) {
    list = Array(0..<count)
    counted = Array(0..<count)
  }
  private func count() { changes += 1 }
}

// The receivers are opaque: nothing about them can be folded into the loops that use them.
@inline(never) func makePlain() -> PlainModel { PlainModel() }
@inline(never) func makeOurs() -> OurModel { OurModel() }
@inline(never) func makeStandard() -> StandardModel { StandardModel() }
@inline(never) func makeBridged() -> BridgedModel { BridgedModel() }

protocol GraphCell: AnyObject {
  var value: Int { get set }
  init(_ value: Int)
}

final class PlainSource: GraphCell {
  var value: Int
  init(_ value: Int) { self.value = value }
}

final class Source: ObservableModel, GraphCell {
  @Observed var value: Int
  init(_ value: Int) { self.value = value }
}

@Observable final class StandardSource: GraphCell {
  var value: Int
  init(_ value: Int) { self.value = value }
}

final class Memo: ObservableModel {
  @Derived(\Memo.computed) var value: Int
  private let compute: () -> Int
  init(_ compute: @escaping () -> Int) { self.compute = compute }
  private var computed: Int { compute() }
}

import CAllocations
import ModelObservation
import Observation

/// Reads, writes, creation and memory of models that nobody observes.
///
/// Each turn of a loop makes one opaque call, so that no access is moved out of the loop or merged
/// with the next; the call is part of the floor as well.
func registerObservationAccess(in benchmarks: inout Benchmarks) {
  let count = 1_000_000
  benchmarks.add("observation read: plain", count: count) { count in
    let model = makePlain()
    for _ in 0..<count { blackHole(model.a) }
  }
  benchmarks.add("observation read", floor: "observation read: plain", goal: 1.2, count: count) {
    let model = makeOurs()
    for _ in 0..<$0 { blackHole(model.a) }
  }
  benchmarks.add("observation read: standard", floor: "observation read: plain", count: count) {
    let model = makeStandard()
    for _ in 0..<$0 { blackHole(model.a) }
  }
  benchmarks.add("observation read: bridged", floor: "observation read: standard", count: count) {
    let model = makeBridged()
    for _ in 0..<$0 { blackHole(model.a) }
  }
  benchmarks.add("observation write: plain", count: count) {
    let model = makePlain()
    for index in 0..<$0 {
      model.a = index
      barrier()
    }
  }
  benchmarks.add("observation write", floor: "observation write: plain", goal: 1.2, count: count) {
    let model = makeOurs()
    for index in 0..<$0 {
      model.a = index
      barrier()
    }
  }
  benchmarks.add("observation write: standard", floor: "observation write: plain", count: count) {
    let model = makeStandard()
    for index in 0..<$0 {
      model.a = index
      barrier()
    }
  }
  benchmarks.add("observation +=: plain", count: count) {
    let model = makePlain()
    for _ in 0..<$0 {
      model.a += 1
      barrier()
    }
  }
  benchmarks.add("observation +=", floor: "observation +=: plain", goal: 1.2, count: count) {
    let model = makeOurs()
    for _ in 0..<$0 {
      model.a += 1
      barrier()
    }
  }
  benchmarks.add("observation +=: standard", floor: "observation +=: plain", count: count) {
    let model = makeStandard()
    for _ in 0..<$0 {
      model.a += 1
      barrier()
    }
  }
  registerCreation(in: &benchmarks)
}

private func registerCreation(in benchmarks: inout Benchmarks) {
  let count = 200_000
  benchmarks.add("observation create 5: plain", count: count) {
    for _ in 0..<$0 { blackHole(makePlain()) }
  }
  benchmarks.add("observation create 5: standard", count: count) {
    for _ in 0..<$0 { blackHole(makeStandard()) }
  }
  benchmarks.add(
    "observation create 5", floor: "observation create 5: standard", goal: 0.5, count: count
  ) {
    for _ in 0..<$0 { blackHole(makeOurs()) }
  }
  benchmarks.add(fact: "observation memory of 5 properties, bytes of heap") {
    let count = 1_000
    func bytes<Model>(_ make: () -> Model) -> Int {
      var models: [Model] = []
      models.reserveCapacity(count)
      let before = allocations_bytes()
      for _ in 0..<count { models.append(make()) }
      let after = allocations_bytes()
      blackHole(models)
      return Int(after - before) / count
    }
    let plain = bytes(makePlain)
    let ours = bytes(makeOurs)
    let standard = bytes(makeStandard)
    let ratio = (Double(ours) / Double(standard) * 100).rounded() / 100
    return "plain \(plain), observed \(ours), standard \(standard): x\(ratio), goal 0.6"
  }
}

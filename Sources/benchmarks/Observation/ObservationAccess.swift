import ModelObservation
import Observation

/// Reads, writes, creation and memory of models that nobody observes.
///
/// An opaque call follows each access, so that none is moved out of the loop or merged with the next;
/// the call is part of the floor as well. A turn goes through five properties: where an instruction
/// happens to lie costs more than what is measured, and so it is not the same for all.
func registerObservationAccess(in benchmarks: inout Benchmarks) {
  // Much more than a time slice's worth of what costs next to nothing: a busy machine slows down
  // some samples, and has to slow down each one's floor as well.
  let count = 10_000_000
  let standardCount = 1_000_000
  benchmarks.add("observation read: plain", count: count) { readAll(of: makePlain(), $0) }
  benchmarks.add(
    "observation read", floor: "observation read: plain", goal: .atMost(1.2), count: count
  ) { readAll(of: makeOurs(), $0) }
  benchmarks.add(
    "observation read: standard", floor: "observation read: plain", count: standardCount
  ) { readAll(of: makeStandard(), $0) }
  benchmarks.add(
    "observation read: bridged", floor: "observation read: standard", count: standardCount
  ) { readAll(of: makeBridged(), $0) }
  benchmarks.add("observation write: plain", count: count) { writeAll(of: makePlain(), $0) }
  benchmarks.add(
    "observation write", floor: "observation write: plain", goal: .atMost(1.2), count: count
  ) { writeAll(of: makeOurs(), $0) }
  benchmarks.add(
    "observation write: standard", floor: "observation write: plain", count: standardCount
  ) { writeAll(of: makeStandard(), $0) }
  benchmarks.add("observation +=: plain", count: count) { addToAll(of: makePlain(), $0) }
  benchmarks.add(
    "observation +=", floor: "observation +=: plain", goal: .atMost(1.2), count: count
  ) { addToAll(of: makeOurs(), $0) }
  benchmarks.add("observation +=: standard", floor: "observation +=: plain", count: standardCount) {
    addToAll(of: makeStandard(), $0)
  }
  registerCreation(in: &benchmarks)
}

// One loop for all models, made anew for each: nothing is called through the protocol.

@inline(__always) private func readAll(of model: some FiveProperties, _ count: Int) {
  for _ in 0..<count / 5 {
    blackHole(model.a)
    blackHole(model.b)
    blackHole(model.c)
    blackHole(model.d)
    blackHole(model.e)
  }
}

@inline(__always) private func writeAll(of model: some FiveProperties, _ count: Int) {
  for index in 0..<count / 5 {
    model.a = index
    barrier()
    model.b = index
    barrier()
    model.c = index
    barrier()
    model.d = index
    barrier()
    model.e = index
    barrier()
  }
}

@inline(__always) private func addToAll(of model: some FiveProperties, _ count: Int) {
  for _ in 0..<count / 5 {
    model.a += 1
    barrier()
    model.b += 1
    barrier()
    model.c += 1
    barrier()
    model.d += 1
    barrier()
    model.e += 1
    barrier()
  }
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
    "observation create 5", floor: "observation create 5: standard", goal: .atMost(0.5),
    count: count
  ) {
    for _ in 0..<$0 { blackHole(makeOurs()) }
  }
  for (kind, make) in [("plain", makeAnyPlain), ("standard", makeAnyStandard)] {
    benchmarks.add("observation memory of 5 properties: \(kind)", unit: .bytes, sampleLimit: 1) {
      Allocations.bytes(perObject: make)
    }
  }
  benchmarks.add(
    "observation memory of 5 properties", unit: .bytes,
    floor: "observation memory of 5 properties: standard", goal: .atMost(0.6), sampleLimit: 1
  ) { Allocations.bytes(perObject: makeAnyOurs) }
}

/// Appends to long and short arrays in place: a copy would show as a hundredfold.
func registerObservationAppends(in benchmarks: inout Benchmarks) {
  let changes: [(String, @Sendable (ListModel, Int) -> Void)] = [
    ("", { $0.list.append($1) }),
    (" through a handle", { $0.$list.value.append($1) }),
    (" with an action", { $0.counted.append($1) }),
  ]
  for (kind, append) in changes {
    for isObserved in [false, true] {
      let name = "observation append\(kind)\(isObserved ? ", observed" : "")"
      for size in [1_000, 100_000] {
        let isShort = size == 1_000
        benchmarks.addInside(
          "\(name), to \(size)", floor: isShort ? nil : "\(name), to 1000",
          goal: isShort ? nil : .atMost(1.25), count: 1_000,
          prepare: {
            let model = ListModel(count: size)
            model.list.reserveCapacity(size + 1_000)
            model.counted.reserveCapacity(size + 1_000)
            let read = { blackHole(model.list.count + model.counted.count) }
            let token = isObserved ? observe(read) : nil
            return { count in
              withExtendedLifetime(token) { for index in 0..<count { append(model, index) } }
            }
          }, { $0() })
      }
    }
  }
}

@Sendable private func makeAnyPlain() -> AnyObject { makePlain() }
@Sendable private func makeAnyStandard() -> AnyObject { makeStandard() }
@Sendable private func makeAnyOurs() -> AnyObject { makeOurs() }

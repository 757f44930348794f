import ModelObservation
import Observation

/// Tracked reads, one-shots and effects on a single property, and against the standard library.
func registerObservationTracking(in benchmarks: inout Benchmarks) {
  let count = 100_000
  benchmarks.add("observation tracked read: standard", count: count) { count in
    let model = makeStandard()
    withObservationTracking {
      for _ in 0..<count { blackHole(model.a) }
    } onChange: {
    }
  }
  benchmarks.add(
    "observation tracked read", floor: "observation tracked read: standard", goal: .atMost(0.5),
    count: count
  ) { count in
    let model = makeOurs()
    withTracking {
      for _ in 0..<count {
        blackHole(model.a)
      }
    } onChange: {
    }
  }
  benchmarks.add("observation track and fire: standard", count: count) { count in
    let model = makeStandard()
    for index in 1...count {
      withObservationTracking {
        blackHole(model.a)
      } onChange: {
      }
      model.a = index
    }
  }
  benchmarks.add(
    "observation track and fire", floor: "observation track and fire: standard", goal: .atMost(0.5),
    count: count
  ) { count in
    let model = makeOurs()
    for index in 1...count {
      withTracking {
        blackHole(model.a)
      } onChange: {
      }
      model.a = index
    }
  }
  benchmarks.add(
    "observation effect re-run", floor: "observation track and fire: standard",
    goal: .atMost(0.25), count: count
  ) { count in
    // The closest that the standard library has is to register anew after each change.
    let model = makeOurs()
    let token = observe { blackHole(model.a) }
    for index in 1...count { model.a = index }
    token.cancel()
  }
  benchmarks.add(
    "observation allocations in 1,000 changes of 1 memo and 10 effects", unit: .allocations,
    goal: .plus(0), sampleLimit: 1
  ) {
    let model = makeOurs()
    let memo = Memo { model.a * 2 + model.b }
    let effects = (0..<10).map { _ in observe { blackHole(memo.value) } }
    for index in 1...100 { model.a = index }
    let count = Allocations.count { for index in 101...1_100 { model.a = index } }
    for effect in effects { effect.cancel() }
    return Double(count)
  }
}

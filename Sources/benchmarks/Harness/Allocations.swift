internal import CAllocations

/// What a piece of code allocates.
enum Allocations {
  /// How many blocks a body allocates.
  static func count(in body: () -> Void) -> Int {
    allocations_begin()
    body()
    return Int(allocations_end().blocks)
  }

  /// How many bytes of the heap one object takes, with what it alone holds.
  static func bytes(perObject make: () -> AnyObject) -> Double {
    let count = 1_000
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    blackHole(make())
    allocations_begin()
    for _ in 0..<count { objects.append(make()) }
    let taken = allocations_end().bytes
    blackHole(objects)
    return Double(taken) / Double(count)
  }
}

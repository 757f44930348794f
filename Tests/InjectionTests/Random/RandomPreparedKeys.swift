import Injection

// The asynchronous services of the random programs.

/// Prepares a key and reads it.
func preparedRandom(_ name: RandomName) async -> RandomNode {
  do {
    try await prepareRandom(name)
    return readRandom(name)
  } catch {
    return RandomNode("\(error)")
  }
}

func prepareRandom(_ name: RandomName) async throws {
  switch name {
  case .pool: try await InjectedValues.prepare(RandomPoolKey.self)
  case .cache: try await InjectedValues.prepare(RandomCacheKey.self)
  case .index: try await InjectedValues.prepare(RandomIndexKey.self)
  case .member: try await InjectedValues.prepare(RandomMemberKey.self)
  default: preconditionFailure("Other keys are not prepared.")
  }
}

/// Builds what has to be prepared, when what it needs is.
private func buildPrepared(_ name: RandomName, _ opened: RandomNode? = nil) -> RandomNode {
  let texts = (opened.map { [$0] } ?? []) + name.reads.map { readRandom($0) }
  return RandomNode("\(name)(\(texts.map(\.text).joined(separator: ",")))", in: .current)
}

/// A key that is prepared in tests as it would be live, and in previews is built at once.
protocol RandomPreparedKey: AsyncInjectedKey where Value == RandomNode {
  static var name: RandomName { get }
}

extension RandomPreparedKey {
  static func liveValue() async throws -> RandomNode { try await testValue() }
  static var previewValue: RandomNode { buildPrepared(name) }
}

enum RandomPoolKey: RandomPreparedKey {
  static func testValue() async throws -> RandomNode {
    await Task.yield()
    return buildPrepared(.pool)
  }
  static var name: RandomName { .pool }
}

enum RandomCacheKey: RandomPreparedKey {
  static func testValue() async throws -> RandomNode {
    try await InjectedValues.prepare(RandomPoolKey.self)
    return buildPrepared(.cache)
  }
  static var name: RandomName { .cache }
}

/// Prepares in a scope that it opens, and beside itself.
enum RandomIndexKey: RandomPreparedKey {
  static var name: RandomName { .index }
  static func testValue() async throws -> RandomNode {
    let opened = try await withInjectedValues {
      $0[RandomLeafBKey.self] = RandomNode("opened")
    } operation: {
      try await InjectedValues.prepare(RandomCacheKey.self)
      return readRandom(.cache)
    }
    async let pool: Void = InjectedValues.prepare(RandomPoolKey.self)
    async let both: Void = InjectedValues.prepare(RandomCacheKey.self, RandomPoolKey.self)
    _ = try await (pool, both)
    return buildPrepared(.index, opened)
  }
  static var previewValue: RandomNode {
    let opened = withInjectedValues {
      $0[RandomLeafBKey.self] = RandomNode("opened")
    } operation: {
      readRandom(.cache)
    }
    return buildPrepared(.index, opened)
  }
}

enum RandomMemberKey: RandomPreparedKey {
  static func testValue() async throws -> RandomNode {
    try await InjectedValues.prepare(RandomCacheKey.self)
    return buildPrepared(.member)
  }
  static var name: RandomName { .member }
  static var lifetime: InjectedLifetime { .session }
}

import ModelObservation
import TestSupport

/// What a view of a random tree shows, as a model.
@MainActor final class RandomPiece: ObservableModel {
  enum Kind: CaseIterable {
    case stack, condition, any, identity, list, model, tabs, sheet, navigation
  }

  struct Services: Equatable {
    var word: String?
    var limit: Int?
  }

  struct Shape: Equatable {
    var kind = Kind.stack
    var flag = false
    var version = 0
    var path: [Int] = []
    var selection = 0
  }

  /// The same as a value.
  struct Desc: Equatable {
    @MainActor fileprivate static var lastID = 0

    let id: Int
    var services = Services()
    var shape = Shape()
    var children: [Desc] = []
  }

  /// A change of one part of a piece; those of services come first, as a model keeps what it was made with.
  enum Change {
    case services(Int, Services)
    case shape(Int, Shape)
    case children(Int, [Desc])

    var id: Int {
      switch self {
      case .services(let id, _), .shape(let id, _), .children(let id, _): id
      }
    }

    var isOfServices: Bool { if case .services = self { true } else { false } }
  }

  /// A piece in one of the two forms.
  enum Source: @MainActor Identifiable {
    case value(Desc)
    case object(RandomPiece)

    @MainActor var id: Int {
      switch self {
      case .value(let desc): desc.id
      case .object(let piece): piece.id
      }
    }
    @MainActor var services: Services {
      switch self {
      case .value(let desc): desc.services
      case .object(let piece): piece.services
      }
    }
    @MainActor var shape: Shape {
      switch self {
      case .value(let desc): desc.shape
      case .object(let piece): piece.shape
      }
    }
    @MainActor var children: [Source] {
      switch self {
      case .value(let desc): desc.children.map { .value($0) }
      case .object(let piece): piece.children.map { .object($0) }
      }
    }
  }

  let id: Int
  @Observed private var services: Services
  @Observed private var shape: Shape
  @Observed private var children: [RandomPiece]

  init(_ desc: Desc) {
    id = desc.id
    services = desc.services
    shape = desc.shape
    children = desc.children.map { RandomPiece($0) }
  }

  var desc: Desc {
    Desc(id: id, services: services, shape: shape, children: children.map(\.desc))
  }

  func apply(_ change: Change) {
    guard id == change.id else {
      for child in children { child.apply(change) }
      return
    }
    switch change {
    case .services(_, let services): self.services = services
    case .shape(_, let shape): self.shape = shape
    case .children(_, let new):
      let known = Dictionary(uniqueKeysWithValues: children.map { ($0.id, $0) })
      children = new.map { known[$0.id] ?? RandomPiece($0) }
    }
  }
}

extension RandomPiece.Desc {
  var all: [Self] { [self] + children.flatMap(\.all) }

  mutating func apply(_ change: RandomPiece.Change) {
    guard id == change.id else {
      for index in children.indices { children[index].apply(change) }
      return
    }
    switch change {
    case .services(_, let services): self.services = services
    case .shape(_, let shape): self.shape = shape
    case .children(_, let new):
      let known = Dictionary(uniqueKeysWithValues: children.map { ($0.id, $0) })
      children = new.map { known[$0.id] ?? $0 }
    }
  }

  // MARK: Random values

  @MainActor static func random(depth: Int, using random: inout SplitMix) -> Self {
    lastID += 1
    var desc = Self(id: lastID)
    desc.shape.kind = RandomPiece.Kind.allCases.randomElement(using: &random) ?? .stack
    if Bool.random(using: &random) { desc.services = desc.services.changed(using: &random) }
    guard depth > 0 else { return desc }
    desc.children = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
      Self.random(depth: depth - 1, using: &random)
    }
    return desc
  }

  /// Some changes, at most one of each part of a piece.
  @MainActor func changes(using random: inout SplitMix) -> [RandomPiece.Change] {
    var changes: [RandomPiece.Change] = []
    for desc in all.shuffled(using: &random).prefix(2) {
      changes.append(.services(desc.id, desc.services.changed(using: &random)))
    }
    for desc in all.shuffled(using: &random).prefix(2) {
      changes.append(.shape(desc.id, desc.changedShape(using: &random)))
    }
    guard let desc = all.randomElement(using: &random) else { return changes }
    var children = desc.children
    switch Int.random(in: 0..<4, using: &random) {
    case 0: children.insert(.random(depth: 1, using: &random), at: 0)
    case 1: children.append(.random(depth: 1, using: &random))
    case 2 where !children.isEmpty: children.removeFirst()
    default: children.shuffle(using: &random)
    }
    changes.append(.children(desc.id, children))
    return changes
  }

  private func changedShape(using random: inout SplitMix) -> RandomPiece.Shape {
    var shape = shape
    switch Int.random(in: 0..<5, using: &random) {
    case 0: shape.kind = RandomPiece.Kind.allCases.randomElement(using: &random) ?? .stack
    case 1: shape.flag.toggle()
    case 2: shape.version += 1
    case 3: shape.path = (0..<Int.random(in: 0..<3, using: &random)).map { $0 % 2 }
    default: shape.selection = children.randomElement(using: &random)?.id ?? 0
    }
    return shape
  }
}

extension RandomPiece.Services {
  func changed(using random: inout SplitMix) -> Self {
    var services = self
    if Bool.random(using: &random) {
      services.word = [nil, "a", "b", "c"].randomElement(using: &random) ?? nil
    } else {
      services.limit = [nil, 1, 2].randomElement(using: &random) ?? nil
    }
    return services
  }
}

/// Which bodies ran, how often, and what each run was caused by.
///
/// ```swift
/// host.resetEvaluations()
/// model.name = "Grace"
/// #expect(host.evaluations.counts == ["ProfileHeader": 1])
/// ```
public struct Evaluations: Sendable, CustomStringConvertible {
  /// One run of one body.
  public struct Evaluation: Sendable {
    private let place: BodyPlace
    private let places: [BodyPlace.Index: BodyPlace]
    /// Why it ran; several causes where several things changed before it did.
    public let causes: [EvaluationCause]

    init(_ record: EvaluationRecord, _ places: [BodyPlace.Index: BodyPlace]) {
      place = record.place
      self.places = places
      causes = record.causes
    }

    /// The name of the view's type.
    public var view: String { place.name }

    var type: ObjectIdentifier { place.type }

    /// The names of the views with a body from the root to this one.
    ///
    /// - Complexity: O(*d*), where *d* is the number of these views.
    public var path: String { places.path(to: place) }
  }

  /// The runs, in order.
  public let all: [Evaluation]

  /// How many bodies ran.
  public var total: Int { all.count }

  /// How often bodies of each type ran, by the type's name.
  ///
  /// - Complexity: O(*n*), where *n* is the number of runs.
  public var counts: [String: Int] {
    all.reduce(into: [:]) { $0[$1.view, default: 0] += 1 }
  }

  /// How often bodies of a type ran.
  ///
  /// - Parameter view: The name of the type, with its generic arguments: `Card<Text>`.
  /// - Complexity: O(*n*), where *n* is the number of runs.
  public subscript(view: String) -> Int { all.count { $0.view == view } }

  /// How often bodies of a type ran.
  ///
  /// - Parameter view: The type itself, where another module, type or function has one of its name.
  /// - Complexity: O(*n*), where *n* is the number of runs.
  public subscript<V>(view: V.Type) -> Int { all.count { $0.type == ObjectIdentifier(view) } }

  /// Gives what bodies of a type ran for, in order.
  ///
  /// - Parameter view: The name of the type, with its generic arguments: `Card<Text>`.
  /// - Returns: The causes of all runs, one after another; none where no body ran.
  /// - Complexity: O(*n*), where *n* is the number of runs and their causes.
  public func causes(of view: String) -> [EvaluationCause] {
    all.filter { $0.view == view }.flatMap(\.causes)
  }

  /// A line for each run: the path, and why.
  public var description: String {
    all.map { "\($0.path): \($0.causes.map(\.description).joined(separator: ", "))" }
      .joined(separator: "\n")
  }
}

struct EvaluationRecord {
  let place: BodyPlace
  let causes: [EvaluationCause]
}

/// A node with a body, as reports name it.
///
/// A tree lists the places of its nodes and of all evaluations, each linked to the place above: so a
/// report can name a view that has left the tree, and an evaluation costs no more deep in the tree.
struct BodyPlace: Sendable {
  typealias Index = ViewNode.ID

  let name: String
  let type: ObjectIdentifier
  /// The nearest place above.
  let parent: Index?
}

extension [BodyPlace.Index: BodyPlace] {
  func path(to place: BodyPlace) -> String {
    var names = [place.name]
    var next = place.parent
    while let index = next, let place = self[index] {
      names.append(place.name)
      next = place.parent
    }
    return names.reversed().joined(separator: " > ")
  }
}

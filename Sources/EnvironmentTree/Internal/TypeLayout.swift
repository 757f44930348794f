import ModelObservation
import Synchronization

/// A type of this library's whose stored properties may contain wrappers without being wrappers.
protocol PropertyHolder {}

/// Where the stored properties of a type lie, found by the runtime's reflection, once for each type.
///
/// The tree ties each wrapper in its own copy of a view to a node. A box that all copies of a view
/// share could not tell two places of the same view apart.
///
/// Unchecked, because a metatype of an unknown type is not Sendable; nothing changes after `init`.
final class TypeLayout: @unchecked Sendable {
  /// A wrapper among the stored properties, or among those of a wrapper.
  struct Property {
    let name: String
    let type: any DynamicProperty.Type
    let offset: Int
  }

  let name: String
  let fields: [StoredField]
  /// Inner wrappers stand before those that contain them, as their `update()` has to run first.
  let properties: [Property]

  private init(_ type: Any.Type) {
    var properties: [Property] = []
    fields = [.structure, .tuple].contains(Kind(type)) ? StoredField.all(of: type) : []
    for field in fields {
      let property = field.type as? any DynamicProperty.Type
      guard property != nil || type is any PropertyHolder.Type else { continue }
      for inner in TypeLayout.of(field.type).properties {
        properties.append(
          Property(
            name: "\(field.name).\(inner.name)", type: inner.type,
            offset: field.offset + inner.offset))
      }
      guard let property else { continue }
      properties.append(Property(name: field.name, type: property, offset: field.offset))
    }
    name = String(describing: type)
    self.properties = properties
  }

  private static let known = Mutex<[ObjectIdentifier: TypeLayout]>([:])

  static func of(_ type: Any.Type) -> TypeLayout {
    let key = ObjectIdentifier(type)
    if let layout = known.withLock({ $0[key] }) { return layout }
    let layout = TypeLayout(type)
    known.withLock { $0[key] = layout }
    return layout
  }

  /// The kinds of type that matter here, by the number that the runtime's metadata begins with.
  enum Kind {
    case structure, optional, enumeration, tuple, existential, other

    init(_ type: Any.Type) {
      switch unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee {
      case 0x200: self = .structure
      case 0x201: self = .enumeration
      case 0x202: self = .optional
      case 0x301: self = .tuple
      case 0x303: self = .existential
      default: self = .other
      }
    }
  }
}

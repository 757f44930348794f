import Foundation

/// A value that decides itself whether another one, of other bytes, stands for the same.
protocol Equivalent {
  func isEquivalent(to other: Self) -> Bool
}

/// Whether two values are the same as far as the tree can tell.
///
/// Equal bytes are the same value. Otherwise objects differ, Equatable values are compared with
/// `==`, and other values property by property. Plain data is compared property by property also
/// where it is Equatable, as SwiftUI does: a `==` that leaves something out is for `.equatable()`.
/// What cannot be looked into (a closure that captures, an array of what is not Equatable) counts as
/// different, so that an update may be made in vain, but none is missed.
func areEquivalent<T>(_ a: T, _ b: T) -> Bool {
  withUnsafePointer(to: a) { a in
    withUnsafePointer(to: b) { b in areEquivalent(a, b, T.self) }
  }
}

private func areEquivalent<T>(_ a: UnsafePointer<T>, _ b: UnsafePointer<T>, _ type: T.Type) -> Bool
{
  if haveEqualBytes(a, b) { return true }
  if type is AnyObject.Type { return false }
  if let type = type as? any Equivalent.Type { return compareAsEquivalent(a, b, type) }
  let kind = TypeLayout.Kind(type)
  // The `==` of an optional would compare an object in it by the object's `==`, and not by identity.
  if kind != .optional, !_isPOD(type), let type = type as? any Equatable.Type {
    return compareAsEquatable(a, b, type)
  }
  switch kind {
  case .structure, .tuple:
    let fields = TypeLayout.of(type).fields
    return !fields.isEmpty
      && fields.allSatisfy { field in
        func compare<F>(_ type: F.Type) -> Bool {
          let first = UnsafeRawPointer(a).advanced(by: field.offset)
          let second = UnsafeRawPointer(b).advanced(by: field.offset)
          // A weak reference's bytes are not those of its type.
          guard field.isStrong else { return haveEqualBytes(first, second, MemoryLayout<F>.size) }
          return areEquivalent(
            first.assumingMemoryBound(to: type), second.assumingMemoryBound(to: type), type)
        }
        return _openExistential(field.type, do: compare)
      }
  // A mirror of its own may show something else than the value holds.
  case .enumeration where type is any CustomReflectable.Type:
    return false
  case .optional, .enumeration:
    let first = Mirror(reflecting: a.pointee).children.first
    let second = Mirror(reflecting: b.pointee).children.first
    // A mirror does not tell cases without a payload apart; an optional has only one, which is nil.
    if first == nil, second == nil { return kind == .optional }
    guard let first, let second, first.label == second.label else { return false }
    return areEquivalentAny(first.value, second.value)
  case .existential:
    return areEquivalentAny(a.pointee as Any, b.pointee as Any)
  case .other:
    return false
  }
}

// The `==` of a collection would compare objects in it by their `==`, and not by identity.
extension Array: Equivalent {
  func isEquivalent(to other: Self) -> Bool {
    Element.self is any Equatable.Type && count == other.count
      && zip(self, other).allSatisfy { areEquivalent($0, $1) }
  }
}

extension Dictionary: Equivalent {
  func isEquivalent(to other: Self) -> Bool {
    Value.self is any Equatable.Type && count == other.count
      && allSatisfy { key, value in
        other.index(forKey: key).map {
          areEquivalent(key, other[$0].key) && areEquivalent(value, other[$0].value)
        } ?? false
      }
  }
}

extension Set: Equivalent {
  func isEquivalent(to other: Self) -> Bool {
    count == other.count
      && allSatisfy { element in
        other.firstIndex(of: element).map { areEquivalent(element, other[$0]) } ?? false
      }
  }
}

private func areEquivalentAny(_ a: Any, _ b: Any) -> Bool {
  // Opens the type. Opening the value may give the type of a protocol in place of the type of what is inside.
  func compare<T>(_ type: T.Type) -> Bool {
    guard let a = a as? T, let b = b as? T else { return false }
    return areEquivalent(a, b)
  }
  return type(of: a) == type(of: b) && _openExistential(type(of: a), do: compare)
}

private func compareAsEquivalent<T, E: Equivalent>(
  _ a: UnsafePointer<T>, _ b: UnsafePointer<T>, _ type: E.Type
) -> Bool {
  // `E` is `T`, opened.
  UnsafeRawPointer(a).assumingMemoryBound(to: E.self).pointee.isEquivalent(
    to: UnsafeRawPointer(b).assumingMemoryBound(to: E.self).pointee)
}

private func compareAsEquatable<T, E: Equatable>(
  _ a: UnsafePointer<T>, _ b: UnsafePointer<T>, _ type: E.Type
) -> Bool {
  // `E` is `T`, opened.
  UnsafeRawPointer(a).assumingMemoryBound(to: E.self).pointee
    == UnsafeRawPointer(b).assumingMemoryBound(to: E.self).pointee
}

private func haveEqualBytes<T>(_ a: UnsafePointer<T>, _ b: UnsafePointer<T>) -> Bool {
  haveEqualBytes(UnsafeRawPointer(a), UnsafeRawPointer(b), MemoryLayout<T>.size)
}

private func haveEqualBytes(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ size: Int) -> Bool {
  memcmp(a, b, size) == 0
}

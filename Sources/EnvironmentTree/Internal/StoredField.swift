/// A stored property of a type, found by the runtime's reflection.
struct StoredField {
  /// The name of the property that is stored here, wrapped or not.
  let name: String
  let type: Any.Type
  let offset: Int
  let isStrong: Bool

  private init(_ type: Any.Type, _ index: Int) {
    var metadata = FieldMetadata()
    self.type = fieldType(type, index: index, metadata: &metadata)
    let stored = metadata.name.map { String(cString: $0) } ?? ""
    metadata.freeName?(metadata.name)
    // The storage of a wrapped property is `_first`.
    name = stored.hasPrefix("_") ? String(stored.dropFirst()) : stored
    offset = fieldOffset(type, index: index)
    isStrong = metadata.isStrong
  }

  /// Gives the stored properties of a type; those of a class begin with its superclass's.
  static func all(of type: Any.Type) -> [StoredField] {
    (0..<fieldCount(type)).map { StoredField(type, $0) }
  }
}

// The entry points that the standard library's Mirror is built on.

private struct FieldMetadata {
  let name: UnsafePointer<CChar>? = nil
  let freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)? = nil
  let isStrong = false
  let isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: Any.Type, index: Int, metadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

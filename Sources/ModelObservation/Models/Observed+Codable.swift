extension Observed: Encodable where Value: Encodable {
  /// Encodes the value alone, as the encoder encodes a plain property of its type.
  ///
  /// Encoding reads the property without recording it.
  ///
  /// - Parameter encoder: Where to encode it.
  /// - Throws: What the value's own encoding throws.
  public func encode(to encoder: any Encoder) throws {
    // By a container, which knows the types that the encoder treats in a way of its own.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Observed: Decodable where Value: Decodable {
  /// Decodes the value alone, as the decoder decodes a plain property of its type.
  ///
  /// - Parameter decoder: Where to decode it from.
  /// - Throws: What the value's own decoding throws.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes an optional property, as nil where its key is missing.
  ///
  /// Synthesised conformances pick this overload, which is what makes `@Observed var name: String?`
  /// as forgiving as a plain optional property.
  ///
  /// - Parameters:
  ///   - type: The property's type.
  ///   - key: The property's key.
  /// - Returns: The property; nil as well where the key has a null.
  /// - Throws: An error if there is a value that is not a `Wrapped`.
  public func decode<Wrapped: Decodable>(
    _ type: Observed<Wrapped?>.Type, forKey key: Key
  ) throws -> Observed<Wrapped?> {
    Observed(wrappedValue: try decodeIfPresent(Wrapped.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional property, and leaves its key out where it is nil.
  ///
  /// Encoding reads the property without recording it.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - key: The property's key.
  /// - Throws: What the value's own encoding throws.
  public mutating func encode<Wrapped: Encodable>(
    _ property: Observed<Wrapped?>, forKey key: Key
  ) throws {
    try encodeIfPresent(property.value, forKey: key)
  }
}

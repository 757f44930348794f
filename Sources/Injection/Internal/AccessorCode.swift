/// An accessor that captures nothing, in one word.
///
/// A closure is two words: the address of its code, and a reference to what it captures. Where the
/// second is null, as in a closure that a key path literal has become, the first says all; it is not
/// counted when it is copied, and holds nothing.
@usableFromInline
struct AccessorCode<Value>: Sendable {
  /// A closure as it is stored: in a structure, so that casting does not convert it.
  @usableFromInline
  struct Closure: Sendable {
    @usableFromInline let call: @Sendable (InjectedValues) -> Value

    @inlinable
    init(_ call: @escaping @Sendable (InjectedValues) -> Value) { self.call = call }
  }

  /// The two words of a closure.
  ///
  /// A cast between the two traps unless they are of one size. Should the words be the other way
  /// round, no closure seems to be without captures.
  @usableFromInline
  struct Words {
    @usableFromInline let code: UInt
    @usableFromInline let captures: UInt

    @inlinable
    init(code: UInt, captures: UInt) {
      self.code = code
      self.captures = captures
    }
  }

  @usableFromInline let code: UInt

  /// Takes the code out of a closure, unless it captures something.
  @inlinable @inline(__always)
  init(_ accessor: @escaping @Sendable (InjectedValues) -> Value) {
    let words = unsafeBitCast(Closure(accessor), to: Words.self)
    code = words.captures == 0 ? words.code : 0
  }

  /// Whether the code is all there is of the accessor; it may be called only then.
  @inlinable
  var isComplete: Bool { code != 0 }

  /// Calls the closure, put together again of the same two words.
  @inlinable @inline(__always)
  func callAsFunction(_ values: InjectedValues) -> Value {
    unsafeBitCast(Words(code: code, captures: 0), to: Closure.self).call(values)
  }
}

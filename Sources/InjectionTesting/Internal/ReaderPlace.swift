#if DEBUG && os(Linux) && canImport(Glibc) && canImport(Runtime)
  internal import Glibc
  internal import Injection
  internal import Runtime

  /// Where the code stands that has read something.
  ///
  /// A read is told no place: a key path hands on no default argument, and one beside it would cost every
  /// read. So it is looked for on the stack, of whoever is about to record an issue.
  package enum ReaderPlace {
    private static let known = Guarded<[[Backtrace.Address]: String?]>([:])
    /// Whose functions are not the reader's, nor are properties that others add to their types.
    private static let own: Set<Substring> = [
      "Injection", "InjectionEssentials", "InjectionNetworking", "InjectionTesting",
      "InjectionTestingClocks", "InjectionTree",
    ]

    /// The nearest line on the stack that is not the container's; `nil` where none is known.
    package static var current: String? {
      guard let stack = try? Backtrace.capture(limit: 256, top: 0) else { return nil }
      let addresses = stack.frames.map(\.originalProgramCounter)
      if let known = known.withLock({ $0[addresses] }) { return known }
      let place = stack.symbolicated()?.frames.lazy.compactMap(place).first
      known.withLock { $0[addresses] = .some(place) }
      return place
    }

    private static func place(of frame: SymbolicatedBacktrace.Frame) -> String? {
      guard let symbol = frame.symbol, let location = symbol.sourceLocation, location.line > 0,
        let module = module(of: symbol.rawName), !own.contains(module),
        let file = location.path.split(separator: "/").last, !file.hasPrefix("@__swiftmacro")
      else { return nil }
      return "\(module)/\(file):\(location.line)"
    }

    /// The module of a Swift symbol: it begins with the length of its name.
    private static func module(of symbol: String) -> Substring? {
      guard symbol.hasPrefix("$s") else { return nil }
      let digits = symbol.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
      guard let length = Int(digits) else { return nil }
      return symbol.dropFirst(2 + digits.count).prefix(length)
    }
  }
#else
  /// Where the code stands that has read something: nothing is known of it.
  package enum ReaderPlace {
    package static var current: String? { nil }
  }
#endif

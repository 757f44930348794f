/// A colour, which can be named and compared, but not seen.
public nonisolated struct Color: Hashable, Sendable {
  private let name: String

  /// Creates a colour of the app's.
  ///
  /// - Parameter name: Its name, which nothing looks up. Colours of one name are equal, those below
  ///   included.
  public init(_ name: String) {
    self.name = name
  }

  /// Red.
  public static let red = Color("red")
  /// Orange.
  public static let orange = Color("orange")
  /// Yellow.
  public static let yellow = Color("yellow")
  /// Green.
  public static let green = Color("green")
  /// Blue.
  public static let blue = Color("blue")
  /// Purple.
  public static let purple = Color("purple")
  /// Pink.
  public static let pink = Color("pink")
  /// Gray.
  public static let gray = Color("gray")
  /// Black.
  public static let black = Color("black")
  /// White.
  public static let white = Color("white")
  /// Primary.
  public static let primary = Color("primary")
  /// Secondary.
  public static let secondary = Color("secondary")
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  /// The colour of what can be tapped.
  public static let accentColor = Color("accentColor")
  /// Mint.
  public static let mint = Color("mint")
  /// Teal.
  public static let teal = Color("teal")
  /// Cyan.
  public static let cyan = Color("cyan")
  /// Indigo.
  public static let indigo = Color("indigo")
  /// Brown.
  public static let brown = Color("brown")
  /// Clear.
  public static let clear = Color("clear")
}

extension Color: View, UnnamedView, ShapeStyle {
  /// The colour, less opaque: another one.
  ///
  /// - Parameter opacity: Ignored.
  /// - Returns: This colour.
  public nonisolated func opacity(_ opacity: Double) -> Color { self }
}

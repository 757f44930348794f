extension String {
  /// The text on one line, with a space for each run of line breaks and other control characters.
  ///
  /// Text from outside (a file's name, a field of its data) goes through this before it is printed,
  /// so that it neither breaks a line or a table, nor reaches the terminal as an escape sequence.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var onOneLine: String {
    let isControl: (Character) -> Bool = { character in
      character.unicodeScalars.contains { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      }
    }
    return split(whereSeparator: isControl).joined(separator: " ")
  }
}

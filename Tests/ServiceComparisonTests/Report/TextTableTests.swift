import ServiceComparison
import Testing

@Suite("Tables of text")
struct TextTableTests {
  @Test("Columns line up, and no line ends in spaces")
  func layout() {
    let table = TextTable(header: ["a", "long title"], rows: [["one", "1"], ["x", ""]])
    #expect(
      table.text == """
        a    long title
        ---  ----------
        one  1
        x
        """)
  }

  @Test("A short row has empty cells, also in the middle of others")
  func shortRows() {
    let table = TextTable(header: ["a", "b", "c"], rows: [["1"], ["1", "", "3"]])
    #expect(
      table.text == """
        a  b  c
        -  -  -
        1
        1     3
        """)
  }

  @Test("A table without rows is its titles and the rule")
  func noRows() {
    #expect(TextTable(header: ["a", "bc"], rows: []).text == "a  bc\n-  --")
  }

  @Test("Cells are broken between words where a table is too wide")
  func broken() {
    let table = TextTable(
      header: ["a", "what it is"], rows: [["one two", "three four"], ["x", "y"]])
    #expect(table.text(width: 19) == table.text)
    #expect(
      table.text(width: 17) == """
        a        what it
                 is
        -------  --------
        one two  three
                 four
        x        y
        """)
    #expect(
      table.text(width: 10) == """
        a    what
             it is
        ---  -----
        one  three
        two  four
        x    y
        """)
  }

  @Test("Rows are paragraphs where the columns have not the room for a word")
  func paragraphs() {
    let table = TextTable(
      header: ["a", "what", "b"], rows: [["one two", "a verylongword", ""], ["x", "y", "z"]])
    #expect(
      table.text(width: 18) == """
        one two
          what: a
          verylongword
        x
          what: y
          b: z
        """)
    for line in table.text(width: 9).split(separator: "\n") {
      #expect(String(line).displayWidth <= 9, "\(line)")
    }
  }

  @Test("Wide characters count twice, accents not at all")
  func widths() {
    #expect("경복궁".displayWidth == 6)
    #expect("🚀🪐".displayWidth == 4)
    #expect("Família".displayWidth == 7)
    #expect("Fami\u{301}lia".displayWidth == 7)
    let table = TextTable(header: ["ab", "c"], rows: [["궁", "1"], ["é", "2"]])
    #expect(table.text == "ab  c\n--  -\n궁  1\né   2")
  }

  @Test("The beginning of a text that fits so many columns breaks no wide character")
  func beginning() {
    #expect("경복궁".prefix(columns: 5) == "경복")
    #expect("경복궁".prefix(columns: 6) == "경복궁")
    #expect("1 of 2: 궁".prefix(columns: 9) == "1 of 2: ")
    #expect("abc".prefix(columns: 0) == "")
  }

  @Test("Line breaks and escape sequences do not reach the terminal")
  func control() {
    let table = TextTable(header: ["a", "b"], rows: [["1\n2", "\u{1B}[31mred"]])
    #expect(table.text == "a    b\n---  -------\n1 2  [31mred")
  }

  @Test(
    "A text is put on one line",
    arguments: [
      ("", ""), ("a b", "a b"), ("a\nb", "a b"), ("a\r\n\tb", "a b"), ("\na\n", "a"),
      ("a\u{2028}b", "a b"), ("a\u{9B}b", "a b"),
    ])
  func oneLine(text: String, expected: String) {
    #expect(text.onOneLine == expected)
  }
}

import ExpectationSupport
import Testing

@testable import TerminalKit

struct TextFieldTests {
  private func typed(_ text: String, prompt: String = "/ ") -> TextField {
    let field = TextField(prompt: prompt, placeholder: "search")
    for character in text { field.handle(.character(character)) }
    return field
  }

  private func line(_ field: TextField, columns: Int) -> String {
    framed(columns: columns) { field.draw(on: &$0, in: $0.bounds) }
  }

  /// The columns in reverse.
  private func reversed(_ field: TextField) -> [Int] {
    var surface = Surface(size: Size(columns: 20, rows: 1))
    field.draw(on: &surface, in: surface.bounds)
    return (0..<20).filter { surface[$0, 0].style.attributes.contains(.reverse) }
  }

  @Test func `an empty field shows its placeholder and the cursor before it`() {
    let field = typed("")

    expectEqual(line(field, columns: 10), "|/ search..|")
    expectEqual(field.cursor, Point(column: 2, row: 0))
  }

  @Test func `a long text scrolls so that the cursor stays in the field`() {
    let field = typed("lighthouse")

    expectEqual(line(field, columns: 8), "|/ house.|")
    expectEqual(field.cursor, Point(column: 7, row: 0))
    field.handle(.home)
    expectEqual(line(field, columns: 8), "|/ lighth|")
    expectEqual(field.cursor, Point(column: 2, row: 0))
    expectEqual(line(field, columns: 14), "|/ lighthouse..|")
    // Wide glyphs are never cut at either end.
    let wide = typed("日本語写真")
    expectEqual(line(wide, columns: 8), "|/ 写真..|")
    wide.handle(.home)
    expectEqual(line(wide, columns: 7), "|/ 日本.|")
  }

  @Test func `scrolling a text takes no longer if the text is long`() {
    let field = TextField(prompt: "/ ", maximumLength: 50_000)

    field.insert(String(repeating: "x", count: 49_999) + "y")

    // Counting it again at every step would take minutes.
    expectEqual(line(field, columns: 8), "|/ xxxxy.|")
  }

  @Test func `keys edit as in a shell`() {
    let field = typed("red barn at dusk")
    var history: [String] = []
    field.onChange = { history.append($0) }

    field.handle(.control("w"))
    field.handle(.backspace)
    field.handle(.home)
    field.handle(Key(.delete))
    field.handle(.right)
    field.handle(.character("X"))
    field.handle(.control("k"))
    field.handle(.control("u"))
    field.handle(.backspace)

    expectEqual(history, ["red barn at ", "red barn at", "ed barn at", "eXd barn at", "eX", ""])
  }

  @Test func `a mark joins the preceding cluster and is deleted with it`() {
    let field = typed("ae")
    field.handle(.left)

    field.handle(.character("\u{301}"))
    #expect(field.text == "a\u{301}e" && field.cursorIndex == 1)
    field.handle(.backspace)
    expectEqual(field.text, "e")
  }

  @Test func `controls, commands and text beyond the limit are not typed`() {
    let field = TextField(maximumLength: 3)

    let used = [
      field.handle(.character("\u{1B}")), field.handle(.enter), field.handle(.escape),
      field.handle(Key(.character("x"), modifiers: .alt)), field.handle(.control("q")),
    ]
    for character in "abcdef" { field.handle(.character(character)) }

    expectEqual(used, [false, false, false, false, false])
    expectEqual(field.text, "abc")
    field.text = "\u{1B}[31mlong"
    expectEqual(field.text, "[31")
  }

  @Test(arguments: [
    Key.character("x"), .space, .left, .end, .backspace, Key(.delete), .control("w"), .enter,
    .escape,
    .up, .tab, .control("q"), .character("\u{1B}"), Key(.character("x"), modifiers: .alt),
  ])
  func `a key that edits is one that is used, and asking does nothing`(_ key: Key) {
    let field = typed("red barn")

    let edits = field.edits(key)
    #expect(field.text == "red barn" && field.cursorIndex == 8)

    expectEqual(field.handle(key), edits)
  }

  @Test func `text is inserted at the cursor in one step, on one line, as far as it fits`() {
    let field = TextField(maximumLength: 12)
    var history: [String] = []
    field.text = "ab"
    field.handle(.left)
    field.onChange = { history.append($0) }

    field.insert("1\n2\t3\u{7}\u{1B}")
    field.insert("")
    field.insert("\u{7}")
    field.insert("日本語日本語日本語")

    expectEqual(history, ["a1 2 3b", "a1 2 3日本語日本b"])
    expectEqual(field.cursorIndex, 11)
  }

  @Test(arguments: [(-1, "xa👩‍👩‍👧c"), (0, "xa👩‍👩‍👧c"), (2, "xc"), (3, "x"), (9, "x")])
  func `what is typed replaces a proposal, which ends at the cursor`(
    _ cursor: Int, _ expected: String
  ) {
    let field = TextField()

    field.propose("a👩‍👩‍👧c", cursor: cursor)
    field.handle(.character("x"))

    expectEqual(field.text, expected)
    expectEqual(field.cursorIndex, 1)
    field.handle(.character("y"))
    #expect(field.text.hasPrefix("xy"))
  }

  @Test(arguments: [
    (Key.left, "/a/xb"), (.right, "/a/bx"), (.home, "x/a/b"), (.end, "/a/bx"),
    (.control("e"), "/a/bx"), (.control("a"), "x/a/b"), (.backspace, "/a/x"),
    (.control("u"), "x"),
  ])
  func `a key that edits takes a proposal over`(_ key: Key, _ expected: String) {
    let field = TextField()
    field.propose("/a/b", cursor: 4)

    field.handle(key)
    field.handle(.character("x"))

    expectEqual(field.text, expected)
    #expect(!field.isProposal)
  }

  @Test func `pasted text replaces a proposal, and a key that is not used leaves it`() {
    let field = TextField()
    field.propose("/a/b", cursor: 4)

    field.handle(.enter)
    #expect(field.isProposal)
    field.insert("~/new")

    expectEqual(field.text, "~/new")
  }

  @Test func `a proposal is in reverse as far as it is replaced`() {
    let field = TextField(prompt: "Name: ")
    field.propose("lake.jpg", cursor: 4)

    // The cursor is behind it.
    expectEqual(reversed(field), Array(6...10))
  }

  @Test func `a hidden text is a dot for each character, and is still edited`() {
    let field = typed("a日b")
    field.isHidden = true

    expectEqual(line(field, columns: 8), "|/ •••...|")
    field.handle(.left)
    field.handle(.backspace)
    expectEqual(line(field, columns: 8), "|/ ••....|")
    expectEqual(field.cursor, Point(column: 3, row: 0))
    expectEqual(field.text, "ab")
  }

  @Test func `the cursor's cell is in reverse, also after the text and on a wide glyph`() {
    let field = typed("a日")

    expectEqual(reversed(field), [5])
    field.handle(.left)
    expectEqual(reversed(field), [3, 4])
    field.handle(.left)
    expectEqual(reversed(field), [2])
  }

  @Test func `a field draws whole glyphs in every width`() {
    for columns in 0...12 {
      let field = typed("a日b👩‍👩‍👧c", prompt: "検索 ")
      for _ in 0..<6 {
        var surface = Surface(size: Size(columns: columns, rows: 1))
        field.draw(on: &surface, in: surface.bounds)
        #expect(surface.isSound)
        if let cursor = field.cursor { #expect(cursor.column < columns) }
        field.handle(.left)
      }
    }
  }
}

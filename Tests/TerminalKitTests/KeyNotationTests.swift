import ExpectationSupport
import Testing

@testable import TerminalKit

struct KeyNotationTests {
  @Test(arguments: [
    ("x", Key.character("x")), ("X", .character("X")), ("ä", .character("ä")),
    ("-", .character("-")), ("space", .space), ("Enter", .enter), ("esc", .escape),
    ("pgdn", .pageDown), ("f5", Key(.function(5))), ("F12", Key(.function(12))),
    ("ctrl-u", .control("u")), ("Ctrl-U", .control("u")),
    ("alt-x", Key(.character("x"), modifiers: .alt)),
    ("alt-X", Key(.character("X"), modifiers: .alt)), ("shift-x", .character("X")),
    ("shift-tab", Key(.tab, modifiers: .shift)),
    ("ctrl-space", Key(.character(" "), modifiers: .control)),
    ("ctrl--", .control("-")), ("ctrl-alt-up", Key(.up, modifiers: [.control, .alt])),
  ])
  func `a name is a key`(_ notation: String, _ key: Key) throws {
    try expectEqual(Key(notation: notation), key)
    try expectEqual(Key(notation: key.notation), key)
  }

  @Test(arguments: ["", "xx", "f0", "f25", "ctrl-", "hyper-x", "shift-1", "\u{7}", "ctrl-alt-"])
  func `a text that is not a key is reported`(_ notation: String) {
    #expect(throws: KeyNotationError.unknown(notation)) { try Key(notation: notation) }
  }

  @Test(arguments: [
    ("ctrl-i", Key.tab), ("ctrl-m", .enter), ("ctrl-j", .enter), ("ctrl-h", .backspace),
    ("ctrl-[", .escape),
  ])
  func `a key that terminals cannot distinguish from another is reported`(
    _ notation: String, _ key: Key
  ) {
    #expect(throws: KeyNotationError.sameAs(notation, key)) { try Key(notation: notation) }
  }

  @Test func `a sequence consists of keys separated by spaces`() throws {
    let sequence = try KeySequence(notation: ", r")

    expectEqual(sequence.keys, [.character(","), .character("r")])
    expectEqual(sequence.notation, ", r")
    try expectEqual(KeySequence(notation: " g  g ").notation, "g g")
    #expect(try sequence.continues(KeySequence(notation: ",")))
    #expect(!sequence.continues(sequence))
    #expect(throws: KeyNotationError.unknown(" ")) { try KeySequence(notation: " ") }
  }
}

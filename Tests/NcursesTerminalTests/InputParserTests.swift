import ExpectationSupport
import TerminalKit
import TerminalTestSupport
import Testing

@testable import NcursesTerminal

struct InputParserTests {
  /// The meaning of each sequence; the tests below use all of them.
  static let sequences: [(bytes: String, inputs: [TerminalInput])] = {
    var sequences: [(String, [TerminalInput])] = [
      ("a", [.key(.character("a"))]), ("A", [.key(.character("A"))]), (" ", [.key(.space)]),
      ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]),
      ("\u{7F}", [.key(.backspace)]), ("\u{8}", [.key(.backspace)]),
      ("\u{0}", [.key(.control(" "))]), ("\u{3}", [.key(.control("c"))]),
      ("\u{1A}", [.key(.control("z"))]), ("\u{1C}", [.key(.control("\\"))]),
      ("ä", [.key(.character("ä"))]), ("日", [.key(.character("日"))]),
      ("😀", [.key(.character("😀"))]),
      ("\u{1B}x", [.key(Key(.character("x"), modifiers: .alt))]),
      ("\u{1B}ä", [.key(Key(.character("ä"), modifiers: .alt))]),
      ("\u{1B}\r", [.key(Key(.enter, modifiers: .alt))]),
      ("\u{1B}\u{1}", [.key(Key(.character("a"), modifiers: [.alt, .control]))]),
      ("\u{1B}[Z", [.key(Key(.tab, modifiers: .shift))]),
      ("\u{1B}OM", [.key(.enter)]), ("\u{1B}Oq", [.key(.character("1"))]),
      ("\u{1B}[[C", [.key(Key(.function(3)))]),
      ("\u{1B}[97;5u", [.key(.control("a"))]),
      ("\u{1B}[27;2;65~", [.key(.character("A"))]),
      ("\u{1B}[27;5;13~", [.key(Key(.enter, modifiers: .control))]),
      ("\u{1B}[97;2u", [.key(.character("A"))]),
      ("\u{1B}[106;1:1u", [.key(.character("j"))]), ("\u{1B}[106;:2u", [.key(.character("j"))]),
      ("\u{1B}[106;129u", [.key(.character("j"))]), ("\u{1B}[106;65:1u", [.key(.character("j"))]),
      ("\u{1B}[99;197u", [.key(.control("c"))]), ("\u{1B}[99;5:1u", [.key(.control("c"))]),
      ("\u{1B}[1;1:2A", [.key(.up)]), ("\u{1B}[1;2:1D", [.key(Key(.left, modifiers: .shift))]),
      ("\u{1B}[3;1:1~", [.key(Key(.delete))]), ("\u{1B}[27u", [.key(.escape)]),
      ("\u{1B}[<0;1;1M", [mouse(.press, 0, 0)]), ("\u{1B}[<0;120;40m", [mouse(.release, 119, 39)]),
      ("\u{1B}[<64;5;6M", [mouse(.wheelUp, 4, 5)]), ("\u{1B}[<65;5;6M", [mouse(.wheelDown, 4, 5)]),
      ("\u{1B}[<32;7;8M", [mouse(.drag, 6, 7)]), ("\u{1B}[<36;7;8M", [mouse(.drag, 6, 7)]),
      ("\u{1B}[?2026;2$y", [.privateMode(2026, value: 2)]),
      ("\u{1B}[I", [.focusGained]), ("\u{1B}[0n", [.ready]),
      ("\u{1B}[?62;4;22c", [.answer(.attributes([62, 4, 22]))]),
      ("\u{1B}[6;20;10t", [.answer(.cellSize(PixelSize(width: 10, height: 20)))]),
      ("\u{1B}[4;480;800t", [.answer(.textAreaSize(PixelSize(width: 800, height: 480)))]),
      ("\u{1B}[?1;3R", []),
      ("\u{1B}[?1;0;256S", [.answer(.sixelColors(256))]),
      ("\u{1B}[?2;0;1000;800S", [.answer(.sixelLimit(PixelSize(width: 1000, height: 800)))]),
      ("\u{1B}P>|kitty(0.26.5)\u{1B}\\", [version("kitty", 0, 26, 5)]),
      (
        "\u{1B}]10;rgb:ffff/8080/0000\u{1B}\\",
        [.answer(.foreground(RGBColor(red: 255, green: 128, blue: 0)))]
      ),
      (
        "\u{1B}]11;rgba:1e/1e/2e/ff\u{7}",
        [.answer(.background(RGBColor(red: 30, green: 30, blue: 46)))]
      ),
      (
        "\u{1B}_Gi=31,p=7;ENOENT:Put command refers to non-existent image\u{1B}\\",
        [.answer(.kitty(KittyAnswer(id: 31, placement: 7, error: "ENOENT")))]
      ),
      ("\u{1B}[200~q\u{1B}[A\n\u{1B}[201~", [.paste("q\u{1B}[A\n")]),
    ]
    let lettered: [(String, KeyCode)] = [
      ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
      ("P", .function(1)), ("Q", .function(2)), ("R", .function(3)), ("S", .function(4)),
    ]
    for (letter, code) in lettered {
      sequences.append(("\u{1B}[\(letter)", [.key(Key(code))]))
      sequences.append(("\u{1B}O\(letter)", [.key(Key(code))]))
      for number in 2...8 {
        let key = Key(code, modifiers: modifiers(number))
        sequences.append(("\u{1B}[1;\(number)\(letter)", [.key(key)]))
      }
    }
    let numbered: [(Int, KeyCode)] = [
      (1, .home), (2, .insert), (3, .delete), (4, .end), (5, .pageUp), (6, .pageDown), (7, .home),
      (8, .end), (11, .function(1)), (15, .function(5)), (17, .function(6)), (21, .function(10)),
      (23, .function(11)), (24, .function(12)),
    ]
    for (number, code) in numbered {
      sequences.append(("\u{1B}[\(number)~", [.key(Key(code))]))
      for modifier in 2...8 {
        let key = Key(code, modifiers: modifiers(modifier))
        sequences.append(("\u{1B}[\(number);\(modifier)~", [.key(key)]))
      }
    }
    return sequences
  }()

  /// Unsolicited reports and malformed answers: never input.
  static let dropped = [
    "\u{1B}[O", "\u{1B}[>41;354;0c", "\u{1B}[12;40R", "\u{1B}[3n",
    "\u{1B}[8;24;80t", "\u{1B}[6;20t", "\u{1B}[?1u", "\u{1B}[<35;3;4M", "\u{1B}[<33;3;4M",
    "\u{1B}[<32;3;4m", "\u{1B}[MC!!", "\u{1B}[M !!", "\u{1B}[<2;3;4M",
    "\u{1B}[<0;0;0M", "\u{1B}[?1;3;0S", "\u{1B}[?2;0;9S",
    "\u{1B}]4;1;rgb:0/0/0\u{7}", "\u{1B}]10;red\u{7}", "\u{1B}]11;rgb:12345/0/0\u{1B}\\",
    "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P>|\u{1B}\\", "\u{1B}_Gi=31\u{1B}\\", "\u{1B}_hello\u{1B}\\",
    "\u{1B}_Gi=31;OK\u{1}\u{1B}\\",
    "\u{1B}_Gi=31;" + String(repeating: "q", count: 5000) + "\u{1B}\\",
    "\u{1B}^r/:q\u{1B}\\", "\u{1B}Xq\u{1B}\\", "\u{1B}[57441u", "\u{1B}[1;2;3;4;5;6;7A",
    "\u{1B}[" + String(repeating: "9", count: 5000) + "A", "\u{1B}[99999999999999999999;5~",
    "\u{1B}[200~\u{1B}[201~", "\u{1B}[12\u{18}", "\u{1B}]0;q\u{18}",
    // Releases, and events that don't exist.
    "\u{1B}[113;1:3u", "\u{1B}[113;:3u", "\u{1B}[113;129:3;113u", "\u{1B}[113;1:4u",
    "\u{1B}[113;1:0u", "\u{1B}[1;1:3A", "\u{1B}[1;5:3P", "\u{1B}[3;1:3~", "\u{1B}[5;2:3~",
    "\u{1B}[27;1:3;113~", "\u{1B}[27;1:3u", "\u{1B}[57414;1:3u", "\u{1B}[57400;1:3u",
    "\u{1B}[1;2:3Z", "\u{1B}[1089::99;5:3u", "\u{1B}O1;1:3A", "\u{1B}[57441;2:1u",
    // No key sends these codes.
    "\u{1B}[u", "\u{1B}[0u", "\u{1B}[3u", "\u{1B}[0;;3u", "\u{1B}[27;5;3~", "\u{1B}[150u",
    "\u{1B}[:::u", "\u{1B}[;;;u", "\u{1B}[9999999:9999999:9999999;2u", "\u{1B}[55296;1u",
    "\u{1B}[81;16;113;0;0;1_", "\u{1B}[57400u",
    // rxvt's keys with Shift and Ctrl.
    "\u{1B}[a", "\u{1B}Ob", "\u{1B}[6^", "\u{1B}[3@",
  ]

  @Test func `each sequence is one input, in one, two or three pieces`() {
    for (bytes, inputs) in Self.sequences {
      let all = Array(bytes.utf8)
      for first in 0...all.count {
        for second in first...all.count {
          var parser = InputParser()
          let found =
            parser.feed(all[..<first]) + parser.feed(all[first..<second])
            + parser.feed(all[second...])
          expectEqual(found, inputs, "\(all) at \(first), \(second)")
          expectEqual(parser.pendingDelay, nil, "\(all)")
        }
      }
    }
  }

  @Test func `any two consecutive sequences stay separate`() {
    for (first, firstInputs) in Self.sequences {
      for (second, secondInputs) in Self.sequences {
        var parser = InputParser()
        expectEqual(
          parser.feed((first + second).utf8), firstInputs + secondInputs,
          "\(Array((first + second).utf8))")
      }
    }
  }

  @Test func `answers are dropped and the next key arrives`() {
    for answer in Self.dropped {
      var parser = InputParser()
      expectEqual(
        parser.feed((answer + "j").utf8), [.key(.character("j"))], "\(answer.debugDescription)")
      expectEqual(parser.pendingDelay, nil)
    }
  }

  @Test func `an escape is a key once nothing or another escape follows`() {
    var parser = InputParser()

    expectEqual(parser.feed([0x1B]), [])
    expectEqual(parser.pendingDelay, .milliseconds(25))
    expectEqual(parser.expire(), [.key(.escape)])
    expectEqual(parser.feed("x".utf8), [.key(.character("x"))])
    expectEqual(parser.feed([0x1B, 0x1B]), [.key(.escape)])
    expectEqual(parser.expire(), [.key(.escape)])
  }

  @Test func `escape before any sequence is a key, however the bytes are split`() {
    let others = Self.sequences.filter { $0.bytes.first == "\u{1B}" }
    for (bytes, inputs) in others + Self.dropped.map({ ($0, []) }) where bytes.utf8.count < 100 {
      let all = [0x1B] + Array(bytes.utf8)
      for first in 0...all.count {
        for second in first...all.count {
          var parser = InputParser()
          let found =
            parser.feed(all[..<first]) + parser.feed(all[first..<second])
            + parser.feed(all[second...])
          expectEqual(found, [.key(.escape)] + inputs, "\(all) at \(first), \(second)")
          expectEqual(parser.pendingDelay, nil)
        }
      }
    }
  }

  @Test(arguments: ["[", "O", "]", "P", "_", "^", "X"])
  func `Alt with the start of a sequence is a key once nothing follows`(_ letter: String) {
    var parser = InputParser()

    expectEqual(parser.feed("\u{1B}\(letter)".utf8), [])
    #expect(parser.pendingDelay != nil)
    expectEqual(parser.expire(), [.key(Key(.character(Character(letter)), modifiers: .alt))])
    expectEqual(parser.pendingDelay, nil)
  }

  @Test(arguments: [[], [TerminalInput.key(.escape)]])
  func `an endless sequence is dropped, an escape before it is a key, and keys work again`(
    before: [TerminalInput]
  ) {
    for start in [
      "\u{1B}]11;rgb", "\u{1B}Pq", "\u{1B}[12;", "\u{1B}[M!", "\u{1B}O5", "\u{1B}[[",
    ] {
      var parser = InputParser()

      let inputs = parser.feed(((before.isEmpty ? "" : "\u{1B}") + start).utf8)
      #expect(parser.pendingDelay != nil)
      expectEqual(inputs + parser.expire(), before, "\(start.debugDescription)")
      expectEqual(parser.feed("j".utf8), [.key(.character("j"))])
    }
  }

  @Test func `an expected answer in two halves seconds apart makes no key`() {
    for answer in ["\u{1B}[?62;4c", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}P>|foot(1.13.1)\u{1B}\\"] {
      var parser = InputParser()
      parser.isAwaitingAnswers = true
      _ = parser.feed(answer.utf8.prefix(5))

      expectEqual(parser.pendingDelay, .seconds(10))
    }
  }

  @Test func `Ctrl-C is a key even if the end of a string is missing`() {
    var parser = InputParser()

    expectEqual(
      parser.feed("\u{1B}_Gi=31;OK\u{3}j".utf8), [.key(.control("c")), .key(.character("j"))])
  }

  @Test func `a paste without an end still arrives, and one that is too long is cut`() {
    var parser = InputParser()
    expectEqual(parser.feed("\u{1B}[200~abc".utf8), [])
    expectEqual(parser.expire(), [.paste("abc")])

    let long = String(repeating: "x", count: InputParser.pasteLimit + 1000)
    let inputs = parser.feed("\u{1B}[200~\(long)\u{1B}[201~j".utf8)

    expectEqual(
      inputs,
      [.paste(String(repeating: "x", count: InputParser.pasteLimit)), .key(.character("j"))])
  }

  @Test func `bytes that are not UTF-8 are dropped and the next key arrives`() {
    let bad: [[UInt8]] = [
      [0x80], [0xFF], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xE2, 0x82], [0xC2, 0x9B],
    ]
    for bytes in bad {
      var parser = InputParser()
      expectEqual(parser.feed(bytes + Array("j".utf8)), [.key(.character("j"))], "\(bytes)")
    }
  }

  @Test func `no bytes trap, and keys work afterwards`() {
    var generator = SeededGenerator(state: 42)
    let alphabet = Array(
      "\u{1B}\u{1B}\u{1B}[[O]P_<>?;;:0123456789$~^@ABMRmuyt\u{7}\u{18}\\ \u{9C}".utf8)
    for round in 0..<4000 {
      var parser = InputParser()
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...60, using: &generator) {
        bytes.append(
          round % 2 == 0
            ? UInt8.random(in: 0...255, using: &generator)
            : alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
      }
      _ = parser.feed(bytes)
      _ = parser.expire()
      expectEqual(parser.state, .ground)
      expectEqual(parser.feed("j".utf8), [.key(.character("j"))], "\(bytes)")
    }
  }

  @Test func `the wheel with Ctrl is known, with Shift it is the wheel`() {
    var parser = InputParser()

    let inputs = parser.feed("\u{1B}[<80;3;5M\u{1B}[<81;3;5M\u{1B}[<68;3;5M".utf8)

    let position = Point(column: 2, row: 4)
    expectEqual(
      inputs,
      [
        .mouse(MouseEvent(.wheelUp, at: position, isControlled: true)),
        .mouse(MouseEvent(.wheelDown, at: position, isControlled: true)),
        .mouse(MouseEvent(.wheelUp, at: position)),
      ])
  }

  private static func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int)
    -> TerminalInput
  {
    .mouse(MouseEvent(action, at: Point(column: column, row: row)))
  }

  private static func version(_ name: String, _ numbers: Int...) -> TerminalInput {
    .answer(.version(TerminalVersion(name: name, numbers: numbers)))
  }

  private static func modifiers(_ number: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if (number - 1) & 1 != 0 { modifiers.insert(.shift) }
    if (number - 1) & 2 != 0 { modifiers.insert(.alt) }
    if (number - 1) & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}

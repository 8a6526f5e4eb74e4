import Foundation
import Testing

@testable import GalleryPresentation

struct EmailTests {
  @Test(arguments: [
    "anna@lens.example", "a@b.cd", "anna.lens+photos@mail.lens.example", "o'hara@lens.example",
    "!#$%&'*+-/=?^_`{|}~@lens.example", "ANNA@LENS.EXAMPLE", "1@2x.example", "a@1.2.ex",
    "\"anna lens\"@lens.example", "\"a@b\"@lens.example", "\"a\\\"b\"@lens.example",
    "\"..\"@lens.example", "\"\"@lens.example", "anna@lens--x.example",
    "anna@xn--bcher-kva.example",
    "anna@bücher.example", "anna@東京.jp", "anna@пример.рф", "anna@उदाहरण.भारत",
    "anna@paral·lel.cat", "anna@نامه\u{200C}ای.ایران",
  ])
  func `an address is one`(_ text: String) {
    #expect(EmailSyntax.fault(of: text) == nil)
  }

  @Test(
    arguments: [
      ("anna", .noAt), ("lens.example", .noAt), ("\"anna\"", .noAt), ("anna lens", .space),
      ("anna@lens@example.org", .severalAts), ("@lens.example", .nothingBefore),
      ("@", .nothingBefore), ("anna@", .nothingAfter), ("anna lens@lens.example", .space),
      ("anna@lens .example", .space), ("Anna <anna@lens.example>", .space),
      ("<anna@lens.example>", .oddBefore("<")), ("anna,lens@lens.example", .oddBefore(",")),
      ("ännä@lens.example", .oddBefore("ä")), ("anna@lens.example>", .oddAfter(">")),
      ("anna@lens_x.example", .oddAfter("_")), ("anna@[192.0.2.1]", .oddAfter("[")),
      ("anna@lens.example/x", .oddAfter("/")), ("anna@b🎉.example", .oddAfter("🎉")),
      (".anna@lens.example", .dotBefore), ("anna.@lens.example", .dotBefore),
      ("an..na@lens.example", .dotBefore), ("anna@.example", .dotAfter),
      ("anna@lens.", .dotAfter), ("anna@lens..example", .dotAfter), ("anna@lens", .noDotAfter),
      ("anna@-lens.example", .hyphenAfter), ("anna@lens-.example", .hyphenAfter),
      ("anna@192.0.2.1", .numberAtEnd), ("\"anna@lens.example", .openQuote),
      ("\"anna\\\"@lens.example", .openQuote), ("\"änna\"@lens.example", .openQuote),
      ("\"a\\ä\"@lens.example", .openQuote),
      ("\"anna\"lens@lens.example", .afterQuote), ("\"", .noAt), ("\"anna\\", .noAt),
    ] as [(String, EmailFault)])
  func `what is none says what is wrong first`(_ text: String, _ fault: EmailFault) {
    #expect(EmailSyntax.fault(of: text) == fault)
  }

  @Test func `sixty-four may stand before the @, and no more`() {
    let local = String(repeating: "a", count: 64)

    #expect(EmailSyntax.fault(of: "\(local)@lens.example") == nil)
    #expect(EmailSyntax.fault(of: "\(local)a@lens.example") == .longBefore)
    #expect(EmailSyntax.fault(of: "\"\(local.dropLast(2))\"@lens.example") == nil)
    #expect(EmailSyntax.fault(of: "\"\(local.dropLast())\"@lens.example") == .longBefore)
  }

  @Test func `two hundred and fifty-four is the most of all, sixty-three between dots`() {
    let label = String(repeating: "a", count: 63)
    let domain = "\(label).\(label).\(label)."

    #expect(EmailSyntax.fault(of: "a@\(domain)\(String(repeating: "b", count: 60))") == nil)
    #expect(EmailSyntax.fault(of: "a@\(domain)\(String(repeating: "b", count: 61))") == .long)
    #expect(EmailSyntax.fault(of: "a@\(label)a.example") == .longLabel)
  }

  /// The strings of RFC 3492, section 7.1, and of the registries.
  @Test(
    arguments: [
      ("lens", "lens"), ("bücher", "xn--bcher-kva"), ("münchen", "xn--mnchen-3ya"),
      ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
      ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
      ("ひとつ屋根の下2", "xn--2-u9tlzr9756bt3uc0v"), ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
      ("भारत", "xn--h2brj9c"), ("рф", "xn--p1ai"),
    ])
  func `an international label is as long as it is sent`(_ label: String, _ sent: String) {
    #expect(Punycode.octetCount(ofLabel: label.unicodeScalars) == sent.utf8.count)
  }

  @Test func `an international label is measured as it is sent`() {
    let label = String(repeating: "é", count: 57)

    #expect(EmailSyntax.fault(of: "a@\(label).example") == nil)
    #expect(EmailSyntax.fault(of: "a@\(label)\(label).example") == .longLabel)
    let hostile = String(repeating: "\u{10FFFD}é", count: 100_000)
    #expect(EmailSyntax.fault(of: "a@\(hostile).example") != nil)
  }

  /// Every text of a few characters that matter: none is taken for an address that a plain reading of the grammar
  /// would not take.
  @Test func `short texts agree with a plain reading of the grammar`() throws {
    let plain = try Regex(#"[ab+-]+(\.[ab+-]+)*@[ab]([ab-]*[ab])?(\.[ab]([ab-]*[ab])?)+"#)
    let alphabet: [Character] = ["a", "b", "+", ".", "@", "-", " "]
    var texts = [""]
    for _ in 0..<7 {
      texts = texts.flatMap { text in alphabet.map { text + String($0) } }
      // Thinned out, so that it takes no time: whatever has two signs in a row that say nothing more.
      texts = texts.filter { !$0.contains("ab") && !$0.contains("++") && !$0.contains("  ") }
      if texts.count > 4_000 {
        texts = texts.enumerated().filter { $0.offset % 11 == 0 }.map(\.element)
      }
      for text in texts {
        let isAddress = try plain.wholeMatch(in: text) != nil
        #expect((EmailSyntax.fault(of: text) == nil) == isAddress, "\(text)")
      }
    }
  }

  @Test func `each fault has words of its own`() {
    let faults: [EmailFault] = [
      .noAt, .severalAts, .nothingBefore, .nothingAfter, .space, .oddBefore("ü"), .oddAfter("_"),
      .dotBefore, .dotAfter, .noDotAfter, .hyphenAfter, .numberAtEnd, .openQuote, .afterQuote,
      .longBefore, .longLabel, .long,
    ]
    let words = faults.map(OrderText.reason)

    #expect(Set(words).count == faults.count)
    #expect(words.allSatisfy { $0.count <= 28 })
    #expect(OrderText.reason(.oddBefore("ü")) == "ü before the @")
    #expect(OrderText.reason(.oddAfter("\u{301}")) == "an accent after the @")
  }
}

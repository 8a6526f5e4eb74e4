import ExpectationSupport
import Testing

@testable import GalleryPresentation

struct EmailTests {
  @Test(arguments: [
    "anna@lens.example", "a@b.cd", "anna.lens+photos@mail.lens.example", "o'hara@lens.example",
    "!#$%&'*+-/=?^_`{|}~@lens.example", "ANNA@LENS.EXAMPLE", "a@1.2.ex", "ännä@lens.example",
    "anna@bücher.example", "anna@東京.jp", "anna@xn--bcher-kva.example", "anna@paral·lel.cat",
  ])
  func `valid addresses have no fault`(_ text: String) {
    expectEqual(EmailSyntax.fault(of: text), nil)
  }

  @Test(
    arguments: [
      ("anna", .noAt), ("lens.example", .noAt), ("", .noAt), ("anna lens", .space),
      ("anna@lens@example.org", .severalAts), ("@lens.example", .nothingBefore),
      ("@", .nothingBefore), ("anna@", .nothingAfter), ("anna@lens .example", .space),
      ("Anna <anna@lens.example>", .space), ("anna@lens", .incomplete),
      ("anna@.example", .incomplete), ("anna@lens.", .incomplete),
      ("anna@lens..example", .incomplete),
    ] as [(String, EmailFault)])
  func `an invalid address has a fault, the first one`(_ text: String, _ fault: EmailFault) {
    expectEqual(EmailSyntax.fault(of: text), fault)
  }

  @Test func `an address has at most 254 bytes`() {
    let domain = String(repeating: "b.", count: 125) + "cd"

    expectEqual(EmailSyntax.fault(of: "a@\(domain)"), nil)
    expectEqual(EmailSyntax.fault(of: "aa@\(domain)"), .long)
    expectEqual(EmailSyntax.fault(of: "é@\(domain)"), .long)
  }

  @Test func `the field has the same limit, and counts near it`() throws {
    let rule = try #require(OrderFieldRule.all.first { $0.kind == .email })
    func field(_ count: Int) -> OrderField {
      let text = "a@" + String(repeating: "b", count: count - 5) + ".cd"
      return rule.field(in: OrderSituation(texts: [.email: text]), isTouched: true)
    }

    expectEqual(field(228).countText, nil)
    expectEqual(field(254).countText, "254 of 254")
    expectEqual(field(254).reason, nil)
    expectEqual(field(255).reason, "over 254 characters")
  }

  @Test func `each fault has its own words`() {
    let words = EmailFault.allCases.map(OrderText.reason)

    expectEqual(Set(words).count, words.count)
    #expect(words.allSatisfy { $0.count <= 28 })
  }
}

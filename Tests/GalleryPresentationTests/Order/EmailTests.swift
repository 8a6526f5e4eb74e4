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
    expectEqual(OrderText.emailFault(text), nil)
  }

  @Test(
    arguments: [
      ("anna", "no @"), ("lens.example", "no @"), ("", "no @"),
      ("anna lens", "contains a space"), ("anna@lens .example", "contains a space"),
      ("Anna <anna@lens.example>", "contains a space"),
      ("anna@lens@example.org", "more than one @"), ("@lens.example", "nothing before the @"),
      ("@", "nothing before the @"), ("anna@", "nothing after the @"),
      ("anna@lens", "not a complete address"), ("anna@.example", "not a complete address"),
      ("anna@lens.", "not a complete address"), ("anna@lens..example", "not a complete address"),
    ])
  func `an invalid address has a fault, the first one`(_ text: String, _ fault: String) {
    expectEqual(OrderText.emailFault(text), fault)
  }

  @Test func `an address has at most 254 bytes`() {
    let domain = String(repeating: "b.", count: 125) + "cd"

    expectEqual(OrderText.emailFault("a@\(domain)"), nil)
    expectEqual(OrderText.emailFault("aa@\(domain)"), "over 254 characters")
    expectEqual(OrderText.emailFault("é@\(domain)"), "over 254 characters")
  }

  @Test func `the field has the same limit`() {
    func field(_ count: Int) -> OrderField {
      let text = "a@" + String(repeating: "b", count: count - 5) + ".cd"
      return OrderFields(texts: [.email: text]).field(.email)
    }

    expectEqual(field(254).reason, nil)
    expectEqual(field(255).reason, "over 254 characters")
  }
}

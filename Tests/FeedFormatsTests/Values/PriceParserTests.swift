import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PriceParserTests {
  private func price(_ text: String, currency: String? = "EUR") throws(Complaint) -> String? {
    try PriceParser().price(text, currency: currency).map { "\($0.amount) \($0.currency ?? "?")" }
  }

  @Test(arguments: [
    ("120 EUR", "120 EUR"), ("€120", "120 EUR"), ("120.00", "120.00 EUR"), ("120,00", "120.00 EUR"),
    (" 120  chf ", "120 CHF"), ("120chf", "120 CHF"), ("CHF120", "120 CHF"),
    ("1,200.00", "1200.00 EUR"),
    ("1.200,50 EUR", "1200.50 EUR"), ("1 200 Kč", "1200 CZK"), ("12 zł", "12 PLN"),
    ("US$5", "5 USD"), ("120,-", "120.00 EUR"),
    ("1.500 KWD", "1.500 KWD"), ("7500 JPY", "7500 JPY"), ("0.50", "0.50 EUR"),
  ])
  func `prices are read as users type them`(text: String, expected: String) throws {
    try expectEqual(price(text), expected)
  }

  @Test(arguments: ["", " ", "\t\u{1B}"])
  func `an empty text means no price`(text: String) throws {
    try expectEqual(price(text), nil)
  }

  @Test(
    arguments: [
      ("EUR", "enter a number"), ("free", "enter a number"), ("-5", "not a price"),
      ("5-7", "not a price"),
      ("from 80", "not a price"), ("5 6", "not a price"), ("5 apples", "not a price"),
      ("1.299", "thousands or decimals?"), ("0", "must be more than 0, or empty"),
      ("0.00 EUR", "must be more than 0, or empty"),
      ("1.2345", "EUR has 2 decimals"),
      ("1.50 JPY", "JPY has no decimals"), ("$5", "which $? E.g. USD"),
      ("5 kr", "which kr? E.g. SEK"), ("5 EUE", "unknown currency EUE"),
      (String(repeating: "1", count: 300), "too long"),
    ] as [(String, Complaint)])
  func `an invalid price has a reason`(text: String, fault: Complaint) {
    #expect(throws: fault) { try price(text) }
  }

  @Test func `a price needs a currency`() throws {
    #expect(throws: Complaint("Add a currency, e.g. 5 EUR")) { try price("5", currency: nil) }
    try expectEqual(price("5 EUR", currency: nil), "5 EUR")
  }
}

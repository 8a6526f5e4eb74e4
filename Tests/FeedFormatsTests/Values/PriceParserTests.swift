import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PriceParserTests {
  private func price(_ text: String, currency: String? = "EUR") throws(PriceEntryFault) -> String? {
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
      ("EUR", .noAmount), ("free", .noAmount), ("-5", .notOnePrice), ("5-7", .notOnePrice),
      ("from 80", .notOnePrice), ("5 6", .notOnePrice), ("5 apples", .notOnePrice),
      ("1.299", .ambiguous), ("0", .nothing), ("0.00 EUR", .nothing),
      ("1.2345", .tooManyDecimals(currency: "EUR", count: 2)),
      ("1.50 JPY", .tooManyDecimals(currency: "JPY", count: 0)), ("$5", .sharedSign("$")),
      ("5 kr", .sharedSign("kr")), ("5 EUE", .unknownCurrency("EUE")),
      (String(repeating: "1", count: 300), .tooLong),
    ] as [(String, PriceEntryFault)])
  func `an invalid price has a reason`(text: String, fault: PriceEntryFault) {
    #expect(throws: fault) { try price(text) }
  }

  @Test func `a price needs a currency`() throws {
    #expect(throws: PriceEntryFault.noCurrency) { try price("5", currency: nil) }
    try expectEqual(price("5 EUR", currency: nil), "5 EUR")
  }
}

import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct StatedPriceTests {
  @Test(
    arguments: [
      ("15.00 USD", "15.00", "USD"), ("USD 15.00", "15.00", "USD"), ("15.00USD", "15.00", "USD"),
      ("$15", "15", nil), ("US$15", "15", "USD"), ("€ 15,00", "15.00", "EUR"),
      ("1,299.00 EUR", "1299.00", "EUR"), ("1.299,00 EUR", "1299.00", "EUR"),
      ("1 299,00 €", "1299.00", "EUR"), ("1\u{202F}299,00\u{A0}€", "1299.00", "EUR"),
      ("CHF 1'299.00", "1299.00", "CHF"), ("1,234,567.89 USD", "1234567.89", "USD"),
      ("1.234.567 EUR", "1234567", "EUR"), ("12,50 EUR", "12.50", "EUR"),
      ("12,5 EUR", "12.5", "EUR"),
      ("1,299 EUR", "1299", "EUR"), ("¥1,299 JPY", "1299", "JPY"), ("0.500 EUR", "0.500", "EUR"),
      ("1.250 KWD", "1.250", "KWD"), ("12345.000 USD", "12345.000", "USD"), ("80", "80", nil),
      ("100 kr", "100", nil), ("80 zł", "80", "PLN"), ("  15.00\tUSD ", "15.00", "USD"),
      ("₹1,00,000.00", "100000.00", "INR"), ("₹ 1,23,456.00", "123456.00", "INR"),
      ("12,34,56,789 INR", "123456789", "INR"), ("₹ 1,23,45.00", nil, nil),
      ("₹ 123,45,678", nil, nil), ("1.23.456,00 INR", nil, nil), ("15.00.00 USD", nil, nil),
      ("1.299 EUR", nil, nil),
      ("1.299", nil, nil), ("1,299", nil, nil), ("1,250 KWD", nil, nil), ("", nil, nil),
      ("free", nil, nil), ("-5.00 EUR", nil, nil), ("10 % off", nil, nil),
      ("2 for 10 EUR", nil, nil), ("€ 120,-", "120.00", "EUR"), ("120,– €", "120.00", "EUR"),
      ("1.200,-- EUR", "1200.00", "EUR"), ("Fr. 1'200.–", "1200.00", "CHF"),
      ("120,-5 EUR", nil, nil),
      ("15.00 USD EUR", nil, nil), ("15.00 USD / day", nil, nil), ("1e5 USD", nil, nil),
      ("١٥ USD", nil, nil), ("15,00,00", nil, nil), ("12.34,56", nil, nil), (".50 USD", nil, nil),
      ("1234567890123456789012345678901234567890123 USD", nil, nil),
    ] as [(String, String?, String?)])
  func `an unambiguous price is read`(
    text: String, amount: String?, currency: String?
  ) {
    let price = StatedPrice.price(text)

    expectEqual(price?.amount, amount)
    expectEqual(price?.currency, currency)
    expectEqual(price?.isLowest ?? false, false)
  }

  @Test(
    arguments: [
      ("from 15.00 USD", "15.00", "USD"), ("ab 12,50 €", "12.50", "EUR"),
      ("15.00 - 25.00 USD", "15.00", "USD"), ("$15.00–$25.00", "15.00", nil),
      ("USD 15.00 to USD 9.00", "9.00", "USD"), ("15-25 EUR", "15", "EUR"),
    ] as [(String, String, String?)])
  func `a range gives its lowest price`(text: String, amount: String, currency: String?) {
    expectEqual(StatedPrice.price(text), Price(amount: amount, currency: currency, isLowest: true))
  }

  @Test func `a range with one price is that price`() {
    expectEqual(StatedPrice.price("15.00 - 15 USD"), Price(amount: "15.00", currency: "USD"))
    expectEqual(StatedPrice.price("15 USD - 25 EUR"), nil)
    expectEqual(StatedPrice.price("15 - "), nil)
  }

  @Test func `a separate currency is used if the text has none`() {
    expectEqual(StatedPrice.price("$15", currency: "CAD"), Price(amount: "15", currency: "CAD"))
    expectEqual(StatedPrice.price("15 USD", currency: "CAD"), Price(amount: "15", currency: "USD"))
    expectEqual(StatedPrice.price("15", currency: "€"), Price(amount: "15", currency: "EUR"))
    expectEqual(StatedPrice.price("15", currency: "euro"), Price(amount: "15", currency: nil))
    expectEqual(StatedPrice.price("1,299", currency: "jpy"), Price(amount: "1299", currency: "JPY"))
  }

  @Test(
    arguments: [
      ("18000", 3, "18.000"), ("1800", 2, "18.00"), ("1800", 0, "1800"), ("5", 2, "0.05"),
      ("0", 2, "0.00"), ("000", 0, "0"), ("0100", 2, "1.00"), ("1800.0", 2, "18.00"), ("", 2, nil),
      ("-1", 2, nil), ("1.5", 2, nil), ("12a", 2, nil), ("1", -1, nil), ("1", 7, nil),
      ("99999999999999999999", 2, nil),
    ] as [(String, Int, String?)])
  func `minor units become decimals`(units: String, digits: Int, amount: String?) {
    expectEqual(
      StatedPrice.price(minorUnits: units, digits: digits, currency: "USD")?.amount, amount)
  }

  @Test func `the number of decimals depends on the currency`() {
    expectEqual(StatedPrice.price(minorUnits: "1800", currency: "JPY")?.amount, "1800")
    expectEqual(StatedPrice.price(minorUnits: "1800", currency: "KWD")?.amount, "1.800")
    expectEqual(StatedPrice.price(minorUnits: "1800", currency: "EUR")?.amount, "18.00")
    expectEqual(StatedPrice.price(minorUnits: "1800", currency: nil), nil)
  }

  @Test func `an amount is divided without rounding`() {
    expectEqual(StatedPrice.price(amount: "1250", divisor: "100", currency: "USD")?.amount, "12.50")
    expectEqual(StatedPrice.price(amount: "1250", divisor: "1", currency: "USD")?.amount, "1250")
    expectEqual(StatedPrice.price(amount: "1250", divisor: "0", currency: "USD"), nil)
    expectEqual(StatedPrice.price(amount: "1250", divisor: "3", currency: "USD"), nil)
  }

  @Test func `the lowest of several prices is marked as from`() {
    func price(_ amount: String, _ currency: String? = "EUR") -> Price? {
      Price(amount: amount, currency: currency)
    }

    expectEqual(StatedPrice.lowest([price("100"), price("80.50"), price("9.99")])?.amount, "9.99")
    expectEqual(StatedPrice.lowest([price("100"), price("9")])?.isLowest, true)
    expectEqual(StatedPrice.lowest([price("9"), nil, price("9.00")]), price("9"))
    expectEqual(StatedPrice.lowest([price("009"), price("10")])?.amount, "009")
    expectEqual(StatedPrice.lowest([price("9"), price("8", "USD")]), nil)
    expectEqual(StatedPrice.lowest([]), nil)
  }
}

import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

@Suite struct PriceTextTests {
  @Test(
    arguments: [
      ("1234567.5", "INR", "₹1,234,567.50"), ("1234.50", "EUR", "€1,234.50"),
      ("18.000", "KWD", "KWD 18.000"), ("0.5", nil, "0.5"), ("999", "EUR", "€999"),
      ("80.5", "EUR", "€80.50"),
      ("80", "SEK", "SEK 80"), ("15", "CAD", "CAD 15"), ("80", "CHF", "CHF 80"),
      ("9.9", nil, "9.90"), ("1200.00", "USD", "$1,200.00"), ("12000.50", "GBP", "£12,000.50"),
      ("0.10", "JPY", "¥0.10"), ("00012", "EUR", "€00012"),
      ("123456789012345678", nil, "123,456,789,012,345,678"),
    ] as [(String, String?, String)])
  func `prices are a sign or a code and the source's digits, whatever the country`(
    amount: String, currency: String?, shown: String
  ) throws {
    let price = try #require(Price(amount: amount, currency: currency))
    let lowest = try #require(Price(amount: amount, currency: currency, isLowest: true))

    expectEqual(PriceText.text(of: price), shown)
    expectEqual(PriceText.text(of: lowest), "from \(shown)")
  }

  @Test func `rows, details and totals use the same format`() throws {
    let photo = Photo.stub(price: Price(amount: "80.00", currency: "EUR", isLowest: true))
    let list = PhotoListViewModel(apiService: PagingService())

    expectEqual(list.words(of: photo).price, "from €80.00")
    expectEqual(list.words(of: photo).saleInShort, "● from €80.00")
  }
}

import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

@Suite struct PriceTextTests {
  @Test(
    arguments: [
      ("1234567.5", "INR", "₹1,234,567.5"), ("1234.50", "EUR", "€1,234.50"),
      ("18.000", "KWD", "KWD 18.000"), ("0.5", nil, "0.5"), ("999", "EUR", "€999"),
      ("80", "SEK", "SEK 80"), ("15", "CAD", "CAD 15"),
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
    let cell = list.createCellViewModel(photo: photo)

    expectEqual(cell.priceText, "from €80.00")
    expectEqual(list.words(of: photo).saleInShort, "● from €80.00")
    expectEqual(list.words(of: photo).sale, "● for sale · from €80.00")
  }

  @Test func `one price with cents gives them to all of its currency`() throws {
    func photo(_ id: String, _ amount: String, _ currency: String?) -> Photo {
      .stub(id: id, price: Price(amount: amount, currency: currency))
    }
    let service = PagingService()
    let list = PhotoListViewModel(apiService: service, pageSize: 2)
    var photos = [photo("a", "120", "EUR"), photo("b", "1200", "JPY")]
    func shown() -> [String] {
      (0..<list.numberOfCells).map {
        list.getCellViewModel(at: IndexPath(row: $0, section: 0)).priceText
      }
    }
    service.source = { _ in PhotoPage(photos: photos) }
    list.initFetch()
    expectEqual(shown(), ["€120", "¥1,200"])

    photos += [
      photo("c", "80.5", "EUR"), photo("d", "7", nil), photo("e", "1.250", "KWD"),
      photo("f", "2", "KWD"),
    ]
    list.refresh()

    expectEqual(shown(), ["€120.00", "¥1,200", "€80.50", "7", "KWD 1.250", "KWD 2.000"])
    expectEqual(list.words(of: photos[0]).sale, "● for sale · €120.00")
  }
}

import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

struct WordsTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (55_697, "55,697"), (1_000_000, "1,000,000"),
    (-1_234, "-1,234"), (Int.max, "9,223,372,036,854,775,807"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `numbers are grouped`(number: Int, text: String) {
    expectEqual(CountText.grouped(number), text)
  }

  @Test func `counts say how many of the total are loaded`() {
    expectEqual(CountText.photos(loaded: 60, of: 55_697), "60 of 55,697 photos")
    expectEqual(CountText.photos(loaded: 60, of: 60), "60 photos")
    expectEqual(CountText.photos(loaded: 1, of: 1), "1 photo")
    expectEqual(CountText.photos(loaded: 60, of: nil), "60+ photos")
    expectEqual(CountText.short(loaded: 60, of: 55_697), "60 of 55,697")
    expectEqual(CountText.short(loaded: 60, of: 60), "60")
    expectEqual(CountText.short(loaded: 60, of: nil), "60+")
  }

  @Test func `a sale line has a sign as well as a word`() {
    let price = Price(amount: "80.00", currency: "EUR")
    let lowest = Price(amount: "80.00", currency: "EUR", isLowest: true)

    func words(_ status: SaleStatus, _ price: Price?) -> PhotoText {
      PhotoText(photo: .stub(saleStatus: status, price: price))
    }

    expectEqual(words(.forSale, price).saleInShort, "● €80.00")
    expectEqual(words(.forSale, lowest).saleInShort, "● from €80.00")
    expectEqual(words(.forSale, lowest).price, "from €80.00")
    expectEqual(words(.forSale, nil).saleInShort, "● for sale")
    expectEqual(words(.notForSale, price).saleInShort, "not for sale")
    expectEqual(words(.unstated, price).saleInShort, "€80.00")
  }

  @Test func `a price has the date of its end once that has passed`() {
    let end = Date(timeIntervalSince1970: 1_493_812_800)
    var photo = Photo.stub(price: Price(amount: "80.00", currency: "EUR"))
    photo.priceUntil = end
    func text(at now: Date) -> String? {
      PriceText.text(of: photo, now: now, dates: DateText(timeZone: .gmt))
    }

    expectEqual(text(at: end - 1), "€80.00")
    expectEqual(text(at: end), "€80.00 until 3 May")
    expectEqual(text(at: end + 365 * 86_400), "€80.00 until 3 May 2017")
  }

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

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (9_949, "9.9 kB"),
    (9_950, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (999_600, "1.0 MB"),
    (999_499_999, "999 MB"), (999_700_000, "1.0 GB"), (999_499_999_999, "999 GB"),
    (999_500_000_000, "1.0 TB"), (999_500_000_000_000, "1.0 PB"),
    (999_600_000_000_000_000, "1.0 EB"), (.max, "9.2 EB"),
  ])
  func `no unit of a size reaches 1,000`(_ count: Int, _ text: String) {
    expectEqual(CountText.size(count), text)
  }

  @Test func `nor does any size between`() {
    var count = 1
    while count < Int.max / 3 {
      for near in [count - 1, count, count + 1, count / 2 * 3] {
        #expect(!CountText.size(near).contains("1000"), "\(near)")
      }
      count *= 2
    }
    for power in [1_000, 1_000_000, 1_000_000_000, 1_000_000_000_000] {
      for part in 990...1_000 { #expect(!CountText.size(power / 1_000 * part).contains("1000")) }
    }
  }
}

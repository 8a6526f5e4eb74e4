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

    func words(_ status: SaleStatus, _ price: Price?) -> PhotoText {
      PhotoText(photo: .stub(saleStatus: status, price: price))
    }

    expectEqual(words(.forSale, price).saleInShort, "● €80.00")
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
}

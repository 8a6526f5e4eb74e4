import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

@Suite struct PriceTextTests {
  private func text(
    _ amount: String, _ currency: String?, in name: String, isLowest: Bool = false
  ) throws -> String {
    let price = try #require(Price(amount: amount, currency: currency, isLowest: isLowest))
    return PriceText(locale: PriceLocale(name: name)).text(of: price)
  }

  @Test(arguments: [
    ("", "€1,234.50"), ("C", "€1,234.50"), ("POSIX", "€1,234.50"), ("C.UTF-8", "€1,234.50"),
    ("xx_YY.UTF-8", "€1,234.50"), ("ar_EG.UTF-8", "€1,234.50"), ("he_IL", "€1,234.50"),
    ("en_US.UTF-8", "€1,234.50"), ("en_GB", "€1,234.50"), ("en", "€1,234.50"),
    ("de_DE.UTF-8@euro", "1.234,50 €"), ("de_AT.UTF-8", "€ 1.234,50"), ("de-DE", "1.234,50 €"),
    ("de_CH.UTF-8", "€ 1’234.50"), ("it_CH", "€ 1234.50"), ("fr_CH", "1 234.50 €"),
    ("fr_FR.UTF-8", "1 234,50 €"), ("es_ES.UTF-8", "1234,50 €"), ("es_MX.UTF-8", "€1,234.50"),
    ("es_AR.UTF-8", "€1.234,50"), ("it_IT", "1234,50 €"), ("nl_NL", "€ 1.234,50"),
    ("pt_BR", "€ 1.234,50"), ("pt_PT", "1234,50 €"), ("pl_PL", "1234,50 €"),
    ("sv_SE.UTF-8", "1 234,50 €"), ("sr_RS@latin", "1.234,50 €"), ("sr_Latn_RS", "1.234,50 €"),
    ("tr_TR", "€1.234,50"), ("af_ZA", "€1 234,50"), ("ja_JP.eucJP", "€1,234.50"),
    ("zh_CN.GB18030", "€1,234.50"), ("DE_at", "€ 1.234,50"), ("_", "€1,234.50"),
    ("de_", "1.234,50 €"),
  ])
  func `countries write prices their own way`(name: String, shown: String) throws {
    try expectEqual(text("1234.50", "EUR", in: name), shown)
  }

  @Test(
    arguments: [
      ("1234567.5", "INR", "en_IN", "₹12,34,567.5"), ("123456789", "INR", "hi_IN", "₹12,34,56,789"),
      ("999", "EUR", "de_DE", "999 €"), ("1000", "EUR", "de_DE", "1.000 €"),
      ("9999", "EUR", "es_ES", "9999 €"), ("10000", "EUR", "es_ES", "10.000 €"),
      ("18.000", "KWD", "en_US", "KWD 18.000"), ("18.000", "KWD", "de_DE", "18,000 KWD"),
      ("0.5", nil, "de_DE", "0,5"), ("00012", "EUR", "de_DE", "00012 €"),
      ("123456789012345678", nil, "fr_FR", "123 456 789 012 345 678"),
      ("80", "CHF", "en_US", "CHF 80"), ("15", "USD", "en_US", "$15"),
      ("15", "USD", "en_CA", "US$15"),
      ("15", "CAD", "en_CA", "$15"), ("15", "CAD", "en_US", "CAD 15"),
      ("15", "USD", "de_DE", "15 $"),
      ("80", "SEK", "sv_SE", "80 kr"), ("80", "NOK", "sv_SE", "80 NOK"),
      ("80", "PLN", "pl_PL", "80 zł"),
      ("80", "BRL", "pt_BR", "R$ 80"), ("80", "JPY", "ja_JP", "¥80"),
      ("80", "JPY", "zh_CN", "JPY 80"),
      ("80", "CNY", "zh_CN", "CNY 80"),
    ] as [(String, String?, String, String)])
  func `digits are the source's, and signs are unambiguous`(
    amount: String, currency: String?, name: String, shown: String
  ) throws {
    try expectEqual(text(amount, currency, in: name), shown)
  }

  @Test func `the lowest of several prices reads "from"`() throws {
    try expectEqual(text("80.00", "EUR", in: "C", isLowest: true), "from €80.00")
    try expectEqual(text("80.00", "EUR", in: "de_DE", isLowest: true), "from 80,00 €")
    try expectEqual(text("80.00", nil, in: "C", isLowest: true), "from 80.00")
  }

  @Test func `the first variable that isn't empty counts`() {
    func locale(_ variables: [String: String]) -> PriceLocale {
      PriceLocale { variables[$0] }
    }

    let german = PriceLocale(name: "de_DE")
    expectEqual(locale(["LANG": "de_DE.UTF-8"]), german)
    expectEqual(locale(["LANG": "fr_FR", "LC_MONETARY": "de_DE"]), german)
    expectEqual(locale(["LANG": "fr_FR", "LC_MONETARY": "C", "LC_ALL": "de_DE"]), german)
    expectEqual(locale(["LANG": "de_DE", "LC_ALL": "", "LC_CTYPE": "fr_FR"]), german)
    expectEqual(locale(["LANG": "de_DE", "LC_ALL": "C"]), .plain)
    expectEqual(locale([:]), .plain)
  }

  @Test func `rows, details and totals use the same format`() throws {
    let prices = PriceText(locale: PriceLocale(name: "de_DE"))
    let photo = Photo.stub(price: Price(amount: "80.00", currency: "EUR", isLowest: true))
    let service = PagingService()
    let list = PhotoListViewModel(apiService: service, prices: prices)
    let cell = list.createCellViewModel(photo: photo)

    expectEqual(cell.priceText, "from 80,00 €")
    expectEqual(cell.saleText, "● from 80,00 €")
    expectEqual(list.words(of: photo).sale, "● for sale · from 80,00 €")
    expectEqual(PhotoText(photo: photo).price, "from €80.00")
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

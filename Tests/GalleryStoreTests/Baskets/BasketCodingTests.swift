import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite struct BasketCodingTests {
  private let date = Date(timeIntervalSinceReferenceDate: 800_000_000.123456)

  private func again(_ item: BasketItem) throws -> BasketItem? {
    BasketItemCoding.item(of: try BasketItemCoding.text(of: item), addedAt: item.addedAt)
  }

  @Test func `every property of a photo is stored, and a new one would fail this test`() throws {
    var photo = PageLinesTests.fullPhoto
    photo.file = FileReference(path: "/home/anna/a.jpg")
    photo.remotePath = Array("2024/a b\u{FF}%.jpg".utf8) + [0xFF]
    photo.companions = ["/home/anna/a.CR2"].compactMap(FileReference.init(path:))
    photo.remoteCompanions = [Array("2024/a b%.CR2".utf8) + [0xFF]]
    expectEqual(PageLinesTests.unsetProperties(of: photo), [])
    let item = BasketItem(
      photo: photo, chosenPrice: Price(amount: "70", currency: nil), addedAt: date, isGone: true)

    try expectEqual(again(item), item)
  }

  @Test func `of an item's later prices, which Vitrine 1.0 stored, the first date is read`() throws
  {
    let item = try #require(
      BasketItemCoding.item(
        of: #"""
          {"photo":{"id":"9","price":{"amount":"9","currency":"EUR"},"priceChanges":[
            {"date":800000000.5,"price":{"amount":"12","currency":"EUR"}},{"date":900000000}],
            "saleStatus":"forSale"},"chosenPrice":{"amount":"9","currency":"EUR"},"version":1}
          """#, addedAt: date))

    expectEqual(item.photo.price, Price(amount: "9", currency: "EUR"))
    expectEqual(item.photo.priceUntil, Date(timeIntervalSinceReferenceDate: 800_000_000.5))
    expectEqual(item.change, nil)
    try expectEqual(again(item), item)
  }

  @Test func `a folder's photo keeps its file, with a name in bytes`() throws {
    let path = Array("/home/a b/100%\u{E9}".utf8) + [0xFF, 0x1B, 0x25]
    let file = try #require(FileReference(path: path))
    let item = BasketItem(
      .stub(imageURL: file.url, file: file, saleStatus: .forSale), addedAt: date)

    let back = try #require(try again(item))
    expectEqual(back, item)
    expectEqual(back.photo.file?.path, path)
    expectEqual(back.photo.imageURL?.isFileURL, true)
  }

  @Test func `addresses of other schemes are left out`() throws {
    let stored =
      #"{"photo":{"id":"1","imageURL":"javascript:alert(1)","pageURL":"javascript:alert(1)"}}"#

    let photo = try #require(BasketItemCoding.item(of: stored, addedAt: date)).photo
    expectEqual(photo.imageURL, nil)
    expectEqual(photo.pageURL, nil)
    for text in [
      "ftp://a.example/", "", "file:relative", "file://host/a%", "file://%zz", "file://a",
    ] {
      expectEqual(BasketAddress.file(text), nil)
    }
  }

  @Test func `an item of another Vitrine is read as far as it is understood`() throws {
    let text = """
      {"version":7,"later":{"a":[1]},"chosenPrice":{"amount":12,"currency":"EUR"},"isGone":"yes",
       "photo":{"id":"9","name":7,"tags":"sea","width":"wide","height":20,"saleStatus":"rented",
                "price":{"amount":"9.50","currency":"EUR","isLowest":0},"new":null,
                "createdAt":"yesterday","file":"/etc/passwd","imageURL":"file:///a.jpg"}}
      """

    let item = try #require(BasketItemCoding.item(of: text, addedAt: date))

    expectEqual(item.id, "9")
    expectEqual(item.photo.name, Photo.untitled)
    expectEqual(item.photo.height, 20)
    expectEqual(item.photo.price, Price(amount: "9.50", currency: "EUR"))
    expectEqual(item.photo.saleStatus, .unstated)
    expectEqual(item.photo.file, nil)
    expectEqual(item.chosenPrice, nil)
    expectEqual(item.isGone, false)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "{\"photo\":{}}", "{\"photo\":{\"id\":1}}", "{\"photo\"",
  ])
  func `without an id there is no item`(_ text: String) {
    expectEqual(BasketItemCoding.item(of: text, addedAt: date), nil)
  }

  @Test func `control characters in a damaged file are removed`() throws {
    let text =
      #"{"photo":{"id":"1","name":"a\u001b[31mb","tags":["\u0007x"],"author":"\u202eevil"}}"#

    let photo = try #require(BasketItemCoding.item(of: text, addedAt: date)).photo

    expectEqual(photo.name, "ab")
    expectEqual(photo.tags, ["x"])
    expectEqual(photo.author, "evil")
  }

  @Test func `the stored form of the first version doesn't change`() throws {
    let text = """
      {"chosenPrice":{"amount":"80.00","currency":"EUR"},\
      "photo":{"id":"1","name":"photo 1","price":{"amount":"80.00","currency":"EUR"},\
      "saleStatus":"forSale"},"version":1}
      """

    try expectEqual(BasketItemCoding.text(of: .stub()), text)
  }
}

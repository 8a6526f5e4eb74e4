import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import PictureProtocol
import Testing

@testable import ContactSheet

/// Contact sheets as web pages.
struct HTMLSheetTests {
  private let sheet = HTMLSheet(
    title: "Popular", date: Date(timeIntervalSince1970: 1_795_262_400), zone: .gmt)
  private let jpeg = JPEGPicture(
    width: 480, height: 320, bytes: [0xFF, 0xD8, 0xFF, 0xDB, 1, 0xFF, 0xD9])

  @Test(
    arguments: [
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("\" onload=\"x", "&quot; onload=&quot;x"), ("' onload='x", "&#39; onload=&#39;x"),
      ("Glass & gold", "Glass &amp; gold"), ("&lt;", "&amp;lt;"), ("a\u{A0}b", "a&nbsp;b"),
      ("a\0b\u{1B}c\u{85}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
      ("\u{FFFE}\u{1FFFF}", "\u{FFFD}\u{FFFD}"),
      ("海上生明月 🏕️", "海上生明月 🏕️"), ("", ""),
    ])
  func `text cannot become markup`(_ text: String, _ escaped: String) {
    expectEqual(HTMLEscaping.text(text), escaped)
  }

  @Test func `every text of a photo is escaped, in attributes too`() {
    let evil = "\"><img src=x onerror=alert(1)>'"
    let html = sheet.entry(
      SheetEntry(
        title: evil, price: evil, words: [evil], altText: evil, details: [evil, evil],
        link: "https://h.example/\"><b>", thumbnail: jpeg))

    #expect(!html.contains("<img src=x"))
    #expect(!html.contains("/\"><b>"))
    // The picture and its words are all the tags that there are.
    let tags = html.split(separator: "<").map { $0.prefix { $0 != " " && $0 != ">" } }
    expectEqual(
      tags,
      [
        "figure", "a", "img", "/a", "figcaption", "a", "b", "/b", "/a", "span", "/span", "span",
        "/span", "small", "bdi", "/bdi", "bdi", "/bdi", "/small", "/figcaption", "/figure",
      ])
  }

  @Test func `the source's title is escaped everywhere`() {
    let head = HTMLSheet(title: "</title><script>", date: .now, zone: .gmt).head

    #expect(!head.contains("<script>"))
    expectEqual(head.ranges(of: "&lt;/title&gt;&lt;script&gt;").count, 2)
  }

  @Test func `a page loads nothing and runs nothing`() {
    let page =
      sheet.head + sheet.entry(SheetEntry(title: "a", thumbnail: jpeg)) + sheet.foot("1 photo")

    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("<script") && !page.contains("<link") && !page.contains("@import"))
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test func `pictures are embedded in the page, with their size`() {
    let html = sheet.entry(SheetEntry(title: "couple", altText: "Two people", thumbnail: jpeg))

    #expect(html.contains("src=\"data:image/jpeg;base64,/9j/2wH/2Q==\""))
    #expect(html.contains("width=\"480\" height=\"320\" alt=\"Two people\""))
  }

  @Test func `a photo has its caption, whose it is, and its alt text or else its title`() {
    var photo = Photo(
      id: "a", name: "Tide", description: "One\ntwo", author: "Ana", licence: Licence(name: "CC0"))
    (photo.headline, photo.copyright) = ("Tide", "© Ana")
    var entry = SheetEntry(photo: photo, timeZone: .gmt, thumbnail: jpeg)
    expectEqual(entry.words, ["One\ntwo"])
    expectEqual(entry.altText, "Tide")
    expectEqual(entry.details, ["Ana", "© Ana", "CC0", "a"])

    photo.altText = "A boat"
    entry = SheetEntry(photo: photo, timeZone: .gmt, thumbnail: jpeg)
    #expect(sheet.entry(entry).contains("alt=\"A boat\""))
    #expect(sheet.entry(entry).contains("<span class=\"words\" dir=\"auto\">One\ntwo</span>"))
  }

  @Test func `a photo without a picture has a mark`() {
    let html = sheet.entry(SheetEntry(title: "couple"))

    #expect(html.contains("no picture"))
    #expect(!html.contains("<img"))
    #expect(!html.contains("<a "))
  }

  @Test func `a page is printed with three photos in a row, on the paper that the browser has`() {
    #expect(sheet.head.contains("@page { margin: 12mm; }"))
    #expect(sheet.head.contains("main { grid-template-columns: repeat(3, 1fr); gap: 5mm; }"))
  }
}

/// What a sheet says of a photo.
struct SheetEntryTests {
  @Test(
    arguments: [
      ("https://photos.example/1?a=b&c=d", "https://photos.example/1?a=b&c=d"),
      ("HTTP://photos.example/1", "HTTP://photos.example/1"),
      ("javascript:alert(1)", ""), ("file:///etc/passwd", ""), ("data:text/html,x", ""),
      ("https:", ""), ("ftp://h.example/", ""), ("/1", ""),
    ])
  func `links are web addresses only`(_ text: String, _ link: String) {
    expectEqual(SheetEntry.link(URL(string: text)), link)
  }

  @Test func `the texts are the photo's, in lines`() {
    var photo = Photo.stub(
      id: "230", name: "two\nlines", author: "A. Lens",
      createdAt: Date(timeIntervalSince1970: 1_506_859_200),
      price: Price(amount: "80.00", currency: "EUR"))
    (photo.rating, photo.label) = (3, PhotoLabel(.red))
    let entry = SheetEntry(photo: photo, timeZone: .gmt, thumbnail: nil)

    expectEqual(entry.title, "two lines")
    expectEqual(entry.price, "€80.00")
    expectEqual(entry.details, ["★★★ · Red", "A. Lens", "2017-10-01", "230"])
    expectEqual(entry.link, "")
  }

  @Test(
    arguments: [
      (.forSale, nil, "for sale"), (.notForSale, nil, "not for sale"), (.unstated, nil, ""),
      (.unstated, "5", "5"),
    ] as [(SaleStatus, String?, String)])
  func `prices are as the source states them`(
    _ status: SaleStatus, _ amount: String?, _ text: String
  ) {
    let photo = Photo.stub(
      saleStatus: status, price: amount.flatMap { Price(amount: $0, currency: nil) })

    expectEqual(SheetEntry(photo: photo, thumbnail: nil).price, text)
  }
}

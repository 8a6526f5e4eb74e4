import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// XML responses.
@Suite struct PresetXMLTests {
  private func json(_ xml: String, items: [String] = []) throws -> String {
    let lists = items.map {
      PresetItems(keys: $0.split(separator: ".").map(String.init), kind: .list)
    }
    return String(
      decoding: try PresetXML.json(Array(xml.utf8), lists: lists), as: UTF8.self)
  }

  @Test(arguments: [
    ("<a/>", #"{"a":""}"#), ("<a>x</a>", #"{"a":"x"}"#),
    ("<?xml version='1.0'?><!-- c --><a b='1'/>", #"{"a":{"@b":"1"}}"#),
    ("<a b=\"1\">x</a>", ##"{"a":{"@b":"1","#text":"x"}}"##),
    ("<a><b>1</b><c>2</c><b>3</b></a>", #"{"a":{"b":["1","3"],"c":"2"}}"#),
    ("<p:a xmlns:p='u' p:b='1'><p:c/></p:a>", #"{"a":{"@b":"1","c":""}}"#),
    ("<a><![CDATA[<b>]]>&amp;&eacute;</a>", #"{"a":"<b>&é"}"#),
    ("<a>\n  <b/>\n</a>", #"{"a":{"b":""}}"#),
    ("<a>\"\\\u{1}</a>", #"{"a":"\"\\\u0001"}"#),
  ])
  func `elements become objects, lists and texts`(xml: String, expected: String) throws {
    try expectEqual(json(xml), expected)
  }

  @Test func `a single item is also a list, and an object`() throws {
    try expectEqual(
      json("<a><b><i>x</i></b></a>", items: ["a.b.i"]), ##"{"a":{"b":{"i":[{"#text":"x"}]}}}"##)
    try expectEqual(json("<i n='1'/>", items: ["i"]), #"{"i":[{"@n":"1"}]}"#)
  }

  @Test func `entities are not expanded and nothing is fetched`() throws {
    let xml = """
      <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]><a>&x;&y;</a>
      """

    try expectEqual(json(xml), #"{"a":"&x;&y;"}"#)
  }

  @Test func `elements that are too deep are dropped, and the rest can be read`() throws {
    let deep = String(repeating: "<b>", count: 150) + String(repeating: "</b>", count: 150)
    let text = try json("<a>\(deep)<c>1</c></a>", items: ["a.c"])
    let document = try PresetDocument.read(
      Array(text.utf8), items: [PresetItems(keys: ["a", "c"], kind: .list)])

    expectEqual(document.offsets.count, 1)
  }

  private func preset() throws -> Preset {
    try PresetFixture.preset(
      toml: """
        format = "xml"
        items = "multistatus.response"
        headers = { Depth = "1" }
        feed_title = "multistatus.title"
        [list]
        method = "PROPFIND"
        url = "https://dav.example/photos/?page={page}"
        body = '<d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind>'
        [fields]
        id = "href"
        title = "propstat.prop.displayname"
        image = "href"
        date = "propstat.prop.getlastmodified"
        width = "propstat.prop.size.@w"
        description = "propstat.prop.size"
        tags = "propstat.prop.tags.tag[]"
        [sale]
        when = "@sale"
        [[paging]]
        kind = "page"
        total = "multistatus.@total"
        [[errors]]
        path = "error"
        message = "error.message"
        """)
  }

  private let answer = """
    <?xml version="1.0" encoding="utf-8"?>
    <d:multistatus xmlns:d="DAV:" total="412">
      <d:title>Tr&#252;be</d:title>
      <d:response sale="yes"><d:href>/photos/a%20b.jpg</d:href><d:propstat><d:prop>
        <d:displayname>A &amp; B</d:displayname><d:size w="640">large</d:size>
        <d:getlastmodified>Wed, 07 Oct 2020 10:00:00 GMT</d:getlastmodified>
        <d:tags><d:tag>sea</d:tag><d:tag lang="en">north</d:tag></d:tags></d:prop></d:propstat>
      </d:response>
    </d:multistatus>
    """

  @Test func `items of an XML response are photos`() throws {
    let page = try PresetFixture.page(
      try preset(), answer, url: "https://dav.example/photos/")

    let photo = try #require(page.photos.first)
    expectEqual(page.photos.count, 1)
    expectEqual(page.title, "Trübe")
    expectEqual(page.totalCount, 412)
    expectEqual(page.next, .number)
    expectEqual(photo.name, "A & B")
    expectEqual(photo.imageURL?.absoluteString, "https://dav.example/photos/a%20b.jpg")
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_602_064_800))
    expectEqual(photo.width, 640)
    expectEqual(photo.description, "large")
    expectEqual(photo.tags, ["sea", "north"])
    expectEqual(photo.saleStatus, .forSale)
  }

  @Test func `a fault in an XML response is reported with its position`() throws {
    let preset = try preset()

    #expect(
      throws: PhotoSourceError.malformed(
        name: "x.example", line: 2, column: 1, reason: "expected </b>, found </a>")
    ) { try PresetFixture.page(preset, "<a><b>\n</a>") }
    #expect(throws: PhotoSourceError.self) { try PresetFixture.page(preset, #"{"a": 1}"#) }
    #expect(
      throws: PhotoSourceError.serviceFailed(source: "X", message: "Not today")
    ) {
      try PresetFixture.page(preset, "<error><message>Not today.</message></error>")
    }
    #expect {
      try PresetFixture.page(preset, "<!DOCTYPE html><html><body>Hello</body></html>")
    } throws: {
      guard case .notAFeed(_, _, content: .webPage)? = $0 as? PhotoSourceError else { return false }
      return true
    }
  }

  @Test func `a response that is cut or damaged anywhere is an error or a page`() throws {
    let format = try PresetFormat(preset: try preset(), argument: nil) { _ in nil }
    let url = try #require(URL(string: "https://dav.example/photos/"))
    let context = FeedContext(url: url, zone: .gmt, now: PresetFixture.now)
    let bytes = Array(answer.utf8)
    var errors = 0
    for place in bytes.indices {
      let (start, rest) = (Array(bytes[..<place]), Array(bytes[place...]))
      let signs = Array("<\"&]]>".utf8)
      let texts: [[UInt8]] = [start, start + [0xFF] + rest, start + signs + rest]
      for damaged in texts {
        let response = HTTPResponse(status: 200, body: damaged, url: url)
        do throws(PhotoSourceError) {
          let page = try format.decode(response, of: FeedPageRequest(), in: context)
          #expect(page.photos.count <= 1)
        } catch {
          errors += 1
        }
      }
    }
    #expect(errors > bytes.count)
  }

  @Test func `a request with another method has its body and headers`() throws {
    let request = try PresetFormat(preset: try preset(), argument: nil) { _ in nil }
      .request(for: FeedPageRequest())

    expectEqual(request.method, .propfind)
    expectEqual(request.headers["Depth"], "1")
    expectEqual(request.headers["Content-Type"], "application/xml")
    expectEqual(request.body?.isEmpty, false)
  }
}

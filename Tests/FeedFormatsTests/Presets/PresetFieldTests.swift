import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PresetFieldTests {
  private func photo(_ fields: String, _ item: String, rest: String = "") throws -> Photo {
    let preset = try PresetFixture.preset(fields: fields, rest: rest)
    let json =
      #"{"base":"https://b.example","items":[{"id":1,"image":"https://i.example/1.jpg",\#(item)}]}"#
    let page = try PresetFixture.page(preset, json)
    return try #require(page.photos.first)
  }

  @Test(arguments: [
    (#""a":" ","b":"second""#, "second"), (#""a":null,"b":"second""#, "second"),
    (#""a":"","b":"second""#, "second"), (#""a":"first","b":"second""#, "first"),
    (#""b":12.50"#, "12.50"), (#""a":{},"b":[]"#, Photo.untitled),
  ])
  func `of several alternatives the first that is not blank is used`(item: String, title: String)
    throws
  {
    try expectEqual(photo(#"title = ["a", "b"]"#, item).name, title)
  }

  @Test func `a template with an empty place has no value`() throws {
    let fields = #"title = ["{a} by {b}", "{a}"]"#

    try expectEqual(photo(fields, #""a":"Lake","b":"Ann""#).name, "Lake by Ann")
    try expectEqual(photo(fields, #""a":"Lake","b":"""#).name, "Lake")
  }

  @Test func `a template takes values from the whole response and from the request`() throws {
    let photo = try photo(#"page = "{$.base}/{id}""#, #""a":1"#)

    expectEqual(photo.pageURL?.absoluteString, "https://b.example/1")
  }

  @Test(arguments: [
    ("{ path = \"a\", html = true }", "<p>Tom &amp; <b>Ann</b></p>", "Tom & Ann"),
    ("{ path = \"a\", match = \"by (.*)$\" }", "Lake by Ann", "Ann"),
    ("{ path = \"a\", match = \"[0-9]+\" }", "no 42 of 50", "42"),
    ("{ path = \"a\", match = \"x(.*)\" }", "nothing", Photo.untitled),
    ("{ path = \"a\", replace = [\"_\", \" \"] }", "a_b_c", "a b c"),
    ("{ path = \"a\", replace = [[\"a\", \"1\"], [\"b\", \"2\"]] }", "ab", "12"),
    ("{ path = \"a\", map = { x = \"Cross\" } }", "x", "Cross"),
    ("{ path = \"a\", map = { x = \"Cross\" } }", "y", Photo.untitled),
    ("{ constant = \"Always\" }", "", "Always"),
    ("{ path = \"a\", when = \"ok\" }", "shown", "shown"),
    ("{ path = \"a\", when = { path = \"a\", is_not = \"shown\" } }", "shown", Photo.untitled),
  ])
  func `a transform changes the text`(field: String, value: String, title: String) throws {
    let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)

    try expectEqual(photo("title = \(field)", "\"ok\":true,\"a\":\(json)").name, title)
  }

  @Test func `tags come as a list or as one text`() throws {
    let fields = #"tags = { path = "tags[]", split = "," }"#

    try expectEqual(photo(fields, #""tags":["red","blue"]"#).tags, ["red", "blue"])
    try expectEqual(photo(fields, #""tags":"red, blue,,red""#).tags, ["red", "blue"])
    try expectEqual(photo(fields, #""tags":7"#).tags, ["7"])
    try expectEqual(photo(fields, #""tags":null"#).tags, [])
  }

  @Test(arguments: [
    ("https://x/a.jpg", "https://x/a.jpg?width=480"),
    ("https://x/a.jpg?v=1", "https://x/a.jpg?v=1&width=480"),
    ("https://x/a.jpg?width=9&v=1", "https://x/a.jpg?v=1&width=480"),
    ("https://x/a.jpg#top", "https://x/a.jpg?width=480#top"),
  ])
  func `a query item is appended to a URL`(address: String, expected: String) {
    expectEqual(PresetTransform.appendQuery("width=480").applied(to: address), [expected])
  }

  @Test func `numbers in quotes count, and excessive ones do not`() throws {
    let fields = "width = \"w\"\nheight = \"h\""

    let photo = try photo(fields, #""w":"1024","h":768.0"#)
    expectEqual(photo.width, 1024)
    expectEqual(photo.height, 768)
    for value in ["1e999", "-5", "0", "1e18", "99999999999999999999", "\"x\"", "1.5"] {
      try expectEqual(self.photo(fields, "\"w\":\(value)").width, nil)
    }
  }

  @Test(
    arguments: [
      (#""a":"2017-10-01T08:00:00-04:00""#, 1_506_859_200, nil),
      (#""a":1506859200"#, 1_506_859_200, nil),
      (#""a":"about 1890""#, nil, "about 1890"), (#""a":"0000-00-00 00:00:00""#, nil, nil),
      (#""a":0"#, nil, nil), (#""a":null"#, nil, nil),
      (#""a":"0000-00-00 00:00:00","b":"2001-02-03""#, 981_158_400, nil),
    ] as [(String, Double?, String?)])
  func `a date is read, or shown as the text it is, and zeros give way to the next alternative`(
    item: String, seconds: Double?, text: String?
  ) throws {
    let photo = try photo(#"date = ["a", "b"]"#, item)

    expectEqual(photo.createdAt, seconds.map { Date(timeIntervalSince1970: $0) })
    expectEqual(photo.dateText, text)
  }

  // MARK: - For sale, prices

  @Test(arguments: [
    ("true", "true", SaleStatus.forSale), ("true", "false", .notForSale),
    ("false", "true", .notForSale), ("true", "null", .unstated), ("null", "null", .unstated),
    ("\"maybe\"", "true", .unstated), ("\"yes\"", "true", .forSale), ("1", "\"true\"", .forSale),
  ])
  func `for a sale all conditions must hold, and nothing is guessed`(
    a: String, b: String, status: SaleStatus
  ) throws {
    let rest = "[sale]\nwhen = [\"a\", \"b\"]"

    try expectEqual(photo("", "\"a\":\(a),\"b\":\(b)", rest: rest).saleStatus, status)
  }

  @Test(
    arguments: [
      (#""s":"Active""#, .forSale), (#""s":"sold_out""#, .notForSale),
      (#""s":"active","v":[{"ok":false},{"ok":true}]"#, .forSale),
      (#""s":"active","v":[{"ok":false}]"#, .notForSale), (#""v":[{"ok":true}]"#, .unstated),
    ] as [(String, SaleStatus)])
  func `a condition may be optional or hold for one of many values`(
    item: String, status: SaleStatus
  ) throws {
    let rest =
      "[sale]\nwhen = [{ path = \"s\", is = [\"active\"] }, { path = \"v[].ok\", optional = true }]"

    try expectEqual(photo("", item, rest: rest).saleStatus, status)
  }

  @Test
  func `the cheapest available variant is shown, marked as from if there are more expensive ones`()
    throws
  {
    let rest = """
      [price]
      each = "v[]"
      amount = "price"
      variant = "id"
      available = "ok"
      """
    let two = try photo(
      "",
      #""v":[{"id":1,"price":"20.00","ok":true},{"id":2,"price":"9.5","ok":false},{"id":3,"price":"9.50","ok":true}]"#,
      rest: rest)
    let same = try photo(
      "", #""v":[{"id":1,"price":"20.00"},{"id":2,"price":"20.0"}]"#, rest: rest)

    expectEqual(two.price?.amount, "9.50")
    expectEqual(two.price?.isLowest, true)
    expectEqual(two.purchase?.variantID, "3")
    expectEqual(same.price?.isLowest, false)
  }
}

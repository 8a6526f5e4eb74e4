import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Additional requests for the items of a page.
@Suite struct PresetJoinTests {
  private func format(_ join: String, argument: String = "shop.example") throws -> PresetFormat {
    let preset = try PresetFixture.preset(
      url: "{base}/list",
      head: """
        argument = { kind = "address", meaning = "the server" }
        headers = { Authorization = "Bearer {key}" }
        [[variables]]
        name = "key"
        environment = "SHOP_KEY"
        secret = true
        """,
      fields: "title = \"album.name\"",
      rest: """
        [price]
        amount = "album.price"
        currency = { constant = "EUR" }
        [[join]]
        \(join)
        as = "album"
        """)
    return try PresetFormat(preset: preset, argument: argument) { _ in "secret" }
  }

  private func json(_ items: [String]) -> String {
    let texts = items.enumerated().map { index, item in
      #"{"id":\#(index),"image":"https://i.example/\#(index).jpg","in":\#(item)}"#
    }
    return #"{"items":[\#(texts.joined(separator: ","))]}"#
  }

  private func joins(_ format: PresetFormat, _ json: String) throws -> [HTTPRequest] {
    let response = try PresetFixture.response(json, url: "https://shop.example/list")
    return format.joins(
      of: response, on: FeedPageRequest(),
      in: FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now))
  }

  private let template = "url = \"{@base}/albums/{in}\""

  @Test(arguments: [
    (["5", "6", "5", "null", "\"\""], ["5", "6"]),
    // An item's values cannot lead elsewhere on the server.
    (
      ["\"../admin?x=1#y\"", "\"a b\"", "\"//evil.example\""],
      ["..%2Fadmin%3Fx%3D1%23y", "a%20b", "%2F%2Fevil.example"]
    ),
  ])
  func `each URL is requested once, with the key of its own server`(
    items: [String], paths: [String]
  ) throws {
    let requests = try joins(try format(template), json(items))

    expectEqual(
      requests.map(\.url.absoluteString), paths.map { "https://shop.example/albums/\($0)" })
    #expect(requests.allSatisfy { $0.headers["Authorization"] == "Bearer secret" })
    #expect(requests.allSatisfy { $0.answerByteLimit ?? 0 > 0 })
  }

  @Test func `a URL from an item does not get the key of another server`() throws {
    let requests = try joins(
      try format("url = \"in\""),
      json([
        "\"https://evil.example/a\"", "\"/albums/7\"", "\"file:///etc/passwd\"",
        "\"https://shop.example:8443/a\"",
      ]))

    expectEqual(
      requests.map { [$0.url.absoluteString, $0.headers["Authorization"]] },
      [
        ["https://evil.example/a", nil], ["https://shop.example/albums/7", "Bearer secret"],
        ["https://shop.example:8443/a", nil],
      ])
  }

  @Test func `a page requests at most a hundred URLs`() throws {
    try expectEqual(joins(try format(template), json((0..<250).map(\.description))).count, 100)
  }

  @Test func `only items that meet the condition have one`() throws {
    let format = try format(template + "\nwhen = { path = \"in\", is_not = \"6\" }")

    try expectEqual(joins(format, json(["5", "6"])).map(\.url.lastPathComponent), ["5"])
  }

  @Test func `an item is read with the response, and without it if there is none`() throws {
    let format = try format(template)
    let response = try PresetFixture.response(
      json(["5", "6", "7"]), url: "https://shop.example/list")
    var context = FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now)
    func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
    context.joined = [
      try url("https://shop.example/albums/5"): Array(#"{"name":"North","price":"12.50"}"#.utf8),
      try url("https://shop.example/albums/6"): Array("<html>".utf8),
    ]

    let page = try format.decode(response, of: FeedPageRequest(), in: context)

    expectEqual(page.photos.map(\.name), ["North", Photo.untitled, Photo.untitled])
    expectEqual(page.photos.map { $0.price?.amount }, ["12.50", nil, nil])
  }

  @Test func `a file makes no requests`() throws {
    let preset = try format(template).preset
    let file = PresetFormat(preset: preset, file: "x.json") { _ in "secret" }

    #expect(try joins(file, json(["5"])).isEmpty)
  }

  @Test func `an answer that several items share is read for each of them`() throws {
    let format = try format(template)
    let response = try PresetFixture.response(
      json(Array(repeating: "5", count: 50)), url: "https://shop.example/list")
    var context = FeedContext(url: response.url, zone: .gmt, now: PresetFixture.now)
    let url = try #require(URL(string: "https://shop.example/albums/5"))
    context.joined[url] = Array(#"{"name":"North"}"#.utf8)

    _ = format.joins(of: response, on: FeedPageRequest(), in: context)
    let page = try format.decode(response, of: FeedPageRequest(), in: context)

    expectEqual(page.photos.map(\.name), [String](repeating: "North", count: 50))
  }
}

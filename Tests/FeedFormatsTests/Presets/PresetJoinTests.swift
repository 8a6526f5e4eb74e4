import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Additional requests for the items of a page.
@Suite struct PresetJoinTests {
  private func format(_ join: String) throws -> PresetFormat {
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
      rest: "[[join]]\n\(join)\nas = \"album\"")
    return try PresetFormat(preset: preset, argument: "shop.example") { _ in "secret" }
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
    #expect(requests.allSatisfy { $0.responseByteLimit ?? 0 > 0 })
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
}

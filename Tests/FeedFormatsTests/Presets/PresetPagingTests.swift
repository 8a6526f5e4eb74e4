import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PresetPagingTests {
  private func preset(_ paging: String, url: String = "https://x.example/list?page={page}&n={size}")
    throws -> Preset
  {
    try PresetFixture.preset(url: url, rest: "[[paging]]\n\(paging)")
  }

  private func json(_ count: Int, _ rest: String = "") -> String {
    let items = (0..<count).map { #"{"id":\#($0),"image":"https://i.example/\#($0).jpg"}"# }
    return #"{"items":[\#(items.joined(separator: ","))]\#(rest)}"#
  }

  private func next(_ preset: Preset, _ json: String, headers: HTTPHeaders = [:]) throws
    -> FeedPage.Next
  {
    try PresetFixture.page(
      preset, json, headers: headers, request: FeedPageRequest(size: 2),
      url: "https://x.example/list?page=1"
    ).next
  }

  private func url(
    _ preset: Preset, _ position: FeedPosition, size: Int = 2, argument: String? = nil
  ) throws -> String {
    let format = try PresetFormat(preset: preset, argument: argument) { _ in nil }
    return try format.request(for: FeedPageRequest(position: position, size: size)).url
      .absoluteString
  }

  @Test func `pages count from where the service starts`() throws {
    let one = try preset("kind = \"page\"\nfirst = 1")
    let zero = try preset("kind = \"page\"\nfirst = 0")

    try expectEqual(url(one, .number(3)), "https://x.example/list?page=3&n=2")
    try expectEqual(url(zero, .number(3)), "https://x.example/list?page=2&n=2")
    #expect(try url(one, .number(Int.max)).contains("page=\(Int.max)"))
  }

  @Test func `offsets count from 0 or 1`() throws {
    let address = "https://x.example/list?start={offset}&n={size}"
    let zero = try preset("kind = \"offset\"", url: address)
    let one = try preset("kind = \"offset\"\nfirst = 1", url: address)

    try expectEqual(url(zero, .number(3)), "https://x.example/list?start=4&n=2")
    try expectEqual(url(one, .number(3)), "https://x.example/list?start=5&n=2")
  }

  @Test(
    arguments: [
      ("\"https://x.example/list?page=2\"", "https://x.example/list?page=2"),
      ("\"http://x.example/list?page=2\"", "https://x.example/list?page=2"),
      ("\"/list?page=2\"", "https://x.example/list?page=2"),
      ("\"?page=2\"", "https://x.example/list?page=2"),
      ("\"//y.example/2\"", "https://y.example/2"),
      ("\"\"", nil), ("null", nil), ("false", nil), ("\"javascript:alert(1)\"", nil),
      ("\"file:///etc/passwd\"", nil), ("[]", nil),
    ] as [(String, String?)])
  func `a next URL may be relative and keeps https, and an invalid one ends the feed`(
    raw: String, expected: String?
  ) throws {
    let preset = try preset("kind = \"next_url\"\nnext = \"next\"", url: "https://x.example/list")
    let url = expected.flatMap { URL(string: $0) }

    try expectEqual(
      next(preset, json(1, #","next":\#(raw)"#)), url.map { .continuation(.url($0)) } ?? .end)
    // Some services name a next page even on an empty one.
    try expectEqual(next(preset, json(0, #","next":\#(raw)"#)), .end)
  }

  @Test func `numbered pages keep their numbers whatever leads to the next one`() throws {
    let preset = try preset("kind = \"next_url\"\nnext = \"next\"")

    try expectEqual(next(preset, json(1, #","next":"https://x.example/2""#)), .number)
  }

  @Test(arguments: [
    ("<https://x.example/?p=2>; rel=\"next\"", true), ("<https://x.example/?p=2>; rel=next", true),
    ("<https://x.example/a,b>; rel=\"prev\", </?p=2>; title=\"x\"; rel=\"last next\"", true),
    ("<https://x.example/?p=2>; rel=\"nextish\"", false),
    ("<https://x.example/?p=1>; rel=\"prev\"", false), ("<https://x.example", false), ("", false),
  ])
  func `the link header leads to the next page`(link: String, hasNext: Bool) throws {
    let preset = try preset("kind = \"link_header\"", url: "https://x.example/list")

    let next = try next(preset, json(1), headers: ["Link": link])

    let expected = try #require(URL(string: "https://x.example/?p=2"))
    expectEqual(next, (hasNext ? .continuation(.url(expected)) : .end))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a link header that opens and never closes is read once`() {
    for piece in ["<", "<a", "< <https://x.example/"] {
      let headers: HTTPHeaders = ["Link": String(repeating: piece, count: 100_000)]
      expectEqual(headers.nextLink, nil)
    }
  }

  @Test(arguments: [
    ("\"abc\"", FeedPage.Next.continuation(.token("abc"))), ("2", .continuation(.token("2"))),
    ("\"2\"", .continuation(.token("2"))), ("null", .end), ("false", .end), ("\"\"", .end),
    ("\"false\"", .end),
  ])
  func `a token requests the next page, and an empty one ends the feed`(
    token: String, expected: FeedPage.Next
  ) throws {
    let preset = try preset(
      "kind = \"token\"\nnext = \"next\"\nparameter = \"cursor\"",
      url: "https://x.example/list?n={size}")

    try expectEqual(next(preset, json(1, #","next":\#(token)"#)), expected)
    try expectEqual(
      url(preset, .continuation(.token("a&b=c"))), "https://x.example/list?n=2&cursor=a%26b%3Dc")
  }

  @Test func `a merged object adds to the first page's items`() throws {
    let preset = try preset(
      "kind = \"merge\"\nnext = \"continue\"", url: "https://x.example/w?q=a&n={size}")

    let next = try next(preset, json(1, #","continue":{"q":"b c","off":20,"x":null}"#))

    expectEqual(next, .continuation(.token("q=b%20c&off=20")))
    guard case .continuation(let continuation) = next else { return }
    try expectEqual(
      url(preset, .continuation(continuation)), "https://x.example/w?q=b%20c&n=2&off=20")
  }
}

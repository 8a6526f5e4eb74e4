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

  private func next(
    _ preset: Preset, _ json: String, headers: HTTPHeaders = [:], page: Int = 1, size: Int = 2,
    url: String = "https://x.example/list?page=1"
  ) throws -> FeedPage.Next {
    let request = FeedPageRequest(position: .number(page), size: size)
    return try PresetFixture.page(preset, json, headers: headers, request: request, url: url).next
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

  @Test(arguments: [
    (#","pages":3"#, 2, FeedPage.Next.number), (#","pages":3"#, 3, .end),
    (#","pages":"3""#, 2, .number), (#","total":6"#, 2, .number), (#","total":6"#, 3, .end),
    (#","total":5"#, 3, .end), (#","pages":1000,"total":55697"#, 1000, .end),
  ])
  func `a count of pages or of items ends the feed`(
    rest: String, page: Int, expected: FeedPage.Next
  ) throws {
    let preset = try preset("kind = \"page\"\npages = \"pages\"\ntotal = \"total\"")

    try expectEqual(next(preset, json(2, rest), page: page), expected)
  }

  @Test func `without a count the feed ends at a short or an empty page`() throws {
    let short = try preset("kind = \"page\"\nuntil = \"short\"")
    let empty = try preset("kind = \"page\"\nuntil = \"empty\"")

    try expectEqual(next(short, json(2)), .number)
    try expectEqual(next(short, json(1)), .end)
    try expectEqual(next(empty, json(1)), .number)
    try expectEqual(next(empty, json(0)), .end)
  }

  @Test func `a status after the last page is the end, and an error on page 1`() throws {
    let preset = try preset("kind = \"page\"\nend_statuses = [400]")
    let second = FeedPageRequest(position: .number(2))

    let page = try PresetFixture.page(preset, "{}", status: 400, request: second)

    #expect(page.photos.isEmpty)
    expectEqual(page.next, .end)
    #expect(throws: PhotoSourceError.serverFailed(host: "x.example", status: 400)) {
      try PresetFixture.page(preset, "{}", status: 400)
    }
  }

  @Test func `offsets count from 0 or 1 and end at the total`() throws {
    let address = "https://x.example/list?start={offset}&n={size}"
    let zero = try preset("kind = \"offset\"\ntotal = \"total\"", url: address)
    let one = try preset("kind = \"offset\"\nfirst = 1\ntotal = \"total\"", url: address)

    try expectEqual(url(zero, .number(3)), "https://x.example/list?start=4&n=2")
    try expectEqual(url(one, .number(3)), "https://x.example/list?start=5&n=2")
    try expectEqual(next(zero, json(2, #","total":5"#), page: 2), .number)
    try expectEqual(next(zero, json(1, #","total":5"#), page: 3), .end)
    try expectEqual(next(zero, json(0, #","total":5"#), page: 2), .end)
  }

  @Test func `a page may have fewer photos than the service counts on it`() throws {
    let address = "https://x.example/list?start={offset}&n={size}"
    let stated = try preset(
      "kind = \"offset\"\nfirst = 1\ncount = \"c\"\ntotal = \"t\"", url: address)
    let header = try preset(
      "kind = \"offset\"\ncount = \"header:X-Count\"\nlimit = \"header:X-Limit\"\nuntil = \"short\"",
      url: address)

    try expectEqual(next(stated, json(3, #","c":30,"t":34"#), size: 30), .number)
    try expectEqual(next(stated, json(3, #","c":4,"t":34"#), page: 2, size: 30), .end)
    try expectEqual(next(header, json(1), headers: ["X-Count": "2", "X-Limit": "2"]), .number)
    try expectEqual(next(header, json(1), headers: ["X-Count": "1", "X-Limit": "2"]), .end)
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
      let link = String(repeating: piece, count: 100_000)
      expectEqual(PresetNextAddress.link(["Link": link]), nil)
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

  @Test func `the first paging rule that fits the response is used`() throws {
    let preset = try preset(
      "kind = \"page\"\npages = \"pages\"\n[[paging]]\nkind = \"link_header\"\ntotal = \"header:X-Total\""
    )
    let request = FeedPageRequest(size: 2)

    let search = try PresetFixture.page(preset, json(2, #","pages":1"#), request: request)
    let list = try PresetFixture.page(
      preset, json(2), headers: ["Link": "<https://x.example/2>; rel=next", "X-Total": "9"],
      request: request)

    expectEqual(search.next, .end)
    expectEqual(list.next, .number)
    expectEqual(list.totalCount, 9)
  }
}

import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PresetTokenTests {
  private func format(_ toml: String, argument: String? = "search.example/photos") throws
    -> PresetFormat
  {
    let preset = try PresetFixture.preset(
      items: "\"hits.hits\"", url: nil,
      head: """
        argument = { kind = "address", meaning = "the index" }
        [[variables]]
        name = "key"
        environment = "SEARCH_KEY"
        secret = true
        """, id: "_id", image: "_source.url", rest: toml)
    return try PresetFormat(preset: preset, argument: argument) { _ in "secret" }
  }

  private func hits(_ sorts: [String], _ rest: String = "") -> String {
    let hits = sorts.enumerated().map { index, sort in
      #"{"_id":"h\#(index)","_source":{"url":"https://i.example/\#(index).jpg"},"sort":\#(sort)}"#
    }
    return #"{\#(rest)"hits":{"total":{"value":900},"hits":[\#(hits.joined(separator: ","))]}}"#
  }

  private func body(_ request: HTTPRequest) -> String {
    String(decoding: request.body ?? [], as: UTF8.self)
  }

  private let searchAfter = """
    [list]
    method = "POST"
    url = "{base}/_search"
    body = '{"size": {size}, "after": "{after}", "page": {after}}'
    [[paging]]
    kind = "token"
    next = "hits.hits[-1].sort"
    parameter = "after"
    total = "hits.total.value"
    """

  @Test func `a value of the last item is the next page's token`() throws {
    let format = try format(searchAfter)

    let first = try format.request(for: FeedPageRequest(size: 2))
    let page = try PresetFixture.page(format, hits(["7", #""b\"c""#]))
    guard case .continuation(let continuation) = page.next else {
      Issue.record("the feed ends")
      return
    }
    let second = try format.request(
      for: FeedPageRequest(position: .continuation(continuation), size: 2))

    #expect(first.method == .post && first.isRepeatable)
    expectEqual(body(first), #"{"size": 2, "after": "", "page": null}"#)
    expectEqual(page.totalCount, 900)
    #expect(!format.hasNumberedPages)
    expectEqual(body(second), #"{"size": 2, "after": "b\"c", "page": "b\"c"}"#)
    expectEqual(second.url, first.url)
  }

  @Test(arguments: [
    "null", "[]", "[2]", "{}", "\"\"", "false", "\"\(String(repeating: "x", count: 17_000))\"", "7",
  ])
  func `an invalid or excessively long token ends the feed`(sort: String) throws {
    let page = try PresetFixture.page(try format(searchAfter), hits(["1", sort]))

    expectEqual(page.next, sort == "7" ? .continuation(.token("7")) : .end)
  }

  @Test func `a key is hidden in every request, and a body with one stays on its host`() throws {
    let format = try format(
      """
      [list]
      method = "POST"
      url = "{base}/_search?lister={key}"
      body = '{"key": "{key}", "size": {size}}'
      [search]
      url = "{base}/_find?finder={key}&q={query}"
      """)

    let list = try format.request(for: FeedPageRequest(size: 2))
    let search = try format.request(for: FeedPageRequest(query: PhotoQuery(search: "sea")))

    #expect(list.secretNames.isSuperset(of: ["finder", "lister"]))
    #expect(search.redirects == .anywhere && list.redirects == .sameHost)
    expectEqual(body(list), #"{"key": "secret", "size": 2}"#)
  }

  @Test(arguments: ["base", "host", "origin", "query", "argument", "size", "key"])
  func `a response cannot fill a place that decides where a request goes`(name: String) {
    #expect(throws: PresetProblem.self) {
      try format(
        """
        [list]
        url = "{base}/list"
        [[paging]]
        kind = "token"
        next = "next"
        parameter = "\(name)"
        """)
    }
  }

  @Test func `items merged from a response fill no place of the request`() throws {
    let format = try format(
      """
      [list]
      url = "{base}/list?n={size}"
      [[paging]]
      kind = "merge"
      next = "continue"
      """)

    let request = try format.request(
      for: FeedPageRequest(
        position: .continuation(.token("base=https%3A%2F%2Fevil.example&size=9")), size: 2))

    expectEqual(
      request.url.absoluteString,
      "https://search.example/photos/list?n=2&base=https%3A%2F%2Fevil.example&size=9")
  }
}

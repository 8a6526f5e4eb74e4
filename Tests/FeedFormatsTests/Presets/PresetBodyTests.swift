import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PresetBodyTests {
  private func body(_ text: String, _ values: [String: String] = [:]) -> String {
    PresetTemplate(text).filledAsJSON { values[$0] }
  }

  @Test(arguments: [
    (#"{"page": {page}, "q": "{query}"}"#, #"{"page": 3, "q": "sea"}"#),
    (#"{"a": "{after}"}"#, #"{"a": ""}"#), (#"{"a": {after}}"#, #"{"a": null}"#),
    (#"["{query}: {page}", {}, []]"#, #"["sea: 3", {}, []]"#),
    (#"{"a{b": "}\"{page}"}"#, #"{"a{b": "}\"3"}"#),
  ])
  func `a place is filled, or empty`(text: String, expected: String) {
    expectEqual(body(text, ["page": "3", "query": "sea"]), expected)
  }

  @Test(arguments: [
    #"" , "x": "y"#, #"\"#, #"\" }, {"#, "{\"match_all\": {}}", "[1]", "{page}", "\u{1}page",
    "\n\t",
    "null", "é\u{2028}日",
  ])
  func `text typed by the user cannot break the syntax`(typed: String) throws {
    let text = body(#"{"a": "{query}", "b": {query}, "c": [{query}]}"#, ["query": typed])

    let value = try #require(JSONValue(bytes: Array(text.utf8)))
    guard case .object(let members) = value else {
      Issue.record("no object: \(text)")
      return
    }
    expectEqual(members.map(\.name), ["a", "b", "c"])
    expectEqual(value["a"], .text(typed))
    expectEqual(value["b"], .text(typed))
    expectEqual(value["c"], .array([.text(typed)]))
  }

  @Test func `numbers and Booleans keep their types`() {
    expectEqual(
      body(#"[{a}, {b}, {c}]"#, ["a": "12", "b": "true", "c": "1.50"]), "[12, true, 1.50]")
  }

  @Test(arguments: [
    "{\"a\": }", "{a: 1}", "{} x", "", "plain", "{\"a\": {b c\": 1}", "[1,]", "<report/>",
    "{\"a?\": {page}}",
  ])
  func `anything that is not JSON is rejected, and so is a name of former presets`(text: String) {
    let problem = PresetFixture.problem { () throws(PresetProblem) in
      try PresetFixture.preset(
        rest: """
          [search]
          method = "POST"
          url = "https://x.example/list"
          body = '''\(text)'''
          """)
    }
    expectEqual(problem?.key, "search.body")
  }

  @Test func `a request has the type of JSON, unless the preset sets another`() throws {
    let request = try self.request("Accept = \"*/*\"")

    expectEqual(request.method, .post)
    expectEqual(request.headers["Accept"], "*/*")
    expectEqual(request.headers["Content-Type"], "application/json")
    try expectEqual(
      self.request("\"Content-Type\" = \"text/json\"").headers.values(of: "Content-Type"),
      ["text/json"])
  }

  private func request(_ headers: String) throws -> HTTPRequest {
    let preset = try PresetFixture.preset(
      url: nil,
      head: """
        headers = { \(headers) }
        [list]
        method = "POST"
        url = "https://x.example/list"
        body = '{}'
        """)
    return try PresetFormat(preset: preset, argument: nil) { _ in nil }
      .request(for: FeedPageRequest())
  }
}

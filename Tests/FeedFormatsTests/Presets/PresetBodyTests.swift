import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// Bodies of requests, and the values of their places.
@Suite struct PresetBodyTests {
  private func body(
    _ text: String, _ texts: [String: String] = [:], json: [String: String] = [:]
  ) throws -> String {
    try PresetBody(text).filled(PresetPlaceholderValues(texts: texts, json: json))
  }

  @Test(arguments: [
    (#"{"page": {page}, "q": "{query}"}"#, #"{"page":3,"q":"sea"}"#),
    (#"{"a?": {after}, "q": "{query}"}"#, #"{"q":"sea"}"#),
    (#"{"a?": "{after}", "q?": "{query}"}"#, #"{"q":"sea"}"#),
    (#"{"a?": {"b": [1, {"c": "{after}"}]}, "d": null}"#, #"{"d":null}"#),
    (#"{"must": [{"match?": {"t": "{after}"}}, {"x": true}]}"#, #"{"must":[{"x":true}]}"#),
    (#"{"must": [{"match?": {"t": "{after}"}}]}"#, #"{"must":[]}"#),
    (#"{"a": {"b?": "{after}"}}"#, #"{"a":{}}"#), (#"{"a?": "{after}"}"#, "{}"),
    (#"{"a": "{after}"}"#, #"{"a":""}"#), (#"{"a": {after}}"#, #"{"a":null}"#),
    (#"{"?": {page}}"#, #"{"?":3}"#), (#"["{query}: {page}", {}, []]"#, #"["sea: 3",{},[]]"#),
    (#"{"a{b": "}\"{page}"}"#, #"{"a{b":"}\"3"}"#),
  ])
  func `an optional member with an empty place is dropped`(
    text: String, expected: String
  ) throws {
    try expectEqual(body(text, ["page": "3", "query": "sea"]), expected)
  }

  @Test func `a JSON token is inserted as JSON, and as text in quotation marks`() throws {
    var places = PresetPlaceholderValues()
    places.set("after", token: #"[1700000000000, "a\"b", null]"#)
    places.set("word", token: "DnF1ZXJ5")

    let text = try PresetBody(#"{"search_after": {after}, "t": "{after}", "w": {word}}"#)
      .filled(places)

    expectEqual(
      text,
      #"{"search_after":[1700000000000,"a\"b",null],"t":"[1700000000000, \"a\\\"b\", null]","w":"DnF1ZXJ5"}"#
    )
    #expect(JSONValue(bytes: Array(text.utf8)) != nil)
  }

  @Test(arguments: [
    #"" , "x": "y"#, #"\"#, #"\" }, {"#, "{\"match_all\": {}}", "[1]", "{page}", "\u{1}page",
    "\n\t",
    "null", "é\u{2028}日",
  ])
  func `text typed by the user cannot break the syntax`(typed: String) throws {
    let text = try body(#"{"a": "{query}", "b": {query}, "c": [{query}]}"#, ["query": typed])

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

  @Test func `numbers and Booleans keep their types`() throws {
    try expectEqual(
      body(#"[{a}, {b}, {c}]"#, ["a": "12", "b": "true", "c": "1.50"]), "[12,true,1.50]")
  }

  @Test(arguments: [
    "{\"a\": }", "{a: 1}", "{} x", "", "plain", "{\"a\": {b c\": 1}", "[1,]", "<report/>",
  ])
  func `anything that is not JSON is rejected`(text: String) {
    #expect(throws: PresetSyntaxFault.self) { try PresetBody(text) }
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
      toml: """
        items = "items"
        headers = { \(headers) }
        [list]
        method = "POST"
        url = "https://x.example/list"
        body = '{}'
        [fields]
        id = "id"
        image = "image"
        """)
    return try PresetFormat(preset: preset, argument: nil) { _ in nil }
      .request(for: FeedPageRequest())
  }
}

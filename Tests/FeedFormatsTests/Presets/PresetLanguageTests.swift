import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// The latest additions to the preset language: indices in the path of items, texts in several languages, patterns in
/// conditions, a reference to a first page, a name and a password.
@Suite struct PresetLanguageTests {
  private func preset(
    items: String = "\"items\"", _ head: String = "", fields: String = ""
  ) throws(PresetProblem) -> Preset {
    try PresetFixture.preset(
      items: items, url: "https://x.example/list", head: head, fields: fields)
  }

  @Test func `items may be in one of several lists`() throws {
    let preset = try preset(items: #"["groups[1].rows", "rows"]"#)
    func ids(_ json: String) throws -> [String] {
      try PresetFixture.page(preset, json).photos.map(\.id)
    }
    func rows(_ id: Int) -> String { #"{"rows":[{"id":\#(id),"image":"/\#(id).jpg"}],"n":1}"# }

    try expectEqual(ids(#"{"groups":[\#(rows(1)),\#(rows(2)),\#(rows(3))]}"#), ["2"])
    try expectEqual(ids(#"{"groups":[\#(rows(1))],"rows":[{"id":9,"image":"/9.jpg"}]}"#), ["9"])
    #expect(throws: PhotoSourceError.self) { try ids(#"{"groups":[\#(rows(1))]}"#) }
    #expect(throws: PhotoSourceError.self) { try ids(#"{"groups":{"rows":[]}}"#) }
  }

  @Test func `values next to items in lists can also be read`() throws {
    let preset = try preset(
      items: "\"groups[0].rows\"", "feed_title = \"groups[1].name\"")
    let page = try PresetFixture.page(
      preset,
      #"{"groups":[{"name":"a","rows":[{"id":1,"image":"/1.jpg"}]},{"name":"b"}],"x":[1,2]}"#)

    expectEqual(page.title, "b")
    expectEqual(page.photos.count, 1)
  }

  @Test(arguments: ["groups[].rows", "groups[-1].rows", "groups[a=b].rows", "$.rows", "header:X"])
  func `the path of items consists of names and indices only`(items: String) {
    #expect(throws: PresetProblem.self) { try preset(items: "\"\(items)\"") }
  }

  @Test func `a condition may require a pattern, and a field may require a missing value`()
    throws
  {
    let preset = try preset(
      "keep = { path = \"type\", match = \"^image/\" }",
      fields: #"""
        title = [{ path = "a", when = { path = "hidden", is_not = "1", optional = true } }, "b"]
        """#)
    let page = try PresetFixture.page(
      preset,
      #"""
      {"items":[{"id":1,"image":"/1.jpg","type":"image/png","a":"A","b":"B"},
      {"id":2,"image":"/2.jpg","type":"video/mp4"},{"id":3,"image":"/3.jpg","a":"A","b":"B","hidden":"1"},
      {"id":4,"image":"/4.jpg","a":"A","b":"B","hidden":"0"}]}
      """#)

    expectEqual(page.photos.map(\.id), ["1", "3", "4"])
    expectEqual(page.photos.map(\.name), ["A", "B", "A"])
    #expect(throws: PresetProblem.self) {
      try self.preset("keep = { path = \"type\", match = \"(\" }")
    }
  }

  @Test(arguments: [
    ("https://x.example/list", false), ("file:///etc/passwd", false), ("https://x.example/2", true),
  ])
  func `a response that refers to itself as the first page has no other one, nor has a saved one`(
    first: String, isSaved: Bool
  ) throws {
    let preset = try preset("first_page = \"first\"")
    let format =
      isSaved
      ? PresetFormat(preset: preset, file: "x.json", environment: { _ in nil })
      : try PresetFormat(preset: preset, argument: nil, environment: { _ in nil })

    #expect(throws: PhotoSourceError.self) {
      try PresetFixture.page(format, "{\"first\":\"\(first)\"}")
    }
    // A response with items, even an empty list, is the first page.
    try expectEqual(PresetFixture.page(format, #"{"first":"/2","items":[]}"#).next, .end)
  }

  @Test func `a name and a password are sent together or not at all`() throws {
    let preset = try preset(
      """
      login = { user = "{name}", password = "{word}" }
      variables = [{ name = "name", environment = "NAME" }, { name = "word", environment = "WORD", secret = true }]
      """)
    func user(_ environment: [String: String]) throws -> ServerCredentials? {
      let format = try PresetFormat(preset: preset, argument: nil) { environment[$0] }
      return try format.request(for: FeedPageRequest()).credentials
    }

    try expectEqual(
      user(["NAME": "ann", "WORD": "pä:ss"]),
      ServerCredentials(user: "ann", password: Array("pä:ss".utf8)))
    try expectEqual(user(["NAME": "ann"]), nil)
    #expect(throws: PresetProblem.self) {
      try self.preset("login = { user = \"{nobody}\", password = \"x\" }")
    }
  }

  @Test func `a text in endless languages is limited`() throws {
    let preset = try preset(
      "feed_title = { path = \"label\", languages = true }")
    let labels = (0..<5_000).map { #"{"@value":"\#($0)","@language":"l\#($0)"}"# }

    try expectEqual(
      PresetFixture.page(
        preset, #"{"label":[\#(labels.joined(separator: ","))],"items":[]}"#
      ).title, "0")
  }
}

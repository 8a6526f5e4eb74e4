import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

/// The path of items, texts in several languages, a reference to a first page, a name and a password.
@Suite struct PresetLanguageTests {
  private func preset(items: String = "\"items\"", _ head: String = "") throws(PresetProblem)
    -> Preset
  {
    try PresetFixture.preset(items: items, url: "https://x.example/list", head: head)
  }

  @Test(arguments: ["groups[].rows", "groups[-1].rows", "groups[a=b].rows", "$.rows", "header:X"])
  func `the path of items consists of names and indices only`(items: String) {
    #expect(throws: PresetProblem.self) { try preset(items: "\"\(items)\"") }
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

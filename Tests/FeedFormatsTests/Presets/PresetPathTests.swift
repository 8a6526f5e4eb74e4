import ExpectationSupport
import Testing

@testable import FeedFormats

@Suite struct PresetPathTests {
  private let value = """
    {"a":{"b":[{"c":"first"},{"c":"last"}],"x.y":"point"},"n":7,"t":true,"none":null,
    "links":[{"href":"1"},{"rel":"preview","href":"2"}],"pages":{"10":{"id":1},"9":{"id":2}},
    "tags":["red","blue"],"empty":[]}
    """

  private func texts(_ path: String) throws -> [String] {
    var reader = JSONReader(Array(value.utf8))
    let item = try reader.readValue()
    let scope = PresetScope(
      item: item, root: .object([JSONMember(name: "r", value: .text("root"))]),
      headers: ["X-Token": "header"], variables: [:])
    return try PresetPath(path).values(in: scope).compactMap(\.presetText)
  }

  @Test(arguments: [
    ("a.b[0].c", ["first"]), ("a.b[-1].c", ["last"]), ("a.b[].c", ["first", "last"]),
    ("a[\"x.y\"]", ["point"]), ("n", ["7"]), ("t", ["true"]), ("none", []),
    ("links[rel=preview].href", ["2"]), ("links[rel=other].href", []), ("pages.*.id", ["1", "2"]),
    ("tags[]", ["red", "blue"]), ("tags.*", ["red", "blue"]), ("n[]", ["7"]), ("$.r", ["root"]),
    ("header:x-token", ["header"]), ("header:X-Other", []), ("empty[]", []), ("empty[0]", []),
  ])
  func `a path finds the value`(path: String, expected: [String]) throws {
    try expectEqual(texts(path), expected)
  }

  @Test(arguments: [
    "a.b[2].c", "a.b[-3].c", "a.b[9223372036854775807].c", "a.b[-9223372036854775808].c", "n.x",
    "n[0]", "tags.x", "tags[rel=x]", "none.x", "none[]", "missing[].x",
  ])
  func `a path that leads nowhere finds nothing`(path: String) throws {
    #expect(try texts(path).isEmpty)
  }

  @Test(arguments: ["a[0", "a..b", "a.", ".a", "a[x]", "a[=x]"])
  func `an invalid path is rejected`(path: String) {
    #expect(throws: PresetSyntaxFault.self) { try PresetPath(path) }
  }
}

import ExpectationSupport
import Testing

@testable import FeedFormats

@Suite struct XMLReaderTests {
  /// The tokens of a document as a line: `<a x="1">`, `text`, `>`.
  private func steps(_ text: String) throws -> String {
    var reader = XMLReader(Array(text.utf8))
    var output = ""
    while let token = try reader.next() {
      switch token {
      case .start(let tag):
        let attributes = tag.attributes.map { " \(name($0.name))=\"\($0.value)\"" }.joined()
        output += "<\(name(tag.name))\(attributes)>"
      case .end: output += "</>"
      case .text(let range, let isCDATA): output += reader.text(range, isCDATA: isCDATA)
      }
    }
    return output
  }

  private func name(_ name: XMLName) -> String {
    let namespace = name.namespace.map { "{\($0)}" } ?? ""
    return name.prefix.isEmpty ? namespace + name.local : "\(namespace)\(name.prefix):\(name.local)"
  }

  @Test(arguments: [
    ("<a/>", "<a></>"), ("<a></a>", "<a></>"), ("<a ></a >", "<a></>"), ("<a\n/>", "<a></>"),
    ("<a>x</a>", "<a>x</>"), ("<a><b/>x<b/></a>", "<a><b></>x<b></></>"),
    ("<a x='1' y = \"2\"/>", "<a x=\"1\" y=\"2\"></>"), ("<a x='<>\"'/>", "<a x=\"<>\"\"></>"),
    (" \n<?xml version='1.0'?>\n<!-- - -- <b> --><a/>", "<a></>"),
    ("<!DOCTYPE a SYSTEM \"x>y\"><a/>", "<a></>"),
    (
      "<!DOCTYPE a [<!ENTITY b \"]>\"><!-- ' --><!ENTITY c SYSTEM 'file:///etc/passwd'>]><a>&b;&c;</a>",
      "<a>&b;&c;</>"
    ),
    ("<a>x<!-- y -->z<?php echo ?></a>", "<a>xz</>"),
    ("<a><![CDATA[<b>&amp;]]]]><![CDATA[>]]></a>", "<a><b>&amp;]]></>"),
    ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "<a><>&\"'</>"),
    ("<a>&#65;&#x42;&#x1F600;</a>", "<a>AB😀</>"), ("<a>&nbsp;&eacute;</a>", "<a>\u{A0}é</>"),
    ("<a>&amp;lt;</a>", "<a>&lt;</>"),
    ("<a>R&D & &; &unknown; &</a>", "<a>R&D & &; &unknown; &</>"),
    ("<a>&#0;&#xD800;&#1114112;</a>", "<a>\u{FFFD}\u{FFFD}\u{FFFD}</>"),
    ("<a href=\"?a=1&b=2&amp;c\"/>", "<a href=\"?a=1&b=2&c\"></>"),
    ("<a/>junk <b", "<a></>"), ("<日本 語='x'>é</日本>", "<日本 語=\"x\">é</>"),
    ("<a>\u{1}\u{1B}[31m</a>", "<a>\u{1}\u{1B}[31m</>"), ("<![CDATA[x]]><a/>", "<a></>"),
  ])
  func `documents are read step by step`(text: String, expected: String) throws {
    try expectEqual(steps(text), expected)
  }

  @Test(arguments: [
    ("<a xmlns='u'><b/></a>", "<{u}a xmlns=\"u\"><{u}b></></>"),
    ("<p:a xmlns:p='u' p:x='1' y='2'/>", "<{u}p:a xmlns:p=\"u\" {u}p:x=\"1\" y=\"2\"></>"),
    ("<a xmlns='u'><b xmlns=''/><c/></a>", "<{u}a xmlns=\"u\"><b xmlns=\"\"></><{u}c></></>"),
    ("<a><p:b xmlns:p='u'/><p:c/></a>", "<a><{u}p:b xmlns:p=\"u\"></><p:c></></>"),
    ("<p:a/>", "<p:a></>"),
  ])
  func `prefixes mean what is bound where they are used`(
    text: String, expected: String
  ) throws {
    try expectEqual(steps(text), expected)
  }

  @Test(arguments: [
    ("", 0, "no element"), ("  ", 2, "no element"),
    ("hello <a/>", 0, "text before the first element"),
    ("<a>", 3, "unexpected end of file inside <a>"),
    ("<a><b></b>", 10, "unexpected end of file inside <a>"),
    ("<a", 2, "unexpected end of file inside <a>"),
    ("<a x", 4, "unexpected end of file inside <a>"),
    ("<a x=", 5, "unexpected end of file inside <a>"),
    ("<a x='1", 7, "unexpected end of file inside <a>"),
    ("<a></a", 6, "unexpected end of file inside <a>"),
    ("<a><", 4, "unexpected end of file inside <a>"),
    ("<a><![CDATA[x]]", 15, "unexpected end of file inside <a>"),
    ("<a><!-- ", 8, "unexpected end of file inside <a>"),
    ("<!DOCTYPE a [", 13, "no element"), ("<?xml", 5, "no element"),
    ("<a><b></a>", 6, "expected </b>, found </a>"), ("</a>", 0, "</a> without a start tag"),
    ("<a x></a>", 4, "the attribute x has no value"),
    ("<a x=1></a>", 5, "the value of x is not in quotes"), ("< a/>", 1, "expected a name"),
    ("<a 'x'/>", 3, "expected a name"),
    ("<a></a x>", 7, "an end tag contains more than a name"),
  ])
  func `faults are reported with their positions`(text: String, offset: Int, reason: String) {
    #expect(throws: TextFault(offset: offset, reason: reason)) { try steps(text) }
  }

  @Test func `depth has a limit`() {
    let limit = XMLReader.depthLimit
    let fits = String(repeating: "<a>", count: limit) + String(repeating: "</a>", count: limit)
    let deep = String(repeating: "<a>", count: 1_000_000)

    #expect(throws: Never.self) { try steps(fits) }
    #expect(
      throws: TextFault(
        offset: 3 * limit, reason: "more than \(limit) nested elements")
    ) { try steps(deep) }
  }

  @Test func `names, attributes, texts and namespaces have limits`() throws {
    let name = String(repeating: "n", count: XMLReader.nameByteLimit + 1)
    #expect(throws: TextFault(offset: 1, reason: "a name is longer than 256 bytes")) {
      try steps("<\(name)/>")
    }

    let attributes = (0..<1_000).map { " x\($0)='\($0)'" }.joined()
    var reader = XMLReader(Array("<a\(attributes)/>".utf8))
    guard case .start(let tag)? = try reader.next() else { throw TextFault(offset: 0, reason: "") }
    expectEqual(tag.attributes.count, XMLReader.attributeLimit)
    try expectEqual(reader.next(), .end)

    let text = String(repeating: "t", count: XMLReader.textByteLimit + 10)
    try expectEqual(steps("<a>\(text)</a>").utf8.count, XMLReader.textByteLimit + 6)

    let nested = (0...XMLReader.bindingLimit).map { "<a xmlns:p\($0)='u'>" }.joined()
    #expect(throws: TextFault.self) { try steps(nested) }
    let siblings = String(repeating: "<b xmlns:p='u'/>", count: 1_000)
    #expect(throws: Never.self) { try steps("<a>\(siblings)</a>") }
  }

  @Test func `entities that expand themselves a billion times are not expanded`() throws {
    let bomb = """
      <!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>\
      <l>&c;</l>
      """
    try expectEqual(steps(bomb), "<l>&c;</>")
  }

  @Test func `an element can be skipped`() throws {
    var reader = XMLReader(Array("<a><b><c>x</c></b><d/><e/></a>".utf8))

    _ = try reader.next()
    _ = try reader.next()
    try reader.skipElement()
    guard case .start(let tag)? = try reader.next() else { throw TextFault(offset: 0, reason: "") }
    expectEqual(tag.name.local, "d")
    try reader.skipElement()
    guard case .start(let last)? = try reader.next() else { throw TextFault(offset: 0, reason: "") }
    expectEqual(last.name.local, "e")
  }
}

import ExpectationSupport
import GalleryDomain
import PictureProtocol
import Testing

@testable import GalleryFiles

@Suite(.timeLimit(.minutes(10))) struct XMPEditorTests {
  private func edited(
    _ text: String?, _ values: (property: MarkTag, value: String?)...
  ) throws -> String? {
    let document = try text.map { try SidecarReader.document(Array($0.utf8)) }
    return try XMPEditor.edited(document, values.map { .text($0.property, $0.value) })
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func value(_ property: MarkTag, in text: String?) throws -> String? {
    try SidecarReader.document(Array((text ?? "").utf8)).value(of: property)
  }

  @Test(arguments: SidecarFixture.all + [.rated, .ratedInElements])
  func `stars and a label change no other byte, and go or come back byte for byte`(
    fixture: SidecarFixture
  ) throws {
    for (property, value) in [(MarkTag.rating, "2"), (.label, "Green")] {
      let former = try self.value(property, in: fixture.text)
      let text = try #require(try edited(fixture.text, (property, value)))

      try expectEqual(self.value(property, in: text), value)
      // In the place of the former text, or added.
      let (new, old) = (Array(text.utf8), fixture.bytes)
      let prefix = zip(new, old).prefix { $0 == $1 }.count
      let suffix = zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count
      #expect(prefix + suffix >= old.count - (former?.utf8.count ?? 0))
      try expectEqual(edited(text, (property, former)), fixture.text)
    }
    let (rating, label) = try (value(.rating, in: fixture.text), value(.label, in: fixture.text))
    let both = try edited(fixture.text, (.rating, "-1"), (.label, "Blue"))
    try expectEqual(value(.rating, in: both), "-1")
    try expectEqual(value(.label, in: both), "Blue")
    try expectEqual(edited(both, (.label, label), (.rating, rating)), fixture.text)
  }

  @Test func `a new sidecar has the rating, and is deleted with it`() throws {
    let text = try edited(nil, (.rating, "3"), (.label, "Red"))

    expectEqual(
      text,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Vitrine">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:xmp="http://ns.adobe.com/xap/1.0/"
         xmp:Rating="3"
         xmp:Label="Red"/>
       </rdf:RDF>
      </x:xmpmeta>

      """)
    try expectEqual(edited(text, (.rating, nil), (.label, nil)), nil)
    try expectEqual(edited(nil, (.rating, nil)), nil)
  }

  @Test func `all of several are set, and an empty element is filled`() throws {
    let text = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      ><rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating='1'><xmp:Label/></rdf:Description
      ><rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:Rating><!-- x -->2</xmp:Rating></rdf:Description
      ></rdf:RDF></x:xmpmeta>
      """
    let changed = try edited(text, (.rating, "5"), (.label, "It's <red>"))

    expectEqual(
      changed,
      text.replacing("'1'", with: "'5'").replacing("<!-- x -->2", with: "5")
        .replacing("<xmp:Label/>", with: "<xmp:Label>It's &lt;red&gt;</xmp:Label>"))
  }

  @Test func `an unknown form is left unchanged`() throws {
    let text = SidecarFixture.exifTool.text.replacing(
      "<xmp:Rating>5</xmp:Rating>", with: "<xmp:Rating><rdf:Bag/></xmp:Rating>")
    #expect(throws: SidecarFault("its form is not supported")) {
      try edited(text, (.rating, "1"))
    }
  }
}

import ExpectationSupport
import FeedFormats
import GalleryDomain
import PictureProtocol
import Testing

@testable import GalleryFiles

/// Sale marks in the bytes of sidecars.
@Suite(.timeLimit(.minutes(10))) struct SaleMarkFieldsTests {
  private func document(_ text: String?) throws -> SidecarDocument {
    try SidecarReader.document(Array(try #require(text).utf8))
  }

  private func keywords(_ text: String?) throws -> [String] {
    try document(text).elements(of: .subject).flatMap { $0.list?.children ?? [] }.map(\.text)
  }

  @Test func `a new sidecar has the mark and nothing else`() throws {
    try expectEqual(
      marked(nil, .forSale("120.00")),
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Vitrine">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:vitrine="vitrine:ns:sale/1.0/"
         vitrine:Status="forSale"
         vitrine:Price="120.00"
         vitrine:Currency="EUR"/>
       </rdf:RDF>
      </x:xmpmeta>

      """)
  }

  @Test func `a sidecar that was created for a mark is deleted with it`() throws {
    try expectEqual(marked(nil, .forSale("120.00"), .unstated), nil)
    try expectEqual(marked(nil, .forSale(), .notForSale, .forSale("1"), .unstated), nil)
    try expectEqual(marked(nil, .unstated), nil)
  }

  @Test(arguments: SidecarFixture.all)
  func `removing a mark restores the previous bytes`(fixture: SidecarFixture) throws {
    for mark in [SaleMark.forSale("120.00"), .forSale(), .notForSale] {
      try expectEqual(marked(fixture.text, mark, .unstated), fixture.text)
    }
    try expectEqual(
      marked(
        fixture.text, .forSale("120.00"), .notForSale, .forSale("80.00", "CHF"), .unstated),
      fixture.text)
  }

  @Test(arguments: SidecarFixture.all)
  func `a mark only adds, in one place, and no keyword`(fixture: SidecarFixture) throws {
    let text = try #require(try marked(fixture.text, .forSale("120.00")))

    try expectEqual(document(text).mark, .forSale("120.00"))
    try expectEqual(keywords(text), keywords(fixture.text))
    let (new, former) = (Array(text.utf8), fixture.bytes)
    let prefix = zip(new, former).prefix { $0 == $1 }.count
    let suffix = zip(new.reversed(), former.reversed()).prefix { $0 == $1 }.count
    #expect(prefix + suffix >= former.count)
  }

  @Test func `a price for another is replaced in the same place`() throws {
    let text = try marked(SidecarFixture.digiKam.text, .forSale("120.00"), .forSale("90"))

    try expectEqual(text, marked(SidecarFixture.digiKam.text, .forSale("90")))
  }

  /// What the XMP toolkit (exiv2, digiKam) makes of it: one Description, simple properties as attributes.
  @Test func `fields that another program moved are found and replaced`() throws {
    let text = SidecarFixture.digiKam.text.replacing(
      "   tiff:Orientation=\"1\"\n",
      with: """
           tiff:Orientation="1"
           xmlns:sale='vitrine:ns:sale/1.0/'
           sale:Status='forSale' sale:Price = "120.00"

        """
    ).replacing(
      "   <dc:subject>",
      with:
        "   <sale:Currency>EUR</sale:Currency>\n   <sale:Keyword>sea</sale:Keyword>\n   <dc:subject>"
    )
    try expectEqual(document(text).mark, .forSale("120.00"))

    let sold = try #require(try marked(text, .notForSale))
    try expectEqual(document(sold).mark, .notForSale)
    #expect(!sold.contains("sale:Price") && !sold.contains("sale:Keyword"))
    try expectEqual(keywords(sold), [])
    let unmarked = try #require(try marked(text, .unstated))
    #expect(!unmarked.contains("sale:"))
    #expect(unmarked.contains("digiKam:ColorLabel=\"0\""))
  }

  @Test func `of fields as elements nothing is left`() throws {
    let text = SidecarFixture.exifTool.text.replacing(
      "</rdf:RDF>",
      with: """

         <rdf:Description rdf:about='uuid:1&amp;2'
          xmlns:vitrine='vitrine:ns:sale/1.0/'>
          <vitrine:Currency>EUR</vitrine:Currency>
          <vitrine:Price>120.00</vitrine:Price>
          <vitrine:Status>forSale</vitrine:Status>
         </rdf:Description>
        </rdf:RDF>
        """)
    try expectEqual(document(text).mark, .forSale("120.00"))

    try expectEqual(
      marked(text, .unstated)?.filter { !$0.isWhitespace },
      SidecarFixture.exifTool.text.filter { !$0.isWhitespace })
  }

  // MARK: Marks of version 1.0, which came with a keyword

  private let list = """
    <dc:subject>
        <rdf:Bag>
         <rdf:li>sea &amp; sand</rdf:li>
         <rdf:li>for sale</rdf:li>
        </rdf:Bag>
       </dc:subject>
    """

  @Test func `a sidecar that was created for a mark with a keyword is deleted with it`() throws {
    let text = SidecarFixture.formerMark(list, isOwnList: true)
    try expectEqual(document(text).mark, .forSale("120.00"))
    try expectEqual(marked(text, .forSale("120.00")), text)

    try expectEqual(marked(text, .unstated), nil)
  }

  @Test func `another mark takes away the keyword of the one before`() throws {
    for isOwnList in [true, false] {
      let sold = try marked(SidecarFixture.formerMark(list, isOwnList: isOwnList), .notForSale)

      try expectEqual(document(sold).mark, .notForSale)
      try expectEqual(keywords(sold), isOwnList ? [] : ["sea & sand"])
      try expectEqual(document(sold).value(of: .saleKeyword), nil)
      try expectEqual(document(sold).value(of: .saleSubject), nil)
    }
  }

  @Test func `keywords that others added to the list of a mark are kept`() throws {
    let changed = SidecarFixture.formerMark(list, isOwnList: true).replacing(
      "     <rdf:li>for sale</rdf:li>",
      with: "     <rdf:li>beach</rdf:li>\n     <rdf:li>for sale</rdf:li>")

    let unmarked = try marked(changed, .unstated)

    try expectEqual(keywords(unmarked), ["sea & sand", "beach"])
    try expectEqual(document(unmarked).mark, nil)
  }

  @Test(
    arguments: [
      .darktable, .digiKam, .lightroom, .exifTool, .windows, .otherPrefixes, .packetWithPadding,
    ] as [SidecarFixture])
  func `a keyword that a mark added to another program's list goes, and nothing else`(
    fixture: SidecarFixture
  ) throws {
    let last = try #require(
      try document(fixture.text).elements(of: .subject).first?.list?.children.last)
    var bytes = fixture.bytes
    let item = String(decoding: bytes[last.range], as: UTF8.self)
      .replacing(">\(last.text)<", with: ">for sale<")
    bytes.insert(contentsOf: Array("\n   \(item)".utf8), at: last.range.upperBound)
    let text = try marked(String(decoding: bytes, as: UTF8.self), .forSale("120.00"))?
      .replacing(
        "vitrine:Status=\"forSale\"",
        with: "vitrine:Status=\"forSale\" vitrine:Keyword=\"for sale\"")

    try expectEqual(marked(text, .unstated), fixture.text)
  }
}

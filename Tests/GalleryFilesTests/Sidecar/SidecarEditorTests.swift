import ExpectationSupport
import GalleryData
import GalleryDomain
import Testing

@testable import GalleryFiles

@Suite(.timeLimit(.minutes(10))) struct SidecarEditorTests {
  @Test func `a new sidecar has the mark and the photo's own keywords`() async throws {
    let text = try await marked(nil, .forSale("120.00"), keywords: ["sea & sand", "Wien"])

    expectEqual(
      text,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Vitrine">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:vitrine="vitrine:ns:sale/1.0/"
         vitrine:Status="forSale"
         vitrine:Price="120.00"
         vitrine:Currency="EUR"
         vitrine:Keyword="for sale"
         vitrine:Subject="\(try #require(subjectHash(text)))">
         <dc:subject>
          <rdf:Bag>
           <rdf:li>sea &amp; sand</rdf:li>
           <rdf:li>Wien</rdf:li>
           <rdf:li>for sale</rdf:li>
          </rdf:Bag>
         </dc:subject>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """)
  }

  @Test func `a sidecar that was created for a mark is deleted with it`() async throws {
    try await expectEqual(marked(nil, .forSale("120.00"), .unstated), nil)
    try await expectEqual(marked(nil, .forSale(), .notForSale, .forSale("1"), .unstated), nil)
    try await expectEqual(marked(nil, .unstated), nil)
  }

  @Test(arguments: SidecarFixture.all)
  func `removing a mark restores the previous bytes`(fixture: SidecarFixture) async throws {
    for mark in [SaleMark.forSale("120.00"), .forSale(), .notForSale] {
      try await expectEqual(marked(fixture.text, mark, .unstated, keywords: ["k"]), fixture.text)
    }
    let further = try await marked(
      fixture.text, .forSale("120.00"), .notForSale, .forSale("80.00", "CHF"), .unstated,
      keywords: ["k"])
    expectEqual(further, fixture.text)
  }

  @Test(arguments: SidecarFixture.all)
  func `a mark only adds: the former text is there in the same order`(
    fixture: SidecarFixture
  ) async throws {
    let text = try #require(try await marked(fixture.text, .forSale("120.00")))

    let document = try SidecarReader.document(Array(text.utf8))
    expectEqual(document.mark, .forSale("120.00"))
    // Everything new is in at most two places.
    var rest = Array(text.utf8)[...]
    var places = 0
    var isInside = true
    for byte in fixture.bytes {
      let found = try #require(rest.firstIndex(of: byte))
      if found > rest.startIndex, isInside { places += 1 }
      isInside = true
      rest = rest[(found + 1)...]
    }
    #expect(text.utf8.count > fixture.bytes.count)
    #expect(places > 0)
  }

  @Test(arguments: SidecarFixture.all)
  func `the keyword is added to an existing list, and to no other form`(
    fixture: SidecarFixture
  ) async throws {
    let text = try #require(try await marked(fixture.text, .notForSale))

    let document = try SidecarReader.document(Array(text.utf8))
    let former = try SidecarReader.document(fixture.bytes)
    if fixture.hasKeywords {
      expectEqual(
        document.subject?.items.map(\.text),
        (former.subject?.items.map(\.text) ?? []) + [
          "not for sale"
        ])
    } else if !former.hasSubject {
      expectEqual(document.subject?.items.map(\.text), ["not for sale"])
    } else {
      expectEqual(document.subject?.items.map(\.text), former.subject?.items.map(\.text))
    }
  }

  @Test func `another mark has the photo's own keywords, and not the former mark's`()
    async throws
  {
    let first = try await marked(nil, .forSale("1"), keywords: ["sea"])
    // As a reader would answer now.
    let second = try #require(try await marked(first, .notForSale, keywords: ["sea", "for sale"]))

    let document = try SidecarReader.document(Array(second.utf8))
    expectEqual(document.subject?.items.map(\.text), ["sea", "not for sale"])
  }

  @Test func `if the photo's keywords are unknown no list is made`() async throws {
    let bytes = try await SidecarEditor.marked(nil, as: .forSale("1")) { nil }

    let document = try SidecarReader.document(try #require(bytes))
    expectEqual(document.mark, .forSale("1"))
    #expect(!document.hasSubject)
    try await expectEqual(SidecarEditor.marked(bytes, as: .unstated), nil)
  }

  @Test func `a keyword with the same meaning is not repeated, and kept`() async throws {
    let text = try #require(try await marked(SidecarFixture.lightroom.text, .forSale("5")))

    let document = try SidecarReader.document(Array(text.utf8))
    expectEqual(document.subject?.items.map(\.text), ["portrait", "print available"])
    try await expectEqual(marked(text, .unstated), SidecarFixture.lightroom.text)
  }

  @Test func `the same mark again changes nothing`() async throws {
    for fixture in SidecarFixture.all {
      let once = try await marked(fixture.text, .forSale("120.00"))
      try await expectEqual(marked(once, .forSale("120.00")), once)
    }
  }

  @Test func `a price for another is replaced in the same place`() async throws {
    let text = try await marked(SidecarFixture.digiKam.text, .forSale("120.00"), .forSale("90"))

    try await expectEqual(text, marked(SidecarFixture.digiKam.text, .forSale("90")))
  }

  /// What the XMP toolkit (exiv2, digiKam) makes of it: one Description, simple properties as attributes.
  @Test func `fields that another program moved are found and replaced`() async throws {
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
    try expectEqual(SidecarReader.document(Array(text.utf8)).mark, .forSale("120.00"))

    let sold = try #require(try await marked(text, .notForSale))
    try expectEqual(SidecarReader.document(Array(sold.utf8)).mark, .notForSale)
    #expect(!sold.contains("sale:Status"))
    #expect(!sold.contains("<rdf:li>sea</rdf:li>"))
    let unmarked = try #require(try await marked(text, .unstated))
    #expect(!unmarked.contains("vitrine:ns:sale"))
    #expect(unmarked.contains("digiKam:ColorLabel=\"0\""))
  }

  @Test func `changes by others to our own keyword list are kept`() async throws {
    let text = try #require(try await marked(nil, .forSale("1"), keywords: ["sea"]))
    let changed = text.replacing(
      "     <rdf:li>for sale</rdf:li>",
      with: "     <rdf:li>beach</rdf:li>\n     <rdf:li>for sale</rdf:li>")

    let unmarked = try #require(try await marked(changed, .unstated))

    let document = try SidecarReader.document(Array(unmarked.utf8))
    expectEqual(document.subject?.items.map(\.text), ["sea", "beach"])
    expectEqual(document.mark, nil)
    #expect(!document.isMarked)
  }

  @Test func `other content in our Description is kept`() async throws {
    let text = try #require(try await marked(nil, .forSale("1")))
    let changed = text.replacing(
      "   <dc:subject>", with: "   <dc:rights xmlns:a='b'>mine</dc:rights>\n   <dc:subject>")

    let unmarked = try #require(try await marked(changed, .unstated))

    #expect(unmarked.contains("<dc:rights xmlns:a='b'>mine</dc:rights>"))
    #expect(!unmarked.contains("vitrine:Status"))
    #expect(!unmarked.contains("for sale"))
  }

  private func subjectHash(_ text: String?) -> String? {
    text.flatMap { try? SidecarReader.document(Array($0.utf8)) }?.ownText(SaleNamespace.subject)
  }
}

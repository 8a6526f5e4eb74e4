import ExpectationSupport
import PictureProtocol
import Testing

/// What files say for users who want to know all.
final class InformationTests: WorkerTests {
  private func details(of name: String) throws -> [PhotoDetail.Kind: String] {
    let metadata = try worker.metadata(of: name, wantsDetails: true)
    return Dictionary(uniqueKeysWithValues: metadata.details.map { ($0.kind, $0.text) })
  }

  @Test func `everything worth reading is reported, with units, in order`() throws {
    let metadata = try worker.metadata(of: "information.jpg", wantsDetails: true)

    let told = metadata.details.map { "\($0.kind): \($0.text)" }
    expectEqual(
      told,
      [
        "lensMake: NIKKOR works", "focalLengthIn35mmFilm: 75 mm", "maxAperture: ƒ/1.8",
        "exposureBias: -0.33 EV", "exposureProgram: Aperture priority", "exposureMode: Manual",
        "meteringMode: Multi-segment", "lightSource: Daylight", "flash: Fired",
        "whiteBalance: Auto", "subjectDistance: 3.5 m", "sceneCaptureType: Landscape",
        "altitude: 171.5 m", "imageDirection: 214°", "gpsDate: 2017:10:01", "location: Am Hof",
        "city: Wien", "state: Wien", "country: Austria", "dateTimeDigitized: 2017-10-02 08:00",
        "dateTimeModified: 2018-01-02 03:04", "artist: A. Lens",
        "credit: Agency", "source: Archive", "rating: 4 of 5",
        "label: Red", "format: JPEG", "compression: baseline", "bitDepth: 8 bits × 3",
        "colorSpace: sRGB", "software: Darkroom 3", "creatorTool: Raw 5",
      ])
    let position = try #require(metadata.position)
    #expect(abs(position.latitude - 48.208333) < 0.0001)
  }

  @Test func `rows of a list do not get these details`() throws {
    #expect(try worker.metadata(of: "information.jpg").details.isEmpty)
  }

  @Test func `impossible values are not reported`() throws {
    let metadata = try worker.metadata(of: "impossible.jpg", wantsDetails: true)

    expectEqual(metadata.position, nil)
    let fields = Set(metadata.details.map(\.kind))
    expectEqual(fields, [.artist, .format, .compression, .bitDepth])
  }

  /// What is said of a picture beside whose file lies XMP data with these attributes and elements.
  private func metadata(
    beside attributes: String, _ elements: String = ""
  ) throws -> PhotoMetadata {
    try worker.metadata(
      of: "quarters.jpg", sidecar: Array(xmpPacket(attributes, elements).utf8))
  }

  @Test func `the headline is the file's, or that of the sidecar`() throws {
    try expectEqual(worker.metadata(of: "information.jpg").headline, "A walk")
    try expectEqual(metadata(beside: "photoshop:Headline=\"Beside\"").headline, "Beside")
    try expectEqual(worker.metadata(of: "quarters.jpg").headline, nil)
  }

  private func alternative(_ property: String, _ text: String) -> String {
    "<\(property)><rdf:Alt><rdf:li xml:lang='x-default'>\(text)</rdf:li></rdf:Alt></\(property)>"
  }

  @Test func `copyright and alt text are the file's, or those of the sidecar`() throws {
    let altText = "Iptc4xmpCore:AltTextAccessibility"
    try expectEqual(worker.metadata(of: "information.jpg").copyright, "(c) A. Lens")
    let told = try metadata(
      beside: "", alternative("dc:rights", "© B") + alternative(altText, "A lake"))
    expectEqual([told.copyright, told.altText], ["© B", "A lake"])
    let picture = try fixture("quarters.jpg").withXMP(xmpPacket("", alternative(altText, "Own")))
    try expectEqual(worker.metadata(of: picture).altText, "Own")
  }

  @Test func `a field that a sidecar has without a text hides what the picture says`() throws {
    let own = try worker.metadata(of: "metadata.jpg")
    #expect([own.title, own.description, own.author].allSatisfy { $0?.isEmpty == false })
    #expect(!own.keywords.isEmpty)
    let empty =
      alternative("dc:title", "") + alternative("dc:description", "")
      + "<dc:creator><rdf:Seq/></dc:creator>" + "<dc:subject><rdf:Bag></rdf:Bag></dc:subject>"

    let told = try worker.metadata(of: "metadata.jpg", sidecar: Array(xmpPacket("", empty).utf8))

    expectEqual([told.title, told.description, told.author], ["", "", ""])
    expectEqual(told.keywords, [])
    expectEqual(told.rating, own.rating)
  }

  @Test func `a text of a megabyte is bounded`() throws {
    let text = String(repeating: "ab", count: 500_000)

    let metadata = try metadata(beside: "photoshop:Headline=\"\(text)\"")

    let headline = try #require(metadata.headline)
    #expect((1...PictureProtocolLimits.textBytes).contains(headline.utf8.count))
  }

  @Test func `the place has the names that the file says, or the location of newer programs`()
    throws
  {
    try expectEqual(
      worker.metadata(of: "information.jpg").places, ["Am Hof", "Wien", "Wien", "Austria"])
    try expectEqual(
      metadata(
        beside: "photoshop:City=\"Lisboa\"",
        """
        <Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li rdf:parseType="Resource">\
        <Iptc4xmpExt:Sublocation>Alfama</Iptc4xmpExt:Sublocation>\
        <Iptc4xmpExt:City>Lisbon</Iptc4xmpExt:City>\
        <Iptc4xmpExt:CountryName>Portugal</Iptc4xmpExt:CountryName>\
        </rdf:li></rdf:Bag></Iptc4xmpExt:LocationCreated>
        """
      ).places, ["Alfama", "Lisboa", "Portugal"])
  }

  @Test func `profile and depth come from the file's header`() throws {
    try expectEqual(details(of: "profile.png")[.colorProfile]?.contains("P3"), true)
    try expectEqual(details(of: "deep.png")[.bitDepth], "16 bits × 3")
    try expectEqual(details(of: "gray.jpg")[.bitDepth], "8 bits × 1")
    try expectEqual(details(of: "progressive.jpg")[.compression], "progressive")
  }
}

import ExpectationSupport
import PictureProtocol
import Testing

/// Facts that programs state in spellings of their own, in several languages, or not at all.
final class StatedTests: WorkerTests {
  /// - Parameter sidecar: The text of an XMP file.
  private func metadata(_ picture: [UInt8]? = nil, sidecar: String? = nil) throws -> PhotoMetadata {
    try worker.metadata(
      of: picture ?? fixture("quarters.jpg"), sidecar: sidecar.map { Array($0.utf8) })
  }

  /// A JPEG with a packet of its own.
  private static func picture(_ packet: String) throws -> [UInt8] {
    try fixture("quarters.jpg").withXMP(packet)
  }

  private static func list(_ kind: String, _ items: String...) -> String {
    let items = items.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    return "<rdf:\(kind)>\(items)</rdf:\(kind)>"
  }

  struct Marks: Sendable {
    var attributes = ""
    var elements = ""
    var rating: Int?
    var label: String?
  }

  private static let marks = [
    Marks(attributes: "xmp:Rating='4.0' xmp:Label='Rot'", rating: 4, label: "Rot"),
    Marks(attributes: "MicrosoftPhoto:Rating='75'", rating: 4),
    Marks(elements: "<MP1:Rating>1</MP1:Rating>", rating: 1),
    Marks(attributes: "MicrosoftPhoto:Rating='25'", rating: 2),
    Marks(attributes: "MicrosoftPhoto:Rating='50'", rating: 3),
    Marks(attributes: "MicrosoftPhoto:Rating='99'", rating: 5),
    Marks(attributes: "MicrosoftPhoto:Rating='0'", rating: 0),
    Marks(attributes: "acdsee:rating='3'", rating: 3),
    Marks(elements: "<acdsee:rating>2</acdsee:rating>", rating: 2),
    Marks(attributes: "nine:Rating='5'", rating: 5),
    Marks(attributes: "xmp:Rating='2' MicrosoftPhoto:Rating='99' acdsee:rating='1'", rating: 2),
    Marks(attributes: "xmp:Rating='0' MicrosoftPhoto:Rating='99'", rating: 0),
    // What can't be read isn't there.
    Marks(attributes: "xmp:Rating='' MicrosoftPhoto:Rating='99'", rating: 5),
    Marks(attributes: "xmp:Rating='75' acdsee:rating='1'", rating: 1),
    Marks(attributes: "xmp:Rating='nan' MicrosoftPhoto:Rating='1e99' acdsee:rating='-1e400'"),
    Marks(attributes: "xmp:Rating='2' xmpDM:pick='-1'", rating: -1),
    Marks(attributes: "xmpDM:pick='-1' xmpDM:good='false'", rating: -1),
    Marks(elements: "<xmpDM:pick>-1</xmpDM:pick>", rating: -1),
    Marks(attributes: "xmp:Rating='2' xmpDM:pick='0' xmpDM:good='false'", rating: 2),
    Marks(attributes: "xmp:Rating='2' xmpDM:pick='1' xmpDM:good='true'", rating: 2),
    Marks(attributes: "xmp:Rating='2' xmpDM:good='False'", rating: -1),
    Marks(attributes: "xmp:Rating='1' digiKam:PickLabel='1'", rating: -1),
    Marks(attributes: "xmp:Rating='1' digiKam:PickLabel='3'", rating: 1),
    Marks(attributes: "xmp:Rating='-1' xmpDM:pick='1'", rating: -1),
    Marks(
      elements: "<darktable:colorlabels>\(list("Seq", "0", "3"))</darktable:colorlabels>",
      label: "Red"),
    Marks(elements: "<dt:colorlabels>\(list("Bag", "4"))</dt:colorlabels>", label: "Purple"),
    Marks(attributes: "darktable:colorlabels='2'", label: "Green"),
    Marks(
      elements: "<darktable:colorlabels>\(list("Seq", "9", "1"))</darktable:colorlabels>",
      label: "Yellow"),
    Marks(attributes: "digiKam:ColorLabel='5'", label: "Blue"),
    Marks(attributes: "digiKam:ColorLabel='6'", label: "Magenta"),
    Marks(attributes: "digiKam:ColorLabel='0'"),
    Marks(attributes: "photoshop:LabelColor='yellow'", label: "Yellow"),
    Marks(attributes: "photoshop:LabelColor='Red'", label: "Red"),
    Marks(attributes: "photoshop:LabelColor='none' digiKam:ColorLabel='4'", label: "Green"),
    Marks(attributes: "xmp:Label='Rouge' photoshop:LabelColor='blue'", label: "Rouge"),
    // What is removed here while another program's own spelling stays.
    Marks(attributes: "xmp:Label='' digiKam:ColorLabel='4'"),
    Marks(elements: "<xmp:Label>\(list("Bag", "Rot"))</xmp:Label>", label: "Rot"),
    Marks(
      elements:
        "<xmp:Label><rdf:Alt><rdf:li xml:lang='x-default'>Blau</rdf:li></rdf:Alt></xmp:Label>",
      label: "Blau"),
  ]

  @Test(arguments: marks)
  func `stars, rejections and labels are read in the spelling of each program`(marks: Marks) throws
  {
    let packet = xmpPacket(marks.attributes, marks.elements)

    let beside = try metadata(sidecar: packet)
    let inside = try metadata(Self.picture(packet))

    expectEqual(beside.rating, marks.rating)
    expectEqual(beside.label, marks.label)
    expectEqual(inside.rating, marks.rating)
    expectEqual(inside.label, marks.label)
  }

  private static func picture(exif stars: [(tag: Int, value: Int)]) throws -> [UInt8] {
    var tiff = TIFFBytes()
    tiff.append(stars.map { .init($0.tag, .short, [$0.value]) })
    return try fixture("quarters.jpg").withEXIF(tiff.bytes)
  }

  @Test func `stars in EXIF data are read as a number, else as a percentage`() throws {
    try expectEqual(metadata(Self.picture(exif: [(0x4746, 3), (0x4749, 99)])).rating, 3)
    try expectEqual(metadata(Self.picture(exif: [(0x4749, 75)])).rating, 4)
    try expectEqual(metadata(Self.picture(exif: [(0x4746, 65_535), (0x4749, 25)])).rating, 2)
    try expectEqual(
      metadata(Self.picture(exif: [(0x4749, 50)]), sidecar: xmpPacket("xmp:Rating='1'")).rating, 1)
  }

  @Test func `what a sidecar says of the stars comes before the picture's own mark`() throws {
    let rejected = try Self.picture(xmpPacket("xmp:Rating='4' xmpDM:pick='-1'"))
    let five = try Self.picture(xmpPacket("MicrosoftPhoto:Rating='99'"))

    try expectEqual(metadata(rejected).rating, -1)
    try expectEqual(metadata(rejected, sidecar: xmpPacket("xmp:Rating='3'")).rating, 3)
    try expectEqual(metadata(rejected, sidecar: xmpPacket("xmpDM:pick='0'")).rating, 4)
    try expectEqual(metadata(rejected, sidecar: xmpPacket("xmp:Label='Red'")).rating, -1)
    try expectEqual(metadata(five, sidecar: xmpPacket("xmpDM:pick='-1'")).rating, -1)
    try expectEqual(metadata(five, sidecar: xmpPacket("xmp:Label='Red'")).rating, 5)
  }

  // MARK: Languages

  private static func alternatives(_ name: String, _ texts: (language: String, text: String)...)
    -> String
  {
    let items = texts.map { "<rdf:li xml:lang=\"\($0.language)\">\($0.text)</rdf:li>" }.joined()
    return "<\(name)><rdf:Alt>\(items)</rdf:Alt></\(name)>"
  }

  @Test
  func `of several languages the default one counts, else the first by name that says something`()
    throws
  {
    let packet = xmpPacket(
      "",
      Self.alternatives("dc:title", ("fr", ""), ("ru", "Привет"), ("de", "Hallo"), ("ar", "مرحبا"))
        + Self.alternatives("dc:description", ("de", "Tag"), ("x-default", "Day"), ("ar", "نهار"))
        + Self.alternatives(
          "dc:rights", ("x-default", ""), ("nl-NL", "Rechten"), ("de-AT", "Rechte"))
        + Self.alternatives("xmpRights:UsageTerms", ("zh", "条款"), ("en", "Terms")))

    for found in try [metadata(sidecar: packet), metadata(Self.picture(packet))] {
      expectEqual(found.title, "مرحبا")
      expectEqual(found.description, "Day")
      expectEqual(found.licence, "Terms")
    }
  }

  @Test func `texts with commas are whole, in each of several languages`() throws {
    let packet = xmpPacket(
      "",
      Self.alternatives("dc:title", ("x-default", "Vienna, Austria"), ("de", "Wien, Österreich"))
        + Self.alternatives("dc:description", ("de", "Ein Tag, \"und\" noch einer, lang"))
        + Self.alternatives("dc:rights", ("x-default", "© A, B")))

    for found in try [metadata(sidecar: packet), metadata(Self.picture(packet))] {
      expectEqual(found.title, "Vienna, Austria")
      expectEqual(found.description, "Ein Tag, \"und\" noch einer, lang")
      expectEqual(found.copyright, "© A, B")
    }
  }

  @Test func `a sidecar's text without words is absent, and the picture's own counts`() throws {
    let own = try Self.picture(xmpPacket("", Self.alternatives("dc:title", ("de", "Eigener"))))
    let beside = xmpPacket(
      "", Self.alternatives("dc:title", ("x-default", " "), ("de", "")) + "<dc:rights>R</dc:rights>"
    )

    let found = try metadata(own, sidecar: beside)

    expectEqual(found.title, "Eigener")
    expectEqual(found.description, nil)
  }

  @Test func `an empty property does not show the text of the next one`() throws {
    let packet = xmpPacket("photoshop:City='' photoshop:Country='Peru' xmp:Label='' xmp:Rating='3'")

    let found = try metadata(sidecar: packet)

    expectEqual(found.places, ["Peru"])
    expectEqual(found.label, nil)
  }

  // MARK: Placeholders

  private static func picture(make: String, model: String, lens: String, title: String) throws
    -> [UInt8]
  {
    var tiff = TIFFBytes()
    tiff.append(
      [.init(0x10E, title), .init(0x10F, make), .init(0x110, model)],
      exposure: [.init(0xA434, lens)])
    return try fixture("quarters.jpg").withEXIF(tiff.bytes)
  }

  @Test(arguments: [
    "----", "  ", "Unknown (65535)", "0.0 - 0.0 mm f/0.0 - 0.0", "Uncoded lens", "0.0 mm f/0.0",
    "0mm F0", "65535", "Unknown", "UNKNOWN LENS", "N/A", "(null)",
    "null",
    "None", "Default", "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "NIKON DSC",
    "PENTAX DIGITAL CAMERA", "FUJIFILM Digital Camera", "cof", "dav",
    "<Digimax i6 PMP, Samsung #1>", "???",
    "DCIM\\100MEDIA\\DJI_0001.JPG",
  ])
  func `what a camera writes where it knows nothing is not stated`(placeholder: String) throws {
    let bytes = try Self.picture(
      make: placeholder, model: placeholder, lens: placeholder, title: placeholder)

    let found = try metadata(bytes)

    expectEqual(found.lens, nil)
    expectEqual(found.cameraMake, nil)
    expectEqual(found.cameraModel, nil)
    expectEqual(found.title, nil)
    expectEqual(found.description, nil)
  }

  @Test func `other texts are kept, and another tag is asked where one has a placeholder`() throws {
    let plain = try metadata(
      Self.picture(make: "NIKON", model: "D500", lens: "50mm F1.8", title: "My digital camera"))
    let beside = try metadata(
      Self.picture(make: "NIKON", model: "D500", lens: "----", title: "----"),
      sidecar: xmpPacket("", Self.alternatives("dc:title", ("x-default", "2024 🌷"))))

    #expect(plain.cameraMake == "NIKON" && plain.cameraModel == "D500" && plain.lens == "50mm F1.8")
    expectEqual(plain.description, "My digital camera")
    #expect(beside.title == "2024 🌷" && beside.description == nil && beside.lens == nil)
  }
}

/// A sidecar as a program writes it, with a rating or without.
struct RatedSidecar: Sendable, CustomStringConvertible {
  var name: String
  var text: String
  var rating: String?
  var label: String?
  /// What becomes of it with the rating 2, which only changes what is ours.
  var rated: String
  /// The same with the label `Green`.
  var labelled: String

  var description: String { name }
  var bytes: [UInt8] { Array(text.utf8) }

  static let all = [darktable, digiKam, lightroom, exifTool, bridge]

  /// A rating, and no label: darktable keeps its own.
  static let darktable = make(
    "darktable", SidecarFixture.darktable.text, rating: "4", label: nil,
    rating2: ("xmp:Rating=\"4\"", "xmp:Rating=\"2\""),
    green: (
      "darktable:iop_order_version=\"4\"",
      "darktable:iop_order_version=\"4\"\n   xmp:Label=\"Green\""
    ))

  static let digiKam = make(
    "digiKam",
    SidecarFixture.digiKam.text.replacing(
      "xmlns:acdsee=", with: "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"\n    xmlns:acdsee="
    ).replacing(
      "   tiff:Orientation=\"1\"",
      with: "   xmp:Rating=\"3\"\n   xmp:Label=\"Red\"\n   MicrosoftPhoto:Rating=\"50\"\n"
        + "   acdsee:rating=\"3\"\n   tiff:Orientation=\"1\""),
    rating: "3", label: "Red", rating2: ("xmp:Rating=\"3\"", "xmp:Rating=\"2\""),
    green: ("xmp:Label=\"Red\"", "xmp:Label=\"Green\""))

  static let lightroom = make(
    "Lightroom",
    SidecarFixture.lightroom.text.replacing(
      "   photoshop:SidecarForExtension",
      with: "   xmp:Rating=\"5\"\n   xmp:Label=\"Blau\"\n   photoshop:SidecarForExtension"),
    rating: "5", label: "Blau", rating2: ("xmp:Rating=\"5\"", "xmp:Rating=\"2\""),
    green: ("xmp:Label=\"Blau\"", "xmp:Label=\"Green\""))

  /// In elements, with single quotes.
  static let exifTool = make(
    "exiftool", SidecarFixture.exifTool.text, rating: "5", label: nil,
    rating2: ("<xmp:Rating>5<", "<xmp:Rating>2<"),
    green: (
      "<xmp:Rating>5</xmp:Rating>",
      "<xmp:Rating>5</xmp:Rating>\n  <xmp:Label>Green</xmp:Label>"
    ))

  /// A packet that may be written, whose padding stays; the prefix of old.
  static let bridge = make(
    "Bridge",
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 5.6-c148 79.164036, 2019/08/13-01:06:57        ">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
                xmlns:xap="http://ns.adobe.com/xap/1.0/"
                xap:ModifyDate="2021-02-03T04:05:06+01:00"
                xap:Rating="-1"
                xap:Label="Select"/>
       </rdf:RDF>
    </x:xmpmeta>
    \(String(repeating: String(repeating: " ", count: 100) + "\n", count: 10))<?xpacket end="w"?>
    """, rating: "-1", label: "Select", rating2: ("xap:Rating=\"-1\"", "xap:Rating=\"2\""),
    green: ("xap:Label=\"Select\"", "xap:Label=\"Green\""))

  private static func make(
    _ name: String, _ text: String, rating: String?, label: String?,
    rating2: (String, String), green: (String, String)
  ) -> RatedSidecar {
    RatedSidecar(
      name: name, text: text, rating: rating, label: label,
      rated: text.replacing(rating2.0, with: rating2.1),
      labelled: text.replacing(green.0, with: green.1))
  }
}

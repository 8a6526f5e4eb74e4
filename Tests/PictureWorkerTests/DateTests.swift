import ExpectationSupport
import PictureProtocol
import Testing

/// The dates that files state. Which of them is the photo's is for others to say.
final class DateTests: WorkerTests {
  private func dates(
    _ exif: [Int: String] = [:], xmp: [String: String] = [:], iptc: [UInt8: String] = [:],
    sidecar: [String: String]? = nil
  ) throws -> [PhotoMetadata.StatedDate] {
    var bytes = try fixture("quarters.jpg")
    if !iptc.isEmpty { bytes = bytes.withSegment(0xED, resource(iptc)) }
    if !xmp.isEmpty { bytes = bytes.withXMP(Self.packet(xmp)) }
    if !exif.isEmpty {
      var tiff = TIFFBytes()
      let tags = exif.map { TIFFBytes.Tag($0.key, $0.value) }
      tiff.append(tags.filter { $0.tag < 0x8769 }, exposure: tags.filter { $0.tag > 0x8769 })
      bytes = bytes.withEXIF(tiff.bytes)
    }
    let beside = sidecar.map { Array(Self.packet($0).utf8) }
    return try worker.metadata(of: bytes, sidecar: beside).dates
  }

  private static let (original, digitized, modified) = (0x9003, 0x9004, 0x132)
  private static let (originalOffset, digitizedOffset, offset) = (0x9011, 0x9012, 0x9010)

  @Test func `a date has the offset of its own field, and of no other`() throws {
    try expectEqual(
      dates([
        Self.original: "2024:08:21 10:00:00", Self.digitized: "2024:08:21 11:00:00",
        Self.modified: "2025:01:10 09:00:00", Self.offset: "+01:00",
        Self.digitizedOffset: "+03:00",
      ]),
      [
        .init("2024:08:21 10:00:00"), .init("2024:08:21 11:00:00", offset: "+03:00"),
        .init("2025:01:10 09:00:00", offset: "+01:00"),
      ])
  }

  @Test
  func `of a date what is known is stated as it was written, and nothing of blanks and zeros`()
    throws
  {
    try expectEqual(
      dates([
        Self.original: "    :  :     :  :  ", Self.digitized: "0000:00:00 00:00:00",
        Self.modified: "2011:05:06 07:08:09",
      ]), [.init("2011:05:06 07:08:09")])
    try expectEqual(dates(), [])
    try expectEqual(
      dates([Self.original: "2012:02:03   :  :  ", Self.digitized: "1958:07:00 00:00:00"]),
      [.init("2012:02:03   :  :"), .init("1958:07:00 00:00:00")])
    try expectEqual(dates(iptc: [55: "19580000"]), [.init("19580000")])
  }

  @Test func `dates come by what they mean, then by where they are`() throws {
    try expectEqual(
      dates(
        [Self.original: "2001:01:01 01:01:01", Self.modified: "2009:09:09 09:09:09"],
        xmp: [
          "exif:DateTimeOriginal": "2002-02-02T02:02:02", "photoshop:DateCreated": "2003-03-03",
          "xmp:CreateDate": "2006-06-06T06:06:06", "xmp:ModifyDate": "2010-10-10T10:10:10Z",
        ], iptc: [55: "20040404", 60: "040404+0200", 62: "20070707", 63: "070707+0000"],
        sidecar: ["photoshop:DateCreated": "2000-01-01", "xmp:CreateDate": "2005-05-05"]
      ).map(\.text),
      [
        "2000-01-01", "2001:01:01 01:01:01", "2002-02-02T02:02:02", "2003-03-03",
        "2004-04-04T04:04:04+02:00", "2005-05-05", "2006-06-06T06:06:06",
        "2007-07-07T07:07:07+00:00", "2009:09:09 09:09:09", "2010-10-10T10:10:10Z",
      ])
  }

  @Test func `a copy of EXIF's date has its offset, another date has not`() throws {
    let exif = [Self.original: "2017:10:01 12:34:56", Self.originalOffset: "+02:00"]

    try expectEqual(
      dates(exif, sidecar: ["exif:DateTimeOriginal": "2017-10-01T12:34:56"]).first,
      .init("2017-10-01T12:34:56", offset: "+02:00"))
    try expectEqual(
      dates(exif, sidecar: ["exif:DateTimeOriginal": "2017-10-01T11:34:56"]),
      [.init("2017-10-01T11:34:56"), .init("2017:10:01 12:34:56", offset: "+02:00")])
    try expectEqual(
      dates(
        exif,
        sidecar: [
          "exif:DateTimeOriginal": "2017-10-01T11:34:56", "exif:OffsetTimeOriginal": "+01:00",
        ]
      ).first, .init("2017-10-01T11:34:56", offset: "+01:00"))
  }

  @Test(arguments: ["quarters.avif", "quarters.heic", "quarters.gif"])
  func `a packet states its dates where a format has nothing else, too`(_ name: String) throws {
    let xmp = Self.packet([
      "photoshop:DateCreated": "1958-07", "xmp:CreateDate": "2011-05-06T07:08:09+05:30",
    ])
    // As a box at the end, which a GIF ignores like everything after its last byte.
    let file = try fixture(name) + box("free", Array(xmp.utf8))

    try expectEqual(
      worker.metadata(of: file).dates, [.init("1958-07"), .init("2011-05-06T07:08:09+05:30")])
  }

  // MARK: Files

  private static func packet(_ properties: [String: String]) -> String {
    xmpPacket(
      properties.map { "\($0.key)='\($0.value)'" }.joined(separator: " "))
  }

  /// Photoshop's resource with IPTC data (IIM, record 2).
  private func resource(_ sets: [UInt8: String]) -> [UInt8] {
    var data: [UInt8] = []
    for (set, text) in sets.sorted(by: { $0.key < $1.key }) {
      data += [0x1C, 2, set, 0, UInt8(text.utf8.count)]
      data += Array(text.utf8)
    }
    var bytes = Array("Photoshop 3.0\u{0}8BIM".utf8)
    bytes += [4, 4, 0, 0, 0, 0, 0, UInt8(data.count)]
    bytes += data
    return bytes + [UInt8](repeating: 0, count: data.count % 2)
  }
}

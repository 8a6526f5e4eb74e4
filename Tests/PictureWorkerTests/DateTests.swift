import ExpectationSupport
import PictureProtocol
import Testing

/// The dates that files state. Which of them is the photo's is for others to say.
struct DateTests {
  private let worker: WorkerProcess

  init() throws {
    worker = try WorkerProcess()
  }

  private func dates(
    _ exif: [Int: String] = [:], xmp: [String: String] = [:], iptc: [UInt8: String] = [:],
    sidecar: [String: String]? = nil
  ) throws -> [PhotoMetadata.StatedDate] {
    let jpeg = WorkerProcess.bytes(of: try WorkerProcess.fixture("quarters.jpg"))
    var bytes = Array(jpeg[..<2])
    if !exif.isEmpty { bytes += segment(0xE1, Array("Exif\0\0".utf8) + tiff(exif)) }
    if !xmp.isEmpty {
      bytes += segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet(xmp))
    }
    if !iptc.isEmpty { bytes += segment(0xED, resource(iptc)) }
    bytes += jpeg[2...]
    let file = try WorkerProcess.file(bytes)
    let beside = try sidecar.map { try WorkerProcess.file(packet($0)) }
    return try worker.metadata(of: [file] + (beside.map { [$0] } ?? [])).dates
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

  @Test func `blanks and zeros are left out`() throws {
    try expectEqual(
      dates([
        Self.original: "    :  :     :  :  ", Self.digitized: "0000:00:00 00:00:00",
        Self.modified: "2011:05:06 07:08:09",
      ]), [.init("2011:05:06 07:08:09")])
    try expectEqual(dates(), [])
  }

  @Test func `what is unknown of a date stays as it was written`() throws {
    try expectEqual(
      dates([Self.original: "2012:02:03   :  :  ", Self.digitized: "1958:07:00 00:00:00"]),
      [.init("2012:02:03   :  :"), .init("1958:07:00 00:00:00")])
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

  @Test func `an IPTC day without a month is stated, too`() throws {
    try expectEqual(dates(iptc: [55: "19580000"]), [.init("19580000")])
  }

  @Test(arguments: ["quarters.avif", "quarters.heic", "quarters.gif"])
  func `a packet states its dates where a format has nothing else, too`(_ name: String) throws {
    let xmp = packet([
      "photoshop:DateCreated": "1958-07", "xmp:CreateDate": "2011-05-06T07:08:09+05:30",
    ])
    // As a box at the end, which a GIF ignores like everything after its last byte.
    let box = [0, 0, UInt8((xmp.count + 8) >> 8), UInt8((xmp.count + 8) & 255)]
    let picture = WorkerProcess.bytes(of: try WorkerProcess.fixture(name))
    let file = try WorkerProcess.file(picture + box + Array("free".utf8) + xmp)

    try expectEqual(
      worker.metadata(of: [file]).dates, [.init("1958-07"), .init("2011-05-06T07:08:09+05:30")])
  }

  // MARK: Files

  private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }

  /// EXIF data with texts; 0x132 is in the first directory, the others in the one that it leads to.
  private func tiff(_ tags: [Int: String]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    var bytes: [UInt8] = Array("MM".utf8) + number(42, 2) + number(8, 4)
    func append(_ tags: [(key: Int, value: String)], link: Bool) {
      let start = bytes.count
      let count = tags.count + (link ? 1 : 0)
      var values: [UInt8] = []
      let end = start + 2 + 12 * count + 4
      bytes += number(count, 2)
      for (tag, text) in tags {
        let value = Array(text.utf8) + [0]
        bytes += number(tag, 2) + number(2, 2) + number(value.count, 4)
        bytes += number(end + values.count, 4)
        values += value + [UInt8](repeating: 0, count: value.count % 2)
      }
      if link {
        bytes += number(0x8769, 2) + number(4, 2) + number(1, 4) + number(end + values.count, 4)
      }
      bytes += number(0, 4) + values
    }
    let sorted = tags.sorted { $0.key < $1.key }
    append(sorted.filter { $0.key < 0x8769 }, link: true)
    append(sorted.filter { $0.key > 0x8769 }, link: false)
    return bytes
  }

  private func packet(_ properties: [String: String]) -> [UInt8] {
    let attributes = properties.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    return Array(
      """
      <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
      <rdf:Description rdf:about='' xmlns:xmp='http://ns.adobe.com/xap/1.0/' \
      xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' \
      xmlns:exif='http://ns.adobe.com/exif/1.0/' \(attributes)/></rdf:RDF></x:xmpmeta>
      """.utf8)
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

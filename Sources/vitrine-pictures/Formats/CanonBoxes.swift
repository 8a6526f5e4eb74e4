/// Canon's raw files of the third kind (CR3): previews and metadata in boxes, which exiv2 0.27 does not read.
///
/// As described in https://github.com/lclevy/canon_cr3. Every position is checked against the file.
struct CanonBoxes {
  /// JPEGs, in no order.
  private(set) var previews: [ByteView] = []
  /// The XMP packet; empty if there is none.
  private(set) var xmp = ByteView.empty
  // Structures of TIFF, with one directory each.
  private var camera = ByteView.empty
  private var exposure = ByteView.empty
  private var position = ByteView.empty

  /// The most bytes of one; cameras write some kilobytes.
  private static let structureLimit = 1 << 20

  private static let notes: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  private static let packet: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  private static let preview: [UInt8] = [
    0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
  ]

  /// - Parameter file: All of it, or its beginning.
  ///
  /// Metadata and a small JPEG are in the first box, XMP and a larger JPEG in the next.
  init(of file: ByteView) {
    for content in file.boxes("moov", "uuid") where content.bytes.starts(with: Self.notes) {
      readNotes(content.part(from: 16))
    }
    for content in file.boxes("uuid") {
      if content.bytes.starts(with: Self.packet) {
        xmp = XMPPacket.find(in: content.part(from: 16))
      } else if content.bytes.starts(with: Self.preview), content.starts(with: "PRVW", at: 28) {
        // Eight bytes of unknown meaning, then a box.
        add(content.part(from: 48), count: content.uint32(44, bigEndian: true))
      }
    }
    // The other tracks are the sensor's, and times.
    if let track = file.boxes("moov", "trak").first { readTrack(track, file) }
  }

  private mutating func readNotes(_ notes: ByteView) {
    for box in Chunks(boxesIn: notes) {
      if box.isNamed("CMT1") {
        camera = box.content.part(from: 0, count: Self.structureLimit)
      } else if box.isNamed("CMT2") {
        exposure = box.content.part(from: 0, count: Self.structureLimit)
      } else if box.isNamed("CMT4") {
        position = box.content.part(from: 0, count: Self.structureLimit)
      } else if box.isNamed("THMB") {
        add(box.content.part(from: 16), count: box.content.uint32(8, bigEndian: true))
      }
    }
  }

  /// The picture at full size: one sample, whose length and position are in the tables (ISO/IEC 14496-12, 8.7.3 and
  /// 8.7.5).
  private mutating func readTrack(_ track: ByteView, _ file: ByteView) {
    guard let tables = track.boxes("mdia", "minf", "stbl").first else { return }
    var length: Int?
    var offset: Int?
    for box in Chunks(boxesIn: tables) {
      if box.isNamed("stsz") {
        let shared = box.content.uint32(4, bigEndian: true)
        length = shared == 0 ? box.content.uint32(12, bigEndian: true) : shared
      } else if box.isNamed("co64") {
        offset = box.content.uint64(8, bigEndian: true)
      } else if box.isNamed("stco") {
        offset = box.content.uint32(8, bigEndian: true)
      }
    }
    if let offset { add(file.part(from: offset), count: length) }
  }

  /// - Parameter view: From the picture's beginning on.
  private mutating func add(_ view: ByteView, count: Int?) {
    guard let count, count > 0, count <= view.count else { return }
    previews.append(view.part(from: 0, count: count))
  }

  /// The orientation of the photo and all previews; nil if it is not stated.
  var orientation: Orientation? {
    TIFFDirectory(first: camera).flatMap { Orientation($0.number(0x112)) }
  }
}

extension CanonBoxes {
  /// Structures of TIFF in which exiv2 finds tags where it finds them in other files: the exposure and the GPS data are directories that a
  /// tag of another leads to.
  var structures: (camera: ByteView, exposure: [UInt8], position: [UInt8]) {
    (camera, Self.structure(exposure, behind: 0x8769), Self.structure(position, behind: 0x8825))
  }

  /// With a new first directory at its end, of one tag that leads to the former.
  ///
  /// - Returns: Empty for what isn't a TIFF structure.
  private static func structure(_ tiff: ByteView, behind tag: Int) -> [UInt8] {
    guard let isBigEndian = TIFFDirectory.isBigEndian(tiff),
      let first = tiff.uint32(4, bigEndian: isBigEndian)
    else { return [] }
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      [UInt8](value, count: count, bigEndian: isBigEndian)
    }
    var bytes = [UInt8](tiff.bytes) + [UInt8](repeating: 0, count: tiff.count % 2)
    bytes.replaceSubrange(4..<8, with: number(bytes.count, 4))
    let entry = number(tag, 2) + number(4, 2) + number(1, 4) + number(first, 4)
    return bytes + number(1, 2) + entry + number(0, 4)
  }
}

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
    for content in file.boxes("moov", "uuid") where content.begins(with: Self.notes) {
      readNotes(content.part(from: 16))
    }
    for content in file.boxes("uuid") {
      if content.begins(with: Self.packet) {
        xmp = XMPPacket.find(in: content.part(from: 16))
      } else if content.begins(with: Self.preview), content.starts(with: "PRVW", at: 28) {
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
        camera = box.content
      } else if box.isNamed("CMT2") {
        exposure = box.content
      } else if box.isNamed("CMT4") {
        position = box.content
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
    var place: Int?
    for box in Chunks(boxesIn: tables) {
      if box.isNamed("stsz") {
        let shared = box.content.uint32(4, bigEndian: true)
        length = shared == 0 ? box.content.uint32(12, bigEndian: true) : shared
      } else if box.isNamed("co64") {
        place = box.content.uint64(8, bigEndian: true)
      } else if box.isNamed("stco") {
        place = box.content.uint32(8, bigEndian: true)
      }
    }
    if let place { add(file.part(from: place), count: length) }
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

extension ByteView {
  fileprivate func begins(with name: [UInt8]) -> Bool { bytes.starts(with: name) }
}

extension CanonBoxes {
  /// One TIFF structure made from the three, in which exiv2 finds tags where it finds them in other files: the exposure
  /// and the GPS data become directories of their own.
  ///
  /// - Returns: Empty if there is none.
  var exif: [UInt8] {
    guard let first = TIFFDirectory(first: camera) else { return [] }
    var tiff = TIFFWriter(isBigEndian: first.isBigEndian)
    var links: [(tag: Int, offset: Int)] = []
    for (tag, view) in [(0x8769, exposure), (0x8825, position)] {
      guard let directory = TIFFDirectory(first: view), directory.isBigEndian == first.isBigEndian
      else { continue }
      links.append((tag, tiff.append(directory, links: [])))
    }
    tiff.begin(at: tiff.append(first, links: links))
    return tiff.bytes
  }
}

private struct TIFFWriter {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  private static let fieldLimit = 256
  /// More than a camera writes as text.
  private static let valueLimit = 4_096

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    bytes = isBigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 0] : [0x49, 0x49, 42, 0, 0, 0, 0, 0]
  }

  /// Sets the offset of the first directory.
  mutating func begin(at offset: Int) { bytes.replaceSubrange(4..<8, with: number(offset, 4)) }

  /// - Parameter links: Tags that lead to other directories; they replace entries with the same number.
  /// - Returns: The offset of the directory.
  mutating func append(_ directory: TIFFDirectory, links: [(tag: Int, offset: Int)]) -> Int {
    var lines = links.map { line($0.tag, kind: 4, count: 1, number($0.offset, 4)) }
    for field in directory.fields(limit: Self.fieldLimit)
    where field.isWhole && (1...Self.valueLimit).contains(field.value.count)
      && ![0x8769, 0x8825, 0x14A].contains(field.tag)
    {
      var value = [UInt8](field.value.bytes)
      if value.count > 4 {
        let place = bytes.count
        bytes += value + [UInt8](repeating: 0, count: value.count % 2)
        value = number(place, 4)
      }
      value += [UInt8](repeating: 0, count: 4 - value.count)
      lines.append(line(field.tag, kind: field.kind, count: field.count, value))
    }
    let start = bytes.count
    bytes += number(lines.count, 2)
    for line in lines.sorted(by: { $0.tag < $1.tag }) { bytes += line.bytes }
    bytes += number(0, 4)
    return start
  }

  private func line(
    _ tag: Int, kind: Int, count: Int, _ value: [UInt8]
  ) -> (tag: Int, bytes: [UInt8]) {
    (tag, number(tag, 2) + number(kind, 2) + number(count, 4) + value)
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    [UInt8](value, count: count, bigEndian: isBigEndian)
  }
}

/// Canon's raw files of the third kind (CR3): previews and metadata in boxes, which exiv2 0.27 does not read.
///
/// As described in https://github.com/lclevy/canon_cr3. Every position is checked against the file.
struct CanonBoxes {
  /// The positions of JPEGs, in no order.
  private(set) var previews: [Range<Int>] = []
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
  /// A file has a dozen boxes, and four tracks.
  private static let boxLimit = 100

  /// - Parameter file: All of it, or its beginning.
  ///
  /// Metadata and a small JPEG are in the first box, XMP and a larger JPEG in the next.
  init(of file: ByteView) {
    for box in ISOMediaBoxes(file).prefix(Self.boxLimit) {
      if box.isNamed("moov") {
        readMovie(box.content, at: box.contentOffset, file)
      } else if box.isNamed("uuid") {
        let name = box.content.part(from: 0, count: 16).bytes
        let content = box.content.part(from: 16)
        if name.elementsEqual(Self.packet) {
          xmp = XMPPacket.find(in: content)
        } else if name.elementsEqual(Self.preview), content.starts(with: "PRVW", at: 12) {
          // Eight bytes of unknown meaning, then a box.
          add(box.contentOffset + 48, count: content.uint32(28, bigEndian: true), file)
        }
      }
    }
  }

  private mutating func readMovie(_ movie: ByteView, at start: Int, _ file: ByteView) {
    var trackCount = 0
    for box in ISOMediaBoxes(movie).prefix(Self.boxLimit) {
      let content = box.content
      if box.isNamed("uuid"), content.part(from: 0, count: 16).bytes.elementsEqual(Self.notes) {
        readNotes(content.part(from: 16), at: start + box.contentOffset + 16, file)
      } else if box.isNamed("trak") {
        trackCount += 1
        // The others are the sensor's, and times.
        if trackCount == 1 { readTrack(content, file) }
      }
    }
  }

  private mutating func readNotes(_ notes: ByteView, at start: Int, _ file: ByteView) {
    for box in ISOMediaBoxes(notes).prefix(Self.boxLimit) {
      let content = box.content
      if box.isNamed("CMT1") {
        camera = content
      } else if box.isNamed("CMT2") {
        exposure = content
      } else if box.isNamed("CMT4") {
        position = content
      } else if box.isNamed("THMB"), let count = content.uint32(8, bigEndian: true),
        count <= content.count - 16
      {
        add(start + box.contentOffset + 16, count: count, file)
      }
    }
  }

  /// The picture at full size: one sample, whose length and position are in the tables (ISO/IEC 14496-12, 8.7.3 and
  /// 8.7.5).
  private mutating func readTrack(_ track: ByteView, _ file: ByteView) {
    guard let tables = Self.box(["mdia", "minf", "stbl"], in: track) else { return }
    var length: Int?
    var place: Int?
    for box in ISOMediaBoxes(tables).prefix(Self.boxLimit) {
      if box.isNamed("stsz") {
        let shared = box.content.uint32(4, bigEndian: true)
        length = shared == 0 ? box.content.uint32(12, bigEndian: true) : shared
      } else if box.isNamed("co64") {
        place = box.content.uint64(8, bigEndian: true)
      } else if box.isNamed("stco") {
        place = box.content.uint32(8, bigEndian: true)
      }
    }
    if let place { add(place, count: length, file) }
  }

  private mutating func add(_ start: Int, count: Int?, _ file: ByteView) {
    guard let count, count > 0, start >= 0, count <= file.count, start <= file.count - count else {
      return
    }
    previews.append(start..<start + count)
  }

  private static func box(_ path: [StaticString], in view: ByteView) -> ByteView? {
    path.reduce(view as ByteView?) { view, name in
      view.flatMap { ISOMediaBoxes($0).prefix(boxLimit).first { $0.isNamed(name) }?.content }
    }
  }

  /// The orientation of the photo and all previews; nil if it is not stated.
  var orientation: Int? { TIFFDirectory(first: camera)?.number(0x112) }
}

extension CanonBoxes {
  /// One TIFF structure made from the three, in which exiv2 finds tags where it finds them in other files: the exposure
  /// and the GPS data become directories of their own.
  ///
  /// - Returns: Empty if there is none.
  var exif: [UInt8] {
    guard let order = TIFFDirectory.byteOrder(of: camera) else { return [] }
    let isBigEndian = order == .big
    var tiff = TIFFWriter(isBigEndian: isBigEndian)
    var links: [(tag: Int, offset: Int)] = []
    for (tag, view) in [(0x8769, exposure), (0x8825, position)] {
      guard TIFFDirectory.byteOrder(of: view) == order else { continue }
      links.append((tag, tiff.append(TIFFDirectory(first: view), links: [])))
    }
    tiff.begin(at: tiff.append(TIFFDirectory(first: camera), links: links))
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
  mutating func append(_ directory: TIFFDirectory?, links: [(tag: Int, offset: Int)]) -> Int {
    let fields = directory?.fields(limit: Self.fieldLimit, valueLimit: Self.valueLimit) ?? []
    var lines: [(tag: Int, bytes: [UInt8])] = links.map {
      ($0.tag, number($0.tag, 2) + number(4, 2) + number(1, 4) + number($0.offset, 4))
    }
    for (field, bytesOfValue) in fields where ![0x8769, 0x8825, 0x14A].contains(field.tag) {
      var value = [UInt8](bytesOfValue.bytes)
      if value.count > 4 {
        let place = bytes.count
        bytes += value + [UInt8](repeating: 0, count: value.count % 2)
        value = number(place, 4)
      }
      value += [UInt8](repeating: 0, count: 4 - value.count)
      lines.append(
        (field.tag, number(field.tag, 2) + number(field.kind, 2) + number(field.count, 4) + value))
    }
    let start = bytes.count
    bytes += number(lines.count, 2)
    for line in lines.sorted(by: { $0.tag < $1.tag }) { bytes += line.bytes }
    bytes += number(0, 4)
    return start
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }
}

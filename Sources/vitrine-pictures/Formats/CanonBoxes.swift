/// Canon's raw files of the third kind (CR3): previews and metadata in boxes, which exiv2 0.27 does not read.
///
/// As described in https://github.com/lclevy/canon_cr3. Every place is checked against the file.
struct CanonBoxes {
  /// JPEGs, in no order.
  private(set) var previews: [ByteView] = []
  /// The XMP packet; empty where there is none.
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

  init(of file: ByteView) {
    for box in ISOMediaBoxes(file).prefix(Self.boxLimit) {
      if box.isNamed("moov") { readMovie(box.content, in: file) }
      guard box.isNamed("uuid") else { continue }
      if Self.content(of: box.content, named: Self.packet) != nil {
        xmp = XMPPacket.find(in: box.content)
      } else if let content = Self.content(of: box.content, named: Self.preview) {
        // Eight bytes of which nobody knows what they say.
        for inner in ISOMediaBoxes(content.part(from: 8)).prefix(1) where inner.isNamed("PRVW") {
          add(inner.content.part(from: 16), count: inner.content.uint32(12, bigEndian: true))
        }
      }
    }
  }

  private mutating func readMovie(_ movie: ByteView, in file: ByteView) {
    var trackCount = 0
    for box in ISOMediaBoxes(movie).prefix(Self.boxLimit) {
      if box.isNamed("uuid"), let content = Self.content(of: box.content, named: Self.notes) {
        readNotes(content)
      } else if box.isNamed("trak") {
        trackCount += 1
        // The others are the sensor's, and times.
        if trackCount == 1 { readTrack(box.content, in: file) }
      }
    }
  }

  private mutating func readNotes(_ notes: ByteView) {
    for box in ISOMediaBoxes(notes).prefix(Self.boxLimit) {
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

  /// The picture at full size: one sample, whose length and place the tables tell (ISO/IEC 14496-12, 8.7.3 and 8.7.5).
  private mutating func readTrack(_ track: ByteView, in file: ByteView) {
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
    guard let length, let place, place <= file.count else { return }
    add(file.part(from: place), count: length)
  }

  private mutating func add(_ bytes: ByteView, count: Int?) {
    guard let count, count > 0, count <= bytes.count else { return }
    let picture = bytes.part(from: 0, count: count)
    if FormatSniffer.kind(of: picture) == .picture(.jpeg) { previews.append(picture) }
  }

  private static func box(_ path: [StaticString], in view: ByteView) -> ByteView? {
    path.reduce(view as ByteView?) { view, name in
      view.flatMap { ISOMediaBoxes($0).prefix(boxLimit).first { $0.isNamed(name) }?.content }
    }
  }

  private static func content(of box: ByteView, named name: [UInt8]) -> ByteView? {
    box.part(from: 0, count: 16).bytes.elementsEqual(name) ? box.part(from: 16) : nil
  }
}

extension CanonBoxes {
  /// One TIFF structure of the three, in which exiv2 finds tags where it finds them in other files: the exposure and the
  /// place become directories of their own.
  ///
  /// - Returns: Empty where there is none.
  var exif: [UInt8] {
    guard let order = TIFFDirectory.byteOrder(of: camera) else { return [] }
    let isBigEndian = order == .big
    var tiff = TIFFWriter(isBigEndian: isBigEndian)
    var links: [(tag: Int, offset: Int)] = []
    for (tag, view) in [(0x8769, exposure), (0x8825, position)] {
      guard TIFFDirectory.byteOrder(of: view) == order else { continue }
      links.append((tag, tiff.append(TIFFEntries(view, isBigEndian: isBigEndian), links: [])))
    }
    tiff.begin(at: tiff.append(TIFFEntries(camera, isBigEndian: isBigEndian), links: links))
    return tiff.bytes
  }
}

/// The entries of a structure's first directory, with their values.
private struct TIFFEntries {
  private(set) var entries: [(tag: Int, kind: Int, count: Int, value: ByteView)] = []

  /// Bytes of a value of each type (TIFF 6.0, section 2).
  private static let sizes = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8,
  ]
  private static let entryLimit = 256
  /// More than a camera says in words.
  private static let valueLimit = 4_096

  init(_ view: ByteView, isBigEndian: Bool) {
    guard let start = view.uint32(4, bigEndian: isBigEndian),
      let count = view.uint16(start, bigEndian: isBigEndian)
    else { return }
    for index in 0..<min(count, Self.entryLimit) {
      let entry = start + 2 + 12 * index
      guard let tag = view.uint16(entry, bigEndian: isBigEndian),
        let kind = view.uint16(entry + 2, bigEndian: isBigEndian), let size = Self.sizes[kind],
        let number = view.uint32(entry + 4, bigEndian: isBigEndian)
      else { continue }
      let length = size * number
      let place = length <= 4 ? entry + 8 : view.uint32(entry + 8, bigEndian: isBigEndian) ?? 0
      let value = view.part(from: place, count: length)
      guard length > 0, length <= Self.valueLimit, value.count == length else { continue }
      entries.append((tag, kind, number, value))
    }
  }
}

private struct TIFFWriter {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    bytes = isBigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 0] : [0x49, 0x49, 42, 0, 0, 0, 0, 0]
  }

  /// Says where the first directory is.
  mutating func begin(at offset: Int) { bytes.replaceSubrange(4..<8, with: number(offset, 4)) }

  /// - Parameter links: Tags that lead to other directories; those of that number among the entries lead elsewhere.
  /// - Returns: Where the directory is.
  mutating func append(_ directory: TIFFEntries, links: [(tag: Int, offset: Int)]) -> Int {
    let own = directory.entries.filter { ![0x8769, 0x8825, 0x14A].contains($0.tag) }
    var lines: [(tag: Int, bytes: [UInt8])] = links.map {
      ($0.tag, number($0.tag, 2) + number(4, 2) + number(1, 4) + number($0.offset, 4))
    }
    for entry in own {
      var value = [UInt8](entry.value.bytes)
      if value.count > 4 {
        let place = bytes.count
        bytes += value + [UInt8](repeating: 0, count: value.count % 2)
        value = number(place, 4)
      }
      value += [UInt8](repeating: 0, count: 4 - value.count)
      lines.append(
        (entry.tag, number(entry.tag, 2) + number(entry.kind, 2) + number(entry.count, 4) + value))
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

import PictureProtocol

@testable import vitrine_pictures

/// A TIFF structure (TIFF 6.0, section 2), such as the EXIF data of other files.
struct TIFFBytes {
  struct Tag: Sendable {
    enum Kind: Int {
      case byte = 1
      case ascii = 2
      case short = 3
      case long = 4
      case rational = 5
    }

    var tag: Int
    var kind: Kind
    var numbers: [Int]

    init(_ tag: Int, _ kind: Kind, _ numbers: [Int]) {
      (self.tag, self.kind, self.numbers) = (tag, kind, numbers)
    }

    init(_ tag: Int, _ text: String) { self.init(tag, .ascii, text.utf8.map(Int.init) + [0]) }
  }

  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  init(_ mark: String = "MM\0*", offset: Int = 8) {
    isBigEndian = mark.hasPrefix("MM")
    bytes = Array(mark.utf8)
    bytes += number(offset, 4) + [UInt8](repeating: 0, count: offset - 8)
  }

  static func camera(_ maker: String) -> [Tag] { [.init(0x10F, maker), .init(0x110, "X")] }

  static func sensor(_ width: Int, _ height: Int, photometric: Int) -> [Tag] {
    [
      .init(0xFE, .long, [0]), .init(0x100, .long, [width]), .init(0x101, .long, [height]),
      .init(0x103, .short, [1]), .init(0x106, .short, [photometric]),
    ]
  }

  /// EXIF data with another JPEG as the thumbnail (EXIF 2.32, 4.5.8).
  static func exif(orientation: UInt8, thumbnail: [UInt8]) -> [UInt8] {
    var tiff = TIFFBytes("II*\0")
    // Both directories, of one and of two entries, are before it.
    let tags = [Tag(0x201, .long, [8 + 18 + 30]), Tag(0x202, .long, [thumbnail.count])]
    tiff.append([.init(0x112, .short, [Int(orientation)])], next: tags)
    return tiff.bytes + thumbnail
  }

  /// - Parameters:
  ///   - below: A directory that tag 0x14A leads to.
  ///   - exposure: One that 0x8769 leads to.
  ///   - next: The one after it.
  mutating func append(_ tags: [Tag], below: [Tag] = [], exposure: [Tag] = [], next: [Tag] = []) {
    var all = tags
    let links = [(0x14A, below), (0x8769, exposure)].filter { !$0.1.isEmpty }
    var place = bytes.count + length(tags) + 12 * links.count
    for (tag, directory) in links {
      all.append(.init(tag, .long, [place]))
      place += length(directory)
    }
    appendOne(all, next: next.isEmpty ? 0 : place)
    for directory in [below, exposure, next] where !directory.isEmpty { appendOne(directory) }
  }

  private mutating func appendOne(_ tags: [Tag], next: Int = 0) {
    let end = bytes.count + 2 + 12 * tags.count + 4
    var values: [UInt8] = []
    bytes += number(tags.count, 2)
    for tag in tags.sorted(by: { $0.tag < $1.tag }) {
      let value = value(tag)
      let count = tag.kind == .rational ? tag.numbers.count / 2 : tag.numbers.count
      bytes += number(tag.tag, 2) + number(tag.kind.rawValue, 2) + number(count, 4)
      if value.count > 4 {
        bytes += number(end + values.count, 4)
        values += value + [UInt8](repeating: 0, count: value.count % 2)
      } else {
        bytes += value + [UInt8](repeating: 0, count: 4 - value.count)
      }
    }
    bytes += number(next, 4) + values
  }

  private func value(_ tag: Tag) -> [UInt8] {
    let size = [Tag.Kind.byte: 1, .ascii: 1, .short: 2][tag.kind] ?? 4
    return tag.numbers.flatMap { number($0, size) }
  }

  /// Of a directory, with the values that aren't in its entries.
  private func length(_ tags: [Tag]) -> Int {
    tags.reduce(2 + 12 * tags.count + 4) { sum, tag in
      let count = value(tag).count
      return sum + (count > 4 ? count + count % 2 : 0)
    }
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    [UInt8](value, count: count, bigEndian: isBigEndian)
  }
}

extension PixelPicture {
  /// An uncompressed TIFF, so that a test knows every pixel that a worker receives.
  var tiff: [UInt8] {
    var tiff = TIFFBytes()
    let pixels = 8 + 2 + 10 * 12 + 4 + 8
    tiff.append([
      .init(256, .long, [Int(width)]), .init(257, .long, [Int(height)]),
      .init(258, .short, [8, 8, 8, 8]), .init(259, .short, [1]), .init(262, .short, [2]),
      .init(273, .long, [pixels]), .init(277, .short, [4]), .init(278, .long, [Int(height)]),
      .init(279, .long, [bytes.count]),
      // The fourth is alpha, and the others are not multiplied by it.
      .init(338, .short, [2]),
    ])
    return tiff.bytes + bytes
  }
}

extension [UInt8] {
  /// A JPEG with another segment at its beginning (ITU-T T.81, B.1.1.4).
  func withSegment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    self[..<2] + [0xFF, marker] + [UInt8](content.count + 2, count: 2) + content + self[2...]
  }

  func withEXIF(_ tiff: [UInt8]) -> [UInt8] { withSegment(0xE1, Array("Exif\0\0".utf8) + tiff) }

  func withXMP(_ packet: String) -> [UInt8] {
    withSegment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
  }

  /// Where these bytes come first.
  func place(of mark: [UInt8]) -> Int? { firstRange(of: mark)?.lowerBound }
}

/// A box of a HEIC, AVIF or JPEG XL (ISO/IEC 14496-12, 4.2).
func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
  [UInt8](8 + content.count, count: 4) + Array(name.utf8) + content
}

/// An XMP packet of one description.
func xmpPacket(_ attributes: String, _ elements: String = "") -> String {
  let declarations = namespaces.filter { (attributes + elements).contains("\($0.key):") }
    .map { "xmlns:\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
  return """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" \(declarations) \(attributes)>\(elements)</rdf:Description>
    </rdf:RDF></x:xmpmeta>
    """
}

private let namespaces = [
  "xmp": "http://ns.adobe.com/xap/1.0/", "dc": "http://purl.org/dc/elements/1.1/",
  "exif": "http://ns.adobe.com/exif/1.0/", "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
  "photoshop": "http://ns.adobe.com/photoshop/1.0/", "digiKam": "http://www.digikam.org/ns/1.0/",
  "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
  "MP1": "http://ns.microsoft.com/photo/1.0", "acdsee": "http://ns.acdsee.com/iptc/1.0/",
  "darktable": "http://darktable.sf.net/", "dt": "http://darktable.sf.net/",
  "nine": "http://ns.nikon.com/nine/1.0/", "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
  "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
  "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
]

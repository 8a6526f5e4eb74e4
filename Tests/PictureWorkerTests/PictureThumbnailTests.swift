import ExpectationSupport
import GalleryData
import PictureProtocol
import Testing

@testable import vitrine_pictures

/// The small picture in the Exif data of a JPEG.
struct PictureThumbnailTests {
  /// A JPEG whose Exif has an orientation and a thumbnail.
  private static func jpeg(
    orientation: UInt8 = 1, isBigEndian: Bool = true, thumbnail: [UInt8] = small
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func field(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
      let content = type == 3 ? number(value, 2) + [0, 0] : number(value, 4)
      return number(tag, 2) + number(type, 2) + number(1, 4) + content
    }
    let second = 8 + 2 + 12 + 4
    let data = second + 2 + 24 + 4
    let tiff =
      Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
      + field(0x0112, 3, Int(orientation)) + number(second, 4) + number(2, 2)
      + field(0x0201, 4, data) + field(0x0202, 4, thumbnail.count) + number(0, 4) + thumbnail
    let segment = Array("Exif\0\0".utf8) + tiff
    let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 65, 66]
    return [0xFF, 0xD8] + comment + [0xFF, 0xE1] + [
      UInt8((segment.count + 2) >> 8), UInt8((segment.count + 2) & 255),
    ] + segment + [0xFF, 0xDA, 0, 2, 1, 2, 3]
  }

  /// The thumbnail that the list shows for a JPEG, from its beginning.
  private static func cut(_ beginning: [UInt8]) -> [UInt8]? {
    let found = PictureParts(beginning: beginning).read {
      PictureStructure(of: $0, for: .thumbnail).thumbnail
    }
    return found.isEmpty ? nil : found
  }

  private static let small: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 9, 0xFF, 0xD9]

  @Test(arguments: [true, false]) func `the thumbnail is cut out`(isBigEndian: Bool) {
    expectEqual(Self.cut(Self.jpeg(isBigEndian: isBigEndian)), Self.small)
  }

  @Test(arguments: UInt8(2)...8) func `a turned photo's thumbnail says so`(orientation: UInt8) {
    let found = Self.cut(Self.jpeg(orientation: orientation)) ?? []

    #expect(found.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]))
    expectEqual(found.suffix(Self.small.count - 2), Self.small.dropFirst(2)[...])
    // A reader of Exif finds it where TIFF has it: the value of the only field.
    let start = 2 + 4 + 6
    expectEqual(found[start + 8 + 2 + 9], orientation)
  }

  @Test func `cut or changed anywhere it is found whole or not at all`() {
    let whole = Self.jpeg(orientation: 6)
    for count in whole.indices {
      let found = Self.cut(Array(whole.prefix(count)))
      #expect(found == nil || found?.suffix(7) == Self.small.suffix(7))
      for byte in [UInt8(0), 0x7F, 0xFF] {
        var changed = whole
        changed[count] = byte
        _ = Self.cut(changed)
      }
    }
    expectEqual(Self.cut([]), nil)
    expectEqual(Self.cut(Self.jpeg(thumbnail: [1, 2, 3, 4, 5])), nil)
  }
}

import Foundation

/// Picture files with structure but no picture, whose parts are as far apart as a test needs.
public enum MadePicture {
  /// A field in a TIFF directory.
  public struct Field: Sendable {
    public enum Value: Sendable {
      case short(Int)
      case long(Int)
      case text(String)
      /// Bytes of the type UNDEFINED.
      case bytes([UInt8])
      /// Bytes elsewhere in the file; the value is their offset.
      case block([UInt8])
      /// Directories; the value is their offsets.
      case folders([[Field]])
    }

    public var tag: Int
    public var value: Value

    public init(_ tag: Int, _ value: Value) {
      self.tag = tag
      self.value = value
    }
  }

  // MARK: TIFF

  /// A TIFF with a chain of directories (TIFF 6.0, section 2).
  ///
  /// - Parameter gap: Zeros before each directory and each value outside a directory.
  public static func tiff(
    _ chain: [[Field]], isBigEndian: Bool = false, magic: Int = 42, gap: Int = 0
  ) -> [UInt8] {
    var writer = Writer(isBigEndian: isBigEndian, gap: gap)
    writer.bytes = Array((isBigEndian ? "MM" : "II").utf8) + writer.number(magic, 2) + [0, 0, 0, 0]
    let first = writer.append(chain)
    writer.bytes.replaceSubrange(4..<8, with: writer.number(first, 4))
    return writer.bytes
  }

  private struct Writer {
    let isBigEndian: Bool
    let gap: Int
    var bytes: [UInt8] = []

    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? little.reversed() : little
    }

    mutating func leaveGap() {
      bytes += [UInt8](repeating: 0, count: gap + (bytes.count + gap) % 2)
    }

    mutating func place(_ content: [UInt8]) -> Int {
      leaveGap()
      bytes += content
      return bytes.count - content.count
    }

    /// - Returns: The offset of the first one.
    mutating func append(_ chain: [[Field]]) -> Int {
      var link: Int?
      var first = 0
      for fields in chain {
        leaveGap()
        let start = bytes.count
        if let link {
          bytes.replaceSubrange(link..<link + 4, with: number(start, 4))
        } else {
          first = start
        }
        bytes += number(fields.count, 2) + [UInt8](repeating: 0, count: 12 * fields.count + 4)
        for (index, field) in fields.sorted(by: { $0.tag < $1.tag }).enumerated() {
          let line = self.line(field)
          let place = start + 2 + 12 * index
          bytes.replaceSubrange(place..<place + 12, with: line)
        }
        link = start + 2 + 12 * fields.count
      }
      return first
    }

    private mutating func line(_ field: Field) -> [UInt8] {
      let (kind, count, content): (Int, Int, [UInt8])
      switch field.value {
      case .short(let value): (kind, count, content) = (3, 1, number(value, 2))
      case .long(let value): (kind, count, content) = (4, 1, number(value, 4))
      case .text(let text):
        (kind, count, content) = (2, text.utf8.count + 1, Array(text.utf8) + [0])
      case .bytes(let value): (kind, count, content) = (7, value.count, value)
      case .block(let block): (kind, count, content) = (4, 1, number(place(block), 4))
      case .folders(let folders):
        let places = folders.map { append([$0]) }
        (kind, count, content) = (4, places.count, places.flatMap { number($0, 4) })
      }
      let value =
        content.count > 4
        ? number(place(content), 4) : content + [UInt8](repeating: 0, count: 4 - content.count)
      return number(field.tag, 2) + number(kind, 2) + number(count, 4) + value
    }
  }

  /// A camera's raw file in Sony's format: previews in two sizes, one of them after the sensor's data.
  ///
  /// - Parameters:
  ///   - large: A JPEG in a directory of its own.
  ///   - small: A JPEG in the second directory.
  public static func raw(
    large: [UInt8], small: [UInt8], orientation: Int = 6, isBigEndian: Bool = false, gap: Int
  ) -> [UInt8] {
    let exif = [
      Field(0x9003, .text("2017:10:01 12:34:56")), Field(0x8827, .short(100)),
      Field(0xA434, .text("50 mm f/1.8")),
    ]
    let sensor = [
      Field(0x100, .short(16)), Field(0x101, .short(16)), Field(0x103, .short(32767)),
      Field(0x106, .short(32803)), Field(0x111, .block([UInt8](repeating: 7, count: 256))),
      Field(0x117, .long(256)),
    ]
    let preview = [Field(0x201, .block(large)), Field(0x202, .long(large.count))]
    let first = [
      Field(0xFE, .long(1)), Field(0x10F, .text("SONY corporation")),
      Field(0x110, .text("ILCE-7M3")),
      Field(0x112, .short(orientation)), Field(0x14A, .folders([sensor, preview])),
      Field(0x8769, .folders([exif])),
    ]
    return tiff(
      [first, [Field(0x201, .block(small)), Field(0x202, .long(small.count))]],
      isBigEndian: isBigEndian, gap: gap)
  }

  // MARK: Boxes

  public static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(name.utf8) + content
  }

  /// A HEIC or CR3 with a box of zeros before the one with that name.
  ///
  /// - Parameter offsets: Offsets in the file, four bytes each and occurring nowhere by chance, of data after that box.
  public static func spread(
    _ file: [UInt8], before name: String, by gap: Int, moving offsets: [Int] = []
  ) -> [UInt8] {
    var place = 0
    while place + 8 <= file.count, !file[(place + 4)...].starts(with: name.utf8) {
      place += file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    var head = Array(file[..<place])
    for offset in offsets {
      let found = number(offset, 4)
      if let index = head.indices.dropLast(3).first(where: { head[$0...].starts(with: found) }) {
        head.replaceSubrange(index..<index + 4, with: number(offset + gap, 4))
      }
    }
    return head + box("free", [UInt8](repeating: 0, count: gap - 8)) + file[place...]
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  // MARK: Fixtures

  /// A picture from the worker's tests.
  public static func fixture(_ name: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(
      try Data(contentsOf: tests.appending(path: "PictureWorkerTests/Fixtures/\(name)")))
  }

  /// `thumbnail.heic` with its data this far after their description.
  public static func spreadHEIC(by gap: Int) throws -> [UInt8] {
    // From `heif-info -d`.
    try spread(fixture("thumbnail.heic"), before: "mdat", by: gap, moving: [720, 2500, 2742, 5599])
  }

  /// The smallest JPEG by its markers, with a comment of this many bytes.
  public static func jpeg(_ mark: UInt8 = 0, commentBytes: Int = 1) -> [UInt8] {
    let comment = [UInt8](repeating: mark, count: commentBytes)
    return [0xFF, 0xD8, 0xFF, 0xFE] + number(commentBytes + 2, 2) + comment + [0xFF, 0xD9]
  }
}

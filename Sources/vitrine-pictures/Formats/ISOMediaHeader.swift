import PictureProtocol

/// HEIC and AVIF: boxes (ISO/IEC 14496-12), of which `ispe` states sizes (ISO/IEC 23008-12, 6.5.3).
enum ISOMediaHeader {
  /// The most boxes to look at.
  private static let boxLimit = 10_000

  /// Whether the file lists a brand as compatible.
  static func hasBrand(_ brand: StaticString, _ file: ByteView) -> Bool {
    guard let length = file.uint32(0, bigEndian: true) else { return false }
    return stride(from: 16, to: min(length, 256, file.count), by: 4).contains {
      file.starts(with: brand, at: $0)
    }
  }

  /// The largest of the sizes of all the file's items; nil if the file states none.
  static func size(of file: ByteView) -> PictureHeader.Size? {
    var size: PictureHeader.Size?
    var boxes = boxLimit
    visit(file, path: ["meta", "iprp", "ipco", "ispe"][...], boxes: &boxes) { box in
      guard let width = box.uint32(4, bigEndian: true),
        let height = box.uint32(8, bigEndian: true)
      else { return }
      let found = PictureHeader.Size(width: width, height: height)
      size = size?.union(found) ?? found
    }
    return size
  }

  /// Calls `body` with the contents of each box at the end of a path.
  private static func visit(
    _ view: ByteView, path: ArraySlice<StaticString>, boxes: inout Int, body: (ByteView) -> Void
  ) {
    guard let name = path.first else { return body(view) }
    for box in ISOMediaBoxes(view) where boxes > 0 {
      boxes -= 1
      guard box.isNamed(name) else { continue }
      // `meta` is a full box: a version and flags come first.
      visit(
        path.count == 4 ? box.content.part(from: 4) : box.content, path: path.dropFirst(),
        boxes: &boxes, body: body)
    }
  }
}

/// Adjacent boxes in known bytes (ISO/IEC 14496-12, 4.2), as far as they are complete.
struct ISOMediaBoxes: Sequence, IteratorProtocol {
  struct Box {
    fileprivate let name: ByteView
    let content: ByteView
    /// The offset of the box in the bytes; its type is four bytes further.
    let offset: Int
    /// The offset of the content in the bytes.
    let contentOffset: Int
    fileprivate let whole: ByteView

    func isNamed(_ name: StaticString) -> Bool { self.name.starts(with: name) }

    /// The box with its header, for another file; empty unless its length is stored in four bytes.
    var copy: [UInt8] {
      whole.uint32(0, bigEndian: true) == whole.count ? [UInt8](whole.bytes) : []
    }
  }

  private let view: ByteView
  private var offset = 0

  init(_ view: ByteView) { self.view = view }

  mutating func next() -> Box? {
    let rest = view.part(from: offset)
    guard let header = ISOMediaBoxHeader(rest, room: rest.count) else { return nil }
    defer { offset += header.length }
    let whole = rest.part(from: 0, count: header.length)
    return Box(
      name: header.name, content: whole.part(from: header.byteCount), offset: offset,
      contentOffset: offset + header.byteCount, whole: whole)
  }
}

/// The adjacent boxes of a file of which only parts are known.
struct SpreadBoxes {
  struct Box {
    fileprivate let name: ByteView
    let content: Range<Int>

    func isNamed(_ name: StaticString) -> Bool { self.name.starts(with: name) }
  }

  private var offset = 0

  /// Bytes requested together with the header of a box.
  private static let ahead = 16 << 10

  /// - Returns: nil at the end, or if the header is not known yet.
  mutating func next(_ reader: inout PartReader) -> Box? {
    let room = reader.byteCount - offset
    // If 16 bytes are not there, 8 may be.
    let head =
      room >= 16
      ? reader.bytes(offset, count: 16, ahead: Self.ahead)
      : reader.bytes(offset, count: 8, ahead: Self.ahead)
    guard let head, let header = ISOMediaBoxHeader(head, room: room) else { return nil }
    defer { offset += header.length }
    return Box(name: header.name, content: offset + header.byteCount..<offset + header.length)
  }
}

/// The length of a box, and its type.
private struct ISOMediaBoxHeader {
  let name: ByteView
  let byteCount: Int
  /// Of the whole box.
  let length: Int

  /// - Parameters:
  ///   - bytes: The box, or its beginning.
  ///   - room: Bytes until the end of what contains it.
  init?(_ bytes: ByteView, room: Int) {
    guard let shortLength = bytes.uint32(0, bigEndian: true) else { return nil }
    switch shortLength {
    case 0: (length, byteCount) = (room, 8)
    case 1:
      guard let longLength = bytes.uint64(8, bigEndian: true) else { return nil }
      (length, byteCount) = (longLength, 16)
    default: (length, byteCount) = (shortLength, 8)
    }
    guard length >= byteCount, length <= room else { return nil }
    name = bytes.part(from: 4, count: 4)
  }
}

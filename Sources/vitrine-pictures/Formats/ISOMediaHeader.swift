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

    func isNamed(_ name: StaticString) -> Bool { self.name.starts(with: name) }
  }

  private let view: ByteView
  private var offset = 0

  init(_ view: ByteView) { self.view = view }

  mutating func next() -> Box? {
    let rest = view.part(from: offset)
    guard let shortLength = rest.uint32(0, bigEndian: true) else { return nil }
    var (length, headerLength) = (shortLength, 8)
    if shortLength == 0 {
      length = rest.count
    } else if shortLength == 1 {
      guard let longLength = rest.uint64(8, bigEndian: true) else { return nil }
      (length, headerLength) = (longLength, 16)
    }
    guard length >= headerLength, length <= rest.count else { return nil }
    defer { offset += length }
    return Box(
      name: rest.part(from: 4, count: 4),
      content: rest.part(from: headerLength, count: length - headerLength),
      offset: offset, contentOffset: offset + headerLength)
  }
}

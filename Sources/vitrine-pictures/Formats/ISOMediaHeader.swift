import PictureProtocol

/// HEIC and AVIF: boxes (ISO/IEC 14496-12), of which `ispe` tells sizes (ISO/IEC 23008-12, 6.5.3).
enum ISOMediaHeader {
  /// How many boxes are looked at.
  private static let boxLimit = 10_000

  static func format(of file: ByteView) -> PictureFormat? {
    guard file.starts(with: "ftyp", at: 4), let length = file.uint32(0, bigEndian: true) else {
      return nil
    }
    var format: PictureFormat?
    // The major brand, then, after the version, the compatible ones.
    for offset in [8] + Array(stride(from: 16, to: min(length, 256, file.count), by: 4)) {
      if file.starts(with: "avif", at: offset) || file.starts(with: "avis", at: offset) {
        return .avif
      }
      if ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].contains(where: {
        (brand: StaticString) in file.starts(with: brand, at: offset)
      }) {
        format = .heic
      }
    }
    return format
  }

  /// Whether the file names a brand as one that it is compatible with.
  static func hasBrand(_ brand: StaticString, _ file: ByteView) -> Bool {
    guard let length = file.uint32(0, bigEndian: true) else { return false }
    return stride(from: 16, to: min(length, 256, file.count), by: 4).contains {
      file.starts(with: brand, at: $0)
    }
  }

  /// The largest of the sizes that any item of the file has; nil if none is told.
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

/// The boxes that lie one after the other (ISO/IEC 14496-12, 4.2), as far as they are whole.
struct ISOMediaBoxes: Sequence, IteratorProtocol {
  struct Box {
    fileprivate let name: ByteView
    let content: ByteView

    func isNamed(_ name: StaticString) -> Bool { self.name.starts(with: name) }
  }

  private let view: ByteView
  private var offset = 0

  init(_ view: ByteView) { self.view = view }

  mutating func next() -> Box? {
    guard let shortLength = view.uint32(offset, bigEndian: true) else { return nil }
    var length = shortLength
    var headerLength = 8
    if shortLength == 1 {
      guard let longLength = view.uint64(offset + 8, bigEndian: true) else { return nil }
      length = longLength
      headerLength = 16
    } else if shortLength == 0 {
      length = view.count - offset
    }
    guard length >= headerLength, length <= view.count - offset else { return nil }
    defer { offset += length }
    return Box(
      name: view.part(from: offset + 4, count: 4),
      content: view.part(from: offset + headerLength, count: length - headerLength))
  }
}

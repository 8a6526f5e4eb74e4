/// A part of a file with a name of four characters.
struct Chunk {
  fileprivate let name: ByteView
  /// Without the name and the length; fewer bytes than stated if the file ends early.
  let content: ByteView
  /// Whether the file contains all of it.
  let isWhole: Bool

  func isNamed(_ name: StaticString) -> Bool { self.name.starts(with: name) }

  /// Where its name begins.
  func nameOffset(in file: ByteView) -> Int { name.offset(in: file) }
}

/// The chunks of a file one after the other. Each takes eight bytes or more, so this ends.
struct Chunks: Sequence, IteratorProtocol {
  private enum Container {
    case png, webP, isoMedia
  }

  private let container: Container
  private var rest: ByteView
  private var limit = Int.max

  /// The chunks of a PNG (W3C PNG specification, 5.3).
  init(png file: ByteView) { (container, rest) = (.png, file.part(from: 8)) }

  /// The chunks of a WebP (RFC 9649, section 2.3).
  init(webP file: ByteView) { (container, rest) = (.webP, file.part(from: 12)) }

  /// Adjacent boxes (ISO/IEC 14496-12, 4.2), as far as they are complete.
  ///
  /// - Parameter limit: The most of them: photos in tiles have a hundred items, and JPEG XL's codestreams may come in hundreds
  ///   of boxes.
  init(boxesIn view: ByteView, limit: Int = 10_000) {
    (container, rest, self.limit) = (.isoMedia, view, limit)
  }

  mutating func next() -> Chunk? {
    guard limit > 0, rest.count >= 8,
      let stated = rest.uint32(container == .webP ? 4 : 0, bigEndian: container != .webP)
    else { return nil }
    var (start, length, padding) = (8, stated, 0)
    switch container {
    // A checksum follows.
    case .png: padding = 4
    case .webP: padding = stated % 2
    case .isoMedia:
      if stated == 1 {
        guard let long = rest.uint64(8, bigEndian: true) else { return nil }
        (start, length) = (16, long)
      } else if stated == 0 {
        length = rest.count
      }
      length -= start
      guard (0...rest.count - start).contains(length) else { return nil }
    }
    limit -= 1
    let content = rest.part(from: start, count: length)
    let name = rest.part(from: container == .webP ? 0 : 4, count: 4)
    rest = rest.part(from: start + length + padding)
    return Chunk(name: name, content: content, isWhole: content.count == length)
  }
}

extension ByteView {
  /// The contents of the boxes at the end of a path (ISO/IEC 14496-12), among the first ten thousand boxes on the way.
  func boxes(_ path: StaticString...) -> [ByteView] {
    var limit = 10_000
    return path.reduce([self]) { views, name in
      var found: [ByteView] = []
      for view in views {
        for box in Chunks(boxesIn: view, limit: limit) {
          limit -= 1
          // `meta` is a full box: a version and flags come first.
          if box.isNamed(name) { found.append(box.content.part(from: box.isNamed("meta") ? 4 : 0)) }
        }
      }
      return found
    }
  }
}

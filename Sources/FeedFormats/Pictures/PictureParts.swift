/// What is known of a picture's file: its beginning, and the parts that its structure led to.
package struct PictureParts: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package fileprivate(set) var offset: Int
    package fileprivate(set) var bytes: [UInt8]

    fileprivate var end: Int { offset + bytes.count }
    fileprivate var range: Range<Int> { offset..<end }
  }

  /// Of the whole file.
  package let byteCount: Int
  /// Longer files end there, so that no sum of places is too large for a number.
  private static let byteLimit = 1 << 48
  /// In the order of the file; none touches another.
  package private(set) var parts: [Part] = []

  /// - Parameter byteCount: Of the whole file; nil where the beginning is all that counts.
  package init(beginning: [UInt8], byteCount: Int? = nil) {
    self.byteCount = max(beginning.count, min(byteCount ?? 0, Self.byteLimit))
    add(beginning, at: 0)
  }

  /// Bytes of all parts together.
  package var knownByteCount: Int { parts.reduce(0) { $0 + $1.bytes.count } }

  /// Takes bytes as those of the file from there on; what does not lie in the file is left out.
  package mutating func add(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, !bytes.isEmpty, bytes.count <= byteCount, offset <= byteCount - bytes.count
    else { return }
    var union = Part(offset: offset, bytes: bytes)
    let neighbours = parts.filter { $0.offset <= union.end && $0.end >= union.offset }
    let start = min(offset, neighbours.first?.offset ?? offset)
    if let last = neighbours.last, start < offset || last.end > union.end {
      var joined = [UInt8](repeating: 0, count: max(last.end, union.end) - start)
      for part in neighbours + [union] {
        let place = part.offset - start
        joined.replaceSubrange(place..<place + part.bytes.count, with: part.bytes)
      }
      union = Part(offset: start, bytes: joined)
    }
    parts.removeAll { part in neighbours.contains { $0.offset == part.offset } }
    parts.append(union)
    parts.sort { $0.offset < $1.offset }
  }

  /// - Returns: nil where not all of the range is known.
  package func bytes(_ range: Range<Int>) -> ArraySlice<UInt8>? {
    guard let part = parts.first(where: { $0.range.contains(range.lowerBound) }),
      range.upperBound <= part.end
    else { return nil }
    return part.bytes[range.lowerBound - part.offset..<range.upperBound - part.offset]
  }

  /// The bytes of a range from the first to the last that is not known; nil where all are.
  package func missing(_ range: Range<Int>) -> Range<Int>? {
    var (start, end) = (range.lowerBound, range.upperBound)
    if let part = parts.first(where: { $0.range.contains(start) }) { start = part.end }
    if let part = parts.first(where: { $0.offset < end && $0.end >= end }) { end = part.offset }
    return start < end ? start..<end : nil
  }
}

// MARK: In a store

extension PictureParts {
  /// No picture begins so.
  private static let mark = Array("vitrine-picture-parts-1\n".utf8)

  /// The parts one after the other, behind a list of their places.
  package var encoded: [UInt8] {
    var bytes = Self.mark
    for number in [byteCount, parts.count] + parts.flatMap({ [$0.offset, $0.bytes.count] }) {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    for part in parts { bytes += part.bytes }
    return bytes
  }

  /// - Returns: nil for what is not encoded parts, or was damaged.
  package init?(encoded: [UInt8]) {
    guard encoded.starts(with: Self.mark) else { return nil }
    let view = BoundedBytes(encoded[...], isBigEndian: true)
    var place = Self.mark.count
    func number() -> Int? {
      defer { place += 8 }
      return view.number(at: place, byteCount: 8)
    }
    guard let byteCount = number(), byteCount <= Self.byteLimit, let count = number(),
      count <= encoded.count / 16
    else {
      return nil
    }
    self.byteCount = byteCount
    let places = (0..<count).map { _ in (offset: number(), count: number()) }
    for (offset, count) in places {
      guard let offset, let count, let bytes = view.part(from: place, count: count) else {
        return nil
      }
      add(Array(bytes.bytes), at: offset)
      place += count
    }
    guard place == encoded.count else { return nil }
  }
}

/// Bytes that are read with bounds: what lies outside is nil, whatever the place.
struct BoundedBytes {
  let bytes: ArraySlice<UInt8>
  let isBigEndian: Bool

  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  var count: Int { bytes.count }

  /// - Parameter byteCount: At most 8.
  /// - Returns: nil also for what is beyond `Int`.
  func number(at offset: Int, byteCount: Int) -> Int? {
    guard let field = part(from: offset, count: byteCount)?.bytes else { return nil }
    var value: UInt64 = 0
    for byte in isBigEndian ? Array(field) : field.reversed() { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  func part(from offset: Int, count: Int) -> BoundedBytes? {
    guard offset >= 0, count >= 0, count <= bytes.count, offset <= bytes.count - count else {
      return nil
    }
    let start = bytes.startIndex + offset
    return BoundedBytes(bytes[start..<start + count], isBigEndian: isBigEndian)
  }

  /// From there to the end; empty where that is beyond it.
  func part(from offset: Int) -> BoundedBytes {
    BoundedBytes(bytes.dropFirst(max(0, offset)), isBigEndian: isBigEndian)
  }

  func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0 else { return false }
    return text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }
}

/// A file of which parts are known: returns their bytes, and notes which others are wanted.
struct PartReader {
  private let parts: [Part]
  /// Of the whole file.
  let byteCount: Int
  /// Ranges that are wanted and not known, in the order of the requests.
  private(set) var misses: [Range<Int>] = []

  private struct Part {
    let range: Range<Int>
    let bytes: ByteView
  }

  /// - Parameter parts: In the order of the file, without overlaps, and within it.
  init(_ parts: [(offset: Int, bytes: ByteView)], byteCount: Int) {
    self.parts = parts.map { Part(range: $0.offset..<$0.offset + $0.bytes.count, bytes: $0.bytes) }
    self.byteCount = byteCount
  }

  /// A file that is known as a whole.
  init(whole file: ByteView) {
    self.init(file.count > 0 ? [(0, file)] : [], byteCount: file.count)
  }

  /// A file with unknown parts.
  ///
  /// - Parameter known: Anything beyond the file is ignored.
  init(_ file: ByteView, known: [Range<Int>]) {
    let ranges = known.map { $0.clamped(to: 0..<file.count) }.filter { !$0.isEmpty }
    self.init(
      ranges.map { ($0.lowerBound, file.part(from: $0.lowerBound, count: $0.count)) },
      byteCount: file.count)
  }

  /// The known bytes from the first on; empty if the first is not known.
  var beginning: ByteView {
    guard let first = parts.first, first.range.lowerBound == 0 else { return .empty }
    return first.bytes
  }

  /// A range of the file; nil if it is not within it, or is empty.
  func range(_ start: Int, _ count: Int) -> Range<Int>? {
    guard start >= 0, count > 0, count <= byteCount, start <= byteCount - count else { return nil }
    return start..<start + count
  }

  /// - Returns: nil unless all of the range is known.
  func bytes(_ range: Range<Int>) -> ByteView? {
    guard let part = parts.first(where: { $0.range.contains(range.lowerBound) }),
      range.upperBound <= part.range.upperBound
    else { return nil }
    return part.bytes.part(from: range.lowerBound - part.range.lowerBound, count: range.count)
  }

  /// The bytes of a range from the first to the last unknown one; nil if all are known.
  func missing(_ range: Range<Int>) -> Range<Int>? {
    var (start, end) = (range.lowerBound, range.upperBound)
    if let part = parts.first(where: { $0.range.contains(start) }) { start = part.range.upperBound }
    if let part = parts.first(where: { $0.range.lowerBound < end && $0.range.upperBound >= end }) {
      end = part.range.lowerBound
    }
    return start < end ? start..<end : nil
  }

  /// - Parameter ahead: Bytes to request along with unknown ones, because they will be wanted next.
  /// - Returns: nil if they are not in the file, or not known yet.
  mutating func bytes(_ start: Int, count: Int, ahead: Int = 0) -> ByteView? {
    guard let range = range(start, count) else { return nil }
    if let bytes = bytes(range) { return bytes }
    let wanted = start..<max(range.upperBound, min(byteCount - 1, start + ahead - 1) + 1)
    if let missing = missing(wanted) { misses.append(missing) }
    return nil
  }

  /// Notes that the metadata reader wants these bytes.
  mutating func want(_ start: Int, count: Int) {
    if let range = range(start, count), let missing = missing(range) { misses.append(missing) }
  }
}

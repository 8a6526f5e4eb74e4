import GalleryDomain
import PictureProtocol

/// Reads what the known parts of a picture's file say about the rest of it. A picture worker does this: files from
/// strangers are never parsed in this process.
public protocol PictureStructureReader: Sendable {
  /// - Parameters:
  ///   - file: With the picture's full length, and the known parts in place.
  ///   - known: In the order of the file, none adjacent to another.
  /// - Returns: nil if no worker could tell: there is none, it ended, or the task was cancelled.
  func structure(
    of file: FileReference, known: [Range<Int>], for purpose: StructurePurpose
  ) async -> PictureStructure?
}

/// The known parts of a picture's file: its beginning, and the parts that its structure led to.
///
/// A worker says where these are (`PictureStructureReader`). Its answer isn't trusted: this type limits what is
/// requested.
package struct PictureParts: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package fileprivate(set) var offset: Int
    package fileprivate(set) var bytes: [UInt8]

    package var range: Range<Int> { offset..<end }
    fileprivate var end: Int { offset + bytes.count }
  }

  /// The length of the whole file.
  package let byteCount: Int

  /// The most requests for one file, not counting its beginning.
  package static let roundLimit = 8
  package static let requestLimit = 12
  package static let requestByteLimit = 1 << 20
  /// How many bytes between two ranges cost less than another request.
  private static let gap = 16 << 10

  /// Longer files are cut there, so that no sum of offsets overflows.
  private static let byteLimit = 1 << 48
  /// In the order of the file, none adjacent to another.
  package private(set) var parts: [Part] = []

  /// - Parameter byteCount: The length of the whole file; nil if only the beginning counts.
  package init(beginning: [UInt8], byteCount: Int? = nil) {
    self.byteCount = max(beginning.count, min(byteCount ?? 0, Self.byteLimit))
    add(beginning, at: 0)
  }

  /// Bytes of all parts together.
  package var knownByteCount: Int { parts.reduce(0) { $0 + $1.bytes.count } }

  /// Adds bytes of the file at an offset; anything outside the file is dropped.
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

  /// - Returns: nil if the range isn't known completely.
  package func bytes(_ range: Range<Int>) -> ArraySlice<UInt8>? {
    guard let part = parts.first(where: { $0.range.contains(range.lowerBound) }),
      range.upperBound <= part.end
    else { return nil }
    return part.bytes[range.lowerBound - part.offset..<range.upperBound - part.offset]
  }

  /// The bytes of a range from the first to the last unknown one; nil if all are known.
  package func missing(_ range: Range<Int>) -> Range<Int>? {
    var (start, end) = (range.lowerBound, range.upperBound)
    if let part = parts.first(where: { $0.range.contains(start) }) { start = part.end }
    if let part = parts.first(where: { $0.offset < end && $0.end >= end }) { end = part.offset }
    return start < end ? start..<end : nil
  }
}

// MARK: Requests

extension PictureParts {
  /// The requests for these ranges: the parts that are in the file and unknown, in the order of the file. Ranges that
  /// are adjacent or nearly so are merged; earlier ranges in the list come before others, as many as the limits allow.
  package func requests(for wanted: [Range<Int>]) -> [Range<Int>] {
    var requests: [Range<Int>] = []
    for range in wanted {
      guard var joined = missing(range.clamped(to: 0..<byteCount)) else { continue }
      var others = requests
      while let place = others.firstIndex(where: {
        $0.lowerBound - joined.upperBound < Self.gap && joined.lowerBound - $0.upperBound < Self.gap
      }) {
        let other = others.remove(at: place)
        joined =
          min(joined.lowerBound, other.lowerBound)..<max(joined.upperBound, other.upperBound)
      }
      let byteCount = others.reduce(joined.count) { $0 + $1.count }
      if others.count < Self.requestLimit, byteCount <= Self.requestByteLimit {
        requests = others + [joined]
      }
    }
    return requests.sorted { $0.lowerBound < $1.lowerBound }
  }
}

/// How much may still be requested of one file, whatever a worker says that it needs.
struct RangeAllowance {
  private var requestCount = 0
  private var byteCount = 0

  /// The first of these ranges, as many as fit; none after one that doesn't.
  mutating func take(_ ranges: [Range<Int>]) -> [Range<Int>] {
    let taken = ranges.prefix { range in
      requestCount += 1
      byteCount += range.count
      return requestCount <= PictureParts.requestLimit
        && byteCount <= PictureParts.requestByteLimit
    }
    return Array(taken)
  }
}

// MARK: Encoding

extension PictureParts {
  /// No picture begins like this.
  private static let mark = Array("vitrine-picture-parts-1\n".utf8)

  static var markByteCount: Int { mark.count }

  /// Whether a file that begins like this has encoded parts.
  static func areEncoded(in beginning: [UInt8]) -> Bool { beginning.starts(with: mark) }

  /// The parts one after the other, after a list of their offsets.
  package var encoded: [UInt8] {
    var bytes = Self.mark
    for number in [byteCount, parts.count] + parts.flatMap({ [$0.offset, $0.bytes.count] }) {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    for part in parts { bytes += part.bytes }
    return bytes
  }

  /// - Returns: nil if these aren't encoded parts, or were damaged.
  package init?(encoded: [UInt8]) {
    guard Self.areEncoded(in: encoded) else { return nil }
    var rest = encoded.dropFirst(Self.mark.count)
    func number() -> Int? {
      guard rest.count >= 8 else { return nil }
      defer { rest.removeFirst(8) }
      return Int(exactly: rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    guard let byteCount = number(), byteCount <= Self.byteLimit, let count = number(),
      count <= encoded.count / 16
    else {
      return nil
    }
    self.byteCount = byteCount
    let places = (0..<count).map { _ in (offset: number(), count: number()) }
    for (offset, count) in places {
      guard let offset, let count, rest.count >= count else { return nil }
      add(Array(rest.prefix(count)), at: offset)
      rest.removeFirst(count)
    }
    guard rest.isEmpty else { return nil }
  }
}

import Foundation
import GalleryDomain

/// A feed's bytes with the offset of each photo.
///
/// Photos are created when a page is requested: this keeps the file plus twelve bytes per photo, while 200 MB of
/// minimal photos (`{"id":1}`) would take up 10 GB as values.
package struct FeedDocument: Sendable {
  /// Photos beyond this many are skipped.
  static let photoLimit = 2_000_000

  package let bytes: [UInt8]
  /// Whether it contains photos in the format of `vitrine list --json`, one after the other.
  private let isLines: Bool
  /// The feed's own title.
  package let title: String?
  /// How the photos are bought according to the feed.
  package let orderRoute: OrderRoute?
  /// The offset of each usable photo.
  let offsets: [UInt32]
  /// A hash of each usable photo's id, for looking it up; valid in this run of the program.
  let idHashes: [Int]
  /// For each skipped photo, the row that it would have had, ascending.
  let skippedRows: [UInt32]
  /// The number of skipped photos that are not in `skippedRows`.
  let furtherSkippedCount: Int
  /// The first skipped photos.
  package let skipped: [SkippedItem]
  /// Where the feed ends too early, after whole photos.
  private let cut: TextPosition?

  package var photoCount: Int { offsets.count }

  /// - Parameter isLines: Whether it contains photos in the format of `vitrine list --json` rather than a feed.
  /// - Throws: `FeedFault`.
  /// - Complexity: O(*bytes*), once.
  package init(_ bytes: [UInt8], isLines: Bool = false) throws(FeedFault) {
    var indexer = FeedIndexer(bytes)
    if isLines { try indexer.indexLines() } else { try indexer.index() }
    self.bytes = bytes
    self.isLines = isLines
    title = FeedTitle.text(name: indexer.name, feature: indexer.feature)
    // A file has no URL, so relative addresses cannot be resolved.
    orderRoute = indexer.order.route(feed: nil)
    offsets = indexer.offsets
    idHashes = indexer.idHashes
    skippedRows = indexer.skippedRows
    furtherSkippedCount = indexer.furtherSkippedCount
    skipped = indexer.firstSkips.map { SkippedItem($0, in: bytes) }
    cut = indexer.cut.map { TextPosition(offset: $0.offset, in: bytes) }
  }

  /// What was skipped in a range of rows; after the last row, the first items of the whole feed are named.
  package func skipped(in rows: Range<Int>) -> SkippedItems {
    var skipped = SkippedItems(count: skippedCount(in: rows))
    guard rows.upperBound >= photoCount else { return skipped }
    skipped.items = self.skipped
    if let cut { skipped.addCut(at: cut) }
    return skipped
  }

  /// The row of the photo with an id.
  package func row(of id: Photo.ID, mapping: FeedPhotoMapping) -> Int? {
    let hash = id.hashValue
    return idHashes.indices.first { row in
      idHashes[row] == hash && photo(at: row, mapping: mapping)?.id == id
    }
  }

  /// The number of skipped photos in a range of rows; those after the last row are counted with it.
  package func skippedCount(in rows: Range<Int>) -> Int {
    let isLast = rows.upperBound >= photoCount
    let upperBound = isLast ? Int.max : rows.upperBound
    let count = skippedRows.lazy.map(Int.init).filter { $0 >= rows.lowerBound && $0 < upperBound }
      .count
    return isLast ? count + furtherSkippedCount : count
  }

  /// - Parameter row: Within `0..<photoCount`.
  package func photo(at row: Int, mapping: FeedPhotoMapping) -> Photo? {
    var reader = JSONReader(bytes, at: Int(offsets[row]))
    // The indexer has read the same bytes before, so this cannot fail.
    guard let value = try? reader.readValue() else { return nil }
    return isLines ? mapping.photo(line: value) : FeedPhotoDTO(value).map(mapping.photo)
  }
}

/// Why bytes are not a feed, before the file's name is known.
package enum FeedFault: Error, Hashable {
  /// Nothing with the expected structure.
  case notAFeed(beginning: String)
  case malformed(offset: Int, reason: String)
}

/// A feed's own title: its name, otherwise its feature in 500px's spelling.
enum FeedTitle {
  static func text(name: String?, feature: String?) -> String? {
    if let name = CleanText.line(name, limit: .title) { return name }
    guard let feature = CleanText.line(feature, limit: .field) else { return nil }
    let words = feature.split(separator: "_").joined(separator: " ")
    guard let first = words.first else { return nil }
    return "\(first.uppercased())\(words.dropFirst()) · 500px"
  }
}

extension PhotoSourceError {
  package init(_ fault: FeedFault, name: String, bytes: [UInt8]) {
    switch fault {
    case .notAFeed: self = .notAFeed(bytes, name: name)
    case .malformed(let offset, let reason):
      let position = TextPosition(offset: offset, in: bytes)
      self = .malformed(name: name, line: position.line, column: position.column, reason: reason)
    }
  }
}

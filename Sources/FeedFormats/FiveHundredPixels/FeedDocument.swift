import Foundation
import GalleryDomain

/// A feed's bytes with the place of each photo in them.
///
/// Photos are made when a page is asked for: keeping them costs the file and twelve bytes a photo,
/// where 200 MB of the smallest photos (`{"id":1}`) would make 10 GB of values.
package struct FeedDocument: Sendable {
  /// Photos beyond this many are skipped.
  static let photoLimit = 2_000_000

  package let bytes: [UInt8]
  /// Whether it holds photos as `vitrine list --json` writes them, one after the other.
  private let isLines: Bool
  /// What the feed calls itself.
  package let title: String?
  /// How the feed says that its photos are bought.
  package let orderRoute: OrderRoute?
  /// Where each usable photo begins.
  let offsets: [UInt32]
  /// A hash of each usable photo's id, to find one again; the same in one run of the program.
  let idHashes: [Int]
  /// For each skipped photo the row it would have had, ascending.
  let skippedRows: [UInt32]
  /// Skipped photos that are not in `skippedRows`.
  let furtherSkippedCount: Int
  /// The first that were skipped.
  package let skipped: [SkippedItem]

  package var photoCount: Int { offsets.count }

  /// - Parameter isLines: Whether it holds photos as `vitrine list --json` writes them, instead of a feed.
  /// - Throws: `FeedFault`.
  /// - Complexity: O(*bytes*), once.
  package init(_ bytes: [UInt8], isLines: Bool = false) throws(FeedFault) {
    var indexer = FeedIndexer(bytes)
    if isLines { try indexer.indexLines() } else { try indexer.index() }
    self.bytes = bytes
    self.isLines = isLines
    title = FeedTitle.text(name: indexer.name, feature: indexer.feature)
    // A file came from nowhere, so that a relative address belongs to nothing.
    orderRoute = indexer.order.route(feed: nil)
    offsets = indexer.offsets
    idHashes = indexer.idHashes
    skippedRows = indexer.skippedRows
    furtherSkippedCount = indexer.furtherSkippedCount
    skipped = indexer.firstSkips.map { SkippedItem($0, in: bytes) }
  }

  /// The photos of some rows.
  ///
  /// - Parameter rows: Within `0..<photoCount`.
  package func photos(in rows: Range<Int>, mapping: FeedPhotoMapping) -> [Photo] {
    rows.compactMap { photo(at: $0, mapping: mapping) }
  }

  /// The row of an id.
  package func row(of id: Photo.ID, mapping: FeedPhotoMapping) -> Int? {
    let hash = id.hashValue
    return idHashes.indices.first { row in
      idHashes[row] == hash && photo(at: row, mapping: mapping)?.id == id
    }
  }

  /// Skipped photos among some rows; those behind the last row count with it.
  package func skippedCount(in rows: Range<Int>) -> Int {
    let isLast = rows.upperBound >= photoCount
    let upperBound = isLast ? Int.max : rows.upperBound
    let count = skippedRows.lazy.map(Int.init).filter { $0 >= rows.lowerBound && $0 < upperBound }
      .count
    return isLast ? count + furtherSkippedCount : count
  }

  private func photo(at row: Int, mapping: FeedPhotoMapping) -> Photo? {
    var reader = JSONReader(bytes, at: Int(offsets[row]))
    // The indexer read the same bytes before, so neither can fail.
    guard let value = try? reader.readValue() else { return nil }
    return isLines ? mapping.photo(line: value) : FeedPhotoDTO(value).map(mapping.photo)
  }
}

/// Why bytes are not a feed, before a file's name is known.
package enum FeedFault: Error, Hashable {
  /// Nothing of the shape.
  case notAFeed(beginning: String)
  case malformed(offset: Int, reason: String)
}

/// What a feed calls itself: its name, else its feature as 500px spells it.
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
      let place = TextPlace(offset: offset, in: bytes)
      self = .malformed(name: name, line: place.line, column: place.column, reason: reason)
    }
  }
}

import Foundation
import GalleryDomain

/// A feed's bytes with the place of each photo in them.
///
/// Photos are made when a page is asked for: keeping them costs the file and twelve bytes a photo,
/// where 200 MB of the smallest photos (`{"id":1}`) would make 10 GB of values.
struct FeedDocument: Sendable {
  /// Photos beyond this many are skipped.
  static let photoLimit = 2_000_000

  let bytes: [UInt8]
  /// What the feed calls itself.
  let title: String?
  /// How the feed says that its photos are bought.
  let orderRoute: OrderRoute?
  /// Where each usable photo begins.
  let offsets: [UInt32]
  /// A hash of each usable photo's id, to find one again; the same in one run of the program.
  let idHashes: [Int]
  /// For each skipped photo the row it would have had, ascending.
  let skippedRows: [UInt32]
  /// Skipped photos that are not in `skippedRows`.
  let furtherSkippedCount: Int
  /// The first that were skipped.
  let skipped: [SkippedItem]

  var photoCount: Int { offsets.count }

  /// - Throws: `FeedFault`.
  /// - Complexity: O(*bytes*), once.
  init(_ bytes: [UInt8]) throws(FeedFault) {
    var indexer = FeedIndexer(bytes)
    try indexer.index()
    self.bytes = bytes
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
  func photos(in rows: Range<Int>, mapping: FeedPhotoMapping) -> [Photo] {
    rows.compactMap { photo(at: $0, mapping: mapping) }
  }

  /// The row of an id.
  func row(of id: Photo.ID, mapping: FeedPhotoMapping) -> Int? {
    let hash = id.hashValue
    return idHashes.indices.first { row in
      idHashes[row] == hash && photo(at: row, mapping: mapping)?.id == id
    }
  }

  /// Skipped photos among some rows; those behind the last row count with it.
  func skippedCount(in rows: Range<Int>) -> Int {
    let isLast = rows.upperBound >= photoCount
    let upperBound = isLast ? Int.max : rows.upperBound
    let count = skippedRows.lazy.map(Int.init).filter { $0 >= rows.lowerBound && $0 < upperBound }
      .count
    return isLast ? count + furtherSkippedCount : count
  }

  private func photo(at row: Int, mapping: FeedPhotoMapping) -> Photo? {
    var reader = JSONReader(bytes, at: Int(offsets[row]))
    // The indexer read the same bytes before, so neither can fail.
    guard let value = try? reader.readValue(), let dto = FeedPhotoDTO(value) else { return nil }
    return mapping.photo(dto)
  }
}

import GalleryDomain

/// Where a photo of the full-text index stands, in one number that sorts by page and then by place: what a
/// search finds is ordered, filtered and counted without another look at a table.
struct IndexedPhoto: Hashable, Sendable {
  let page: Int64
  /// In its page, from 0; less than `placeLimit`.
  let place: Int
  let isForSale: Bool

  /// A page of more photos than any answer of 64 MB can hold.
  static let placeLimit = 1 << 20

  init(page: Int64, place: Int, isForSale: Bool) {
    self.page = page
    self.place = place
    self.isForSale = isForSale
  }

  init(code: Int64) {
    page = code >> 21
    place = Int(code >> 1) & (Self.placeLimit - 1)
    isForSale = code & 1 == 1
  }

  var code: Int64 { page << 21 | Int64(place) << 1 | (isForSale ? 1 : 0) }

  /// All codes of a page.
  static func codes(ofPage page: Int64) -> ClosedRange<Int64> {
    page << 21...(page << 21 | (1 << 21 - 1))
  }
}

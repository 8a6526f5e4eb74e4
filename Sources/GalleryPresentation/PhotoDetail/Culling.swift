import GalleryDomain

/// How many photos were kept and rejected: as the list counts them, with what the user has changed since.
///
/// A photo is kept with one star or more, and rejected by `R`; all others are in neither count.
struct Culling: Equatable {
  private(set) var keptCount = 0
  private(set) var rejectedCount = 0
  /// Whether all photos of the list have been counted.
  private(set) var isComplete = false
  private var hasRated = false
  /// The photos that have been shown, which are those that the user rates, even if a filter has left them out since.
  private var photos: [Photo.ID: Photo] = [:]

  var knownIDs: [Photo.ID] { Array(photos.keys) }

  var rejectedPhotos: [Photo] { photos.values.filter(\.isRejected).sorted { $0.id < $1.id } }

  /// Takes over what the list counts. Complete counts have the ratings that were noted until now; others may be from before
  /// the last key, whose star would go and come back.
  mutating func setCounts(_ counts: FacetCounts) {
    guard counts.isComplete || !hasRated else { return }
    (keptCount, rejectedCount, isComplete) = (0, 0, counts.isComplete)
    for stated in counts.values[.rating] ?? [] {
      let isRejected = stated.value == PhotoFacet.rejected
      count(isRejected ? PhotoRating.rejected : stated.value.flatMap { Int($0) } ?? 0, stated.count)
    }
  }

  /// - Parameter photo: One that has been read.
  mutating func note(_ photo: Photo) {
    guard let former = photos.updateValue(photo, forKey: photo.id), former.rating != photo.rating
    else { return }
    hasRated = true
    count(former.rating ?? 0, -1)
    count(photo.rating ?? 0, 1)
  }

  /// Photos that were moved elsewhere or trashed do not count.
  mutating func forget(_ ids: [Photo.ID]) {
    for case let photo? in ids.map({ photos.removeValue(forKey: $0) }) {
      count(photo.rating ?? 0, -1)
    }
  }

  private mutating func count(_ rating: Int, _ change: Int) {
    // As long as not all have been counted, fewer may be known than change.
    if rating > 0 { keptCount = max(0, keptCount + change) }
    if rating == PhotoRating.rejected { rejectedCount = max(0, rejectedCount + change) }
  }
}

/// What culling came to.
public struct CullingSummary: Equatable, Sendable {
  /// `12 kept · 31 rejected · 57 undecided`.
  public let text: String
  public let keptCount: Int
  public let rejectedCount: Int
  /// Those that have been shown, even if a filter has left them out since.
  public let rejectedPhotos: [Photo]
}

/// Culling in words.
enum CullingText {
  static func summary(_ culling: Culling, of count: Int) -> String {
    let undecided = max(0, count - culling.keptCount - culling.rejectedCount)
    return culling.isComplete
      ? "\(counts(culling)) · \(CountText.grouped(undecided)) undecided" : counts(culling)
  }

  /// `12 kept · 4 rejected`; with `so far` while not all photos have been counted.
  static func counts(_ culling: Culling) -> String {
    let counts =
      "\(CountText.grouped(culling.keptCount)) kept · \(CountText.grouped(culling.rejectedCount)) rejected"
    return culling.isComplete ? counts : "\(counts) so far"
  }

  /// For narrow screens: `12★ 4✗`.
  static func shortCounts(_ culling: Culling) -> String {
    "\(CountText.grouped(culling.keptCount))★ \(CountText.grouped(culling.rejectedCount))✗"
  }
}

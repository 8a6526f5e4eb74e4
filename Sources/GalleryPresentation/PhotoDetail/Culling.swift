import GalleryDomain

/// How a user goes through photos to decide which to keep: where a decision leads, and how many were kept and rejected.
///
/// A photo is kept with one star or more; `R` rejects it. All others are undecided and in neither count.
struct Culling: Equatable {
  var advance = CullingAdvance.next
  /// The photos that have been loaded and read since culling began, also those that a filter has left out since.
  private var stars: [Photo.ID: Int] = [:]

  /// - Parameter photo: One that has been read.
  mutating func note(_ photo: Photo) { stars[photo.id] = photo.rating ?? 0 }

  /// Photos that were moved elsewhere or trashed do not count.
  mutating func forget(_ ids: [Photo.ID]) {
    for id in ids { stars[id] = nil }
  }

  /// How many photos are known.
  var count: Int { stars.count }
  var keptCount: Int { stars.values.count { $0 > 0 } }
  var rejectedCount: Int { stars.values.count { $0 == PhotoRating.rejected } }
}

/// The photo that is shown after a rating or a selection while culling.
public enum CullingAdvance: CaseIterable, Sendable {
  case next, previous
  /// The photo stays.
  case stay
}

/// Culling in words.
public enum CullingText {
  /// `12 kept · 4 rejected`; with `so far` while not all photos have been read.
  static func counts(kept: Int, rejected: Int, isAll: Bool) -> String {
    "\(CountText.grouped(kept)) kept · \(CountText.grouped(rejected)) rejected\(isAll ? "" : " so far")"
  }

  /// For narrow screens: `12★ 4✗`.
  static func shortCounts(kept: Int, rejected: Int) -> String {
    "\(CountText.grouped(kept))★ \(CountText.grouped(rejected))✗"
  }

  /// On the key line, after the key that changes it.
  static func hint(_ advance: CullingAdvance) -> String {
    switch advance {
    case .next: "then next"
    case .previous: "then previous"
    case .stay: "then stay"
    }
  }

  /// What has just been chosen for after a rating.
  static func chosen(_ advance: CullingAdvance) -> String {
    switch advance {
    case .next: "A rating shows the next photo"
    case .previous: "A rating shows the previous photo"
    case .stay: "A rating stays on its photo"
    }
  }
}

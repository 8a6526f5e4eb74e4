import Foundation

/// One page of photos.
public struct PhotoPage: Hashable, Sendable {
  /// Counts from 1.
  public var number: Int
  public var photos: [Photo]
  /// How many photos there are in all, as far as the source knows; nil when it does not say.
  public var totalCount: Int?
  /// Whether another page follows.
  public var hasMorePages: Bool
  /// How many items of this page were left out because they are no photos or could not be read.
  public var skippedCount: Int
  /// How many of those have no picture, which is no failure.
  public var picturelessCount = 0
  /// Of those that could not be read the first, with the reason: at most `SkippedItem.keptCount`.
  public var skipped: [SkippedItem] = []
  /// How many photos of this page were left out because the source could not apply
  /// `PageRequest.filter`, so that it was applied here.
  public var filteredCount: Int
  /// The row, from 0 over all pages, at which `PageRequest.anchor` stands now; nil when it is gone
  /// or the source cannot tell.
  public var anchorRow: Int?
  /// When the page was fetched, for one that comes from the store; nil for one that is fresh.
  public var storedAt: Date?
  /// Why no page follows although the source says that one does; nil for an ordinary end.
  public var ending: FeedEnding?
  /// How far the source was read to sort its photos; nil where they are in its own order.
  public var sortReach: SortReach?
  /// Photos in all as the source says, on the last page of one that held fewer; nil where it kept its word.
  public var statedCount: Int?
  /// Whether pictures lie on a server that a file of photos does not name.
  public var lacksServer = false

  public init(
    number: Int = 1, photos: [Photo], totalCount: Int? = nil, hasMorePages: Bool = false,
    skippedCount: Int = 0, filteredCount: Int = 0, anchorRow: Int? = nil, storedAt: Date? = nil,
    ending: FeedEnding? = nil, sortReach: SortReach? = nil
  ) {
    self.number = number
    self.photos = photos
    self.totalCount = totalCount
    self.hasMorePages = hasMorePages
    self.skippedCount = skippedCount
    self.filteredCount = filteredCount
    self.anchorRow = anchorRow
    self.storedAt = storedAt
    self.ending = ending
    self.sortReach = sortReach
  }
}

/// An item of a source that could not be read as a photo.
public struct SkippedItem: Hashable, Sendable {
  /// Its title, or where it stands (`line 3, column 14`); cleaned.
  public var name: String
  /// For people, in lower case, such as `duplicate id`.
  public var reason: String

  /// How many are kept of a page: what is said of them is a line each.
  public static let keptCount = 10
  public static let repeatedID = "duplicate id"

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// How much of a source stands behind a sorted list.
public struct SortReach: Hashable, Sendable {
  /// Photos of the source that were gone through, with those that a filter left out.
  public var readCount: Int
  /// Whether that is all; else those at its beginning.
  public var isWhole: Bool

  public init(readCount: Int, isWhole: Bool) {
    self.readCount = readCount
    self.isWhole = isWhole
  }
}

/// Why a feed was stopped that would have gone on.
public enum FeedEnding: String, Hashable, Sendable, Codable {
  /// A page brought no photo that was not there before.
  case repeatsItself
  /// Empty pages kept saying that another one follows.
  case saysNextForEver
  /// More pages than the user can go through.
  case neverEnds
  /// The source held fewer photos than when it was first asked.
  case shrank
}

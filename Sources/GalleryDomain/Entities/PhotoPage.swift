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
  /// Whether pages are named only by those before them, and are too many to be walked through: `totalCount` then says
  /// how many photos there are, and not which rows can be reached.
  public var comesOneByOne = false
  /// Whether the source is still counting. Asked for the page again, it waits until it knows the total and the sections
  /// of the whole list, and answers with them.
  public var isBeingCounted = false
  /// How many items of this page were left out because they are not photos or could not be read.
  public var skippedCount: Int
  /// How many of those have no picture, which is not an error.
  public var picturelessCount = 0
  /// The first of those that could not be read, with the reason; at most `SkippedItem.keptCount`.
  public var skipped: [SkippedItem] = []
  /// How many of those were named one by one, as on standard input, and are not there or are no files.
  public var unreadableCount = 0
  /// How many photos of this page were left out here because the source could not apply the search or the filter of
  /// `PageRequest.query`.
  public var filteredCount: Int
  /// The row, from 0 over all pages, where `PageRequest.anchor` is now; nil if it is gone or the source cannot tell.
  public var anchorRow: Int?
  /// When the page was fetched, if it comes from the store; nil if it is fresh.
  public var storedAt: Date?
  /// Why no page follows although the source says that one does; nil for an ordinary end.
  public var ending: FeedEnding?
  /// How much of the source was read to sort its photos; nil if they are in the source's own order.
  public var sortReach: SortReach?
  /// The total that the source stated, on the last page of a source that held fewer photos; nil otherwise.
  public var statedCount: Int?
  /// What stands together.
  public var sections = PhotoPageSections.none
  /// Whether pictures are on a server that the file with the photos does not name.
  public var lacksServer = false
  /// Whether nothing names the encoding of the source's text, and it was read as windows-1252.
  public var hasGuessedEncoding = false

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
  /// Its title, or its place (`line 3, column 14`); cleaned.
  public var name: String
  /// For display, in lower case, such as `duplicate id`.
  public var reason: String

  /// How many are kept per page; each takes a line when they are shown.
  public static let keptCount = 10
  public static let repeatedID = "duplicate id"

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// How much of a source a sorted list is based on.
public struct SortReach: Hashable, Sendable {
  /// Items of the source that were read, including those that were filtered out or unreadable.
  public var readCount: Int
  /// Whether that is the whole source; otherwise only its beginning was read.
  public var isWhole: Bool

  public init(readCount: Int, isWhole: Bool) {
    self.readCount = readCount
    self.isWhole = isWhole
  }
}

/// Why a source holds more than it gave.
public enum FeedEnding: Hashable, Sendable {
  /// A page brought no new photo.
  case repeatsItself
  /// Empty pages kept saying that another one follows.
  case saysNextForEver
  /// More pages than the limit.
  case neverEnds
  /// The source held fewer photos than when it was first asked.
  case shrank
  /// Folders of a server could not be listed; the photos of the others are here.
  case incomplete(MissingFolders)
  /// Nobody looked further after this many folders in a row without a photo.
  case foldersWithoutPhotos(count: Int)
  /// The source holds more photos than are kept of one.
  case tooManyPhotos

  /// Whether photos are certainly missing, so that a command has failed that was to take all.
  public var lacksPhotos: Bool {
    switch self {
    case .incomplete, .tooManyPhotos: true
    case .repeatsItself, .saysNextForEver, .neverEnds, .shrank, .foldersWithoutPhotos: false
    }
  }
}

/// Folders, or the rest of one, that a server did not list.
public struct MissingFolders: Hashable, Sendable {
  public struct Folder: Hashable, Sendable {
    /// Its path, or the last file before what is missing; cleaned.
    public var name: String
    public var error: PhotoSourceError

    public init(name: String, error: PhotoSourceError) {
      self.name = name
      self.error = error
    }
  }

  /// How many folders are kept; each takes a line when they are shown.
  public static let keptCount = 10

  /// The first of them; not empty.
  public private(set) var folders: [Folder]
  public private(set) var count = 1

  public init(_ first: Folder) {
    folders = [first]
  }

  public mutating func append(_ folder: Folder) {
    count += 1
    if folders.count < Self.keptCount { folders.append(folder) }
  }
}

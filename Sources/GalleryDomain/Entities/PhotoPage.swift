import Foundation

/// One page of photos.
public struct PhotoPage: Hashable, Sendable {
  /// Counts from 1.
  public var number: Int
  public var photos: [Photo]
  /// The total number of photos, if the source says; otherwise nil.
  public var totalCount: Int?
  /// Whether another page follows.
  public var hasMorePages: Bool
  /// Whether each page can be reached only through the previous one, and there are too many to walk through.
  /// `totalCount` then says how many photos there are, but not which rows can be reached.
  public var comesOneByOne = false
  /// The items of this page that are not photos or could not be read.
  public var skipped: SkippedItems
  /// How many photos of this page were filtered out here because the source could not apply the search or the filter of
  /// `PageRequest.query`.
  public var filteredCount: Int
  /// The row, counted from 0 over all pages, where `PageRequest.anchor` is now; nil if it is gone or the source cannot
  /// tell.
  public var anchorRow: Int?
  /// The number of the answer that this is a page of, while it is a part of the one that comes when all photos have been read;
  /// nil for that one, and where parts aren't numbered.
  public var part: Int?
  /// When the page was fetched, if it comes from the store; nil if it is current.
  public var storedAt: Date?
  /// Why no page follows although the source says that one does; nil for an ordinary end.
  public var ending: FeedEnding?
  /// How much of the source was read to sort its photos; nil if they are in the source's own order.
  public var sortReach: SortReach?
  /// The total that the source stated, on the last page of a source that turned out to have fewer photos; otherwise
  /// nil.
  public var statedCount: Int?
  /// The sections of the list, if it is grouped.
  public var sections = PhotoPageSections.none

  public init(
    number: Int = 1, photos: [Photo], totalCount: Int? = nil, hasMorePages: Bool = false,
    skipped: SkippedItems = SkippedItems(), filteredCount: Int = 0, anchorRow: Int? = nil,
    storedAt: Date? = nil, ending: FeedEnding? = nil, sortReach: SortReach? = nil
  ) {
    self.number = number
    self.photos = photos
    self.totalCount = totalCount
    self.hasMorePages = hasMorePages
    self.skipped = skipped
    self.filteredCount = filteredCount
    self.anchorRow = anchorRow
    self.storedAt = storedAt
    self.ending = ending
    self.sortReach = sortReach
  }
}

/// An item of a source that could not be read as a photo.
public struct SkippedItem: Hashable, Sendable {
  /// Its title, or its position (`line 3, column 14`); cleaned.
  public var name: String
  /// For display, in lower case, such as `duplicate id`.
  public var reason: String

  /// How many are kept per page; each one is shown on a line of its own.
  public static let keptCount = 10
  public static let repeatedID = "duplicate id"

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

/// The items of a source that became no photos: those of a page, or of all pages of a list.
public struct SkippedItems: Hashable, Sendable {
  public var count: Int
  /// How many of them have no picture, which is not an error.
  public var picturelessCount = 0
  /// How many of them may have been photos: listed individually, as on standard input, and not there or not files; items whose
  /// data did not come; or folders that can't be read.
  public var unreadableCount = 0
  /// How many of these are folders, or files whose folder isn't there: their photos may be there again later.
  public var unreadableFolderCount = 0
  /// The first of those that have a picture or may have one, with the reasons; at most `SkippedItem.keptCount` are added.
  public var items: [SkippedItem]

  public init(count: Int = 0) {
    self.count = count
    items = []
  }

  public init(_ items: [SkippedItem]) {
    count = items.count
    self.items = items
  }

  /// Counts an item without a picture, such as a post with only text.
  package mutating func addPictureless() {
    count += 1
    picturelessCount += 1
  }

  package mutating func add(_ name: String, _ reason: String) {
    count += 1
    if items.count < SkippedItem.keptCount { items.append(SkippedItem(name: name, reason: reason)) }
  }

  /// Adds those of another page. What a source or a store states may be any number.
  public mutating func add(_ others: SkippedItems) {
    count = Self.sum(count, others.count)
    picturelessCount = Self.sum(picturelessCount, others.picturelessCount)
    unreadableCount = Self.sum(unreadableCount, others.unreadableCount)
    unreadableFolderCount = Self.sum(unreadableFolderCount, others.unreadableFolderCount)
    items += others.items.prefix(max(0, SkippedItem.keptCount - items.count))
  }

  private static func sum(_ count: Int, _ stated: Int) -> Int {
    let (sum, overflow) = count.addingReportingOverflow(max(0, stated))
    return overflow ? .max : sum
  }
}

/// How much of a source a sorted list is based on.
public struct SortReach: Hashable, Sendable {
  /// Items of the source that were read, including those that were filtered out or unreadable.
  public var readCount: Int
  /// Whether the whole source was read; otherwise only its beginning.
  public var isWhole: Bool

  public init(readCount: Int, isWhole: Bool) {
    self.readCount = readCount
    self.isWhole = isWhole
  }
}

/// Why a source has more photos than it delivered.
public enum FeedEnding: Hashable, Sendable {
  /// A page contained no new photo, empty pages kept saying that another one follows, or there are more pages than the limit.
  case neverEnds
  /// The source has fewer photos than when it was first read.
  case shrank
  /// Some folders on a server could not be listed; the photos of the others are here.
  case incomplete(MissingFolders)
  /// The scan stopped after this many folders in a row without a photo.
  case foldersWithoutPhotos(count: Int)
  /// The source has more photos than can be kept for one source.
  case tooManyPhotos

  /// Whether photos are certainly missing, so that a command that should process all of them has failed.
  public var lacksPhotos: Bool {
    switch self {
    case .incomplete, .tooManyPhotos: true
    case .neverEnds, .shrank, .foldersWithoutPhotos: false
    }
  }
}

/// Folders on a server that could not be listed, or only in part.
public struct MissingFolders: Hashable, Sendable {
  public struct Folder: Hashable, Sendable {
    /// Its path, or the last file before the missing part; cleaned.
    public var name: String
    public var error: PhotoSourceError

    public init(name: String, error: PhotoSourceError) {
      self.name = name
      self.error = error
    }
  }

  /// How many folders are kept; each one is shown on a line of its own.
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

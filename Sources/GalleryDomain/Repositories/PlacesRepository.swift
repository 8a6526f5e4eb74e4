import Foundation

/// A source that was opened before.
public struct RecentSource: Hashable, Sendable {
  /// What to type to open it again, from any folder; one clean line.
  public var text: String
  /// When it was opened last; nil if that was not recorded.
  public var openedAt: Date?

  public init(text: String, openedAt: Date? = nil) {
    self.text = text
    self.openedAt = openedAt
  }

  /// Begins what opens several folders as one source where there is one text for it.
  public static let foldersPrefix = "folders:"

  /// `folders:/home/ann/Pictures:/mnt/archive`; a backslash makes a colon or a backslash a part of a path.
  public static func text(ofFolders paths: [String]) -> String {
    var text = foldersPrefix
    for (index, path) in paths.enumerated() {
      if index > 0 { text.unicodeScalars.append(":") }
      // By scalars: a colon with a mark on it is another character.
      for scalar in path.unicodeScalars {
        if scalar == "\\" || scalar == ":" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The folders of such a text, as they are written; nil for any other text.
  public static func folders(inText text: String) -> [String]? {
    guard text.hasPrefix(foldersPrefix) else { return nil }
    var folders = [""]
    var isEscaped = false
    for scalar in text.dropFirst(foldersPrefix.count).unicodeScalars {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
      } else if !isEscaped, scalar == ":" {
        folders.append("")
      } else {
        folders[folders.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return folders.filter { !$0.isEmpty }
  }
}

/// A source that the user has saved under a key.
public struct Bookmark: Hashable, Sendable {
  /// A character for which `isKey` is true.
  public var key: Character
  /// As in `RecentSource`.
  public var text: String

  public init(key: Character, text: String) {
    self.key = key
    self.text = text
  }

  /// Whether a character can be the key of a bookmark: a letter or a digit (ASCII).
  public static func isKey(_ key: Character) -> Bool {
    key.isASCII && (key.isLetter || key.isNumber)
  }
}

/// A filter and an order of a source that the user has saved under a name.
public struct SavedSearch: Hashable, Sendable {
  /// One for which `isName` is true.
  public var name: String
  /// The source, as in `RecentSource`.
  public var text: String
  /// Without the selection, which ends with the program.
  public var filter: FilterExpression
  /// nil for the source's own order.
  public var sort: PhotoSort?
  /// nil for the source's own sections.
  public var grouping: PhotoGrouping?

  public init(
    name: String, text: String, filter: FilterExpression = .everything, sort: PhotoSort? = nil,
    grouping: PhotoGrouping? = nil
  ) {
    self.name = name
    self.text = text
    self.filter = filter
    self.sort = sort
    self.grouping = grouping
  }

  /// Begins what is typed to open a saved search, in place of a source.
  public static let prefix = "library:"

  /// What opens it: `library:best-of-2024`.
  public var address: String { Self.prefix + name }

  /// - Returns: nil unless the text is the address of a saved search.
  public static func name(inAddress text: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  /// Whether a text can be a name: letters, digits, `-`, `_` and `.`, from one to 60, so that a shell takes it without quotes.
  public static func isName(_ text: String) -> Bool {
    (1...60).contains(text.count)
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }

  /// The query that opens the source: what is asked for on a command line comes on top of it.
  public func query(and asked: PhotoQuery = .everything) -> PhotoQuery {
    var query = asked
    query.filter = FilterExpression(
      filter.terms + asked.filter.terms.filter { !filter.terms.contains($0) })
    query.sort = asked.sort ?? sort
    query.grouping = asked.grouping ?? grouping
    return query
  }
}

/// What the program knew about a source when the user left it.
public struct SourceSummary: Hashable, Sendable {
  /// How many photos it has; nil if that is not known.
  public var photoCount: Int?
  /// The file of a picture that shows it: one of its photos, or a copy in a cache; nil if there is none.
  public var cover: FileReference?

  public init(photoCount: Int? = nil, cover: FileReference? = nil) {
    self.photoCount = photoCount
    self.cover = cover
  }
}

/// Keeps recent sources, bookmarks and saved searches, and knows the collections. It reads and
/// writes synchronously; a change returns whether it could be stored.
public protocol PlacesRepository: AnyObject {
  /// The latest first.
  var recentSources: [RecentSource] { get }
  /// In the order of their keys.
  var bookmarks: [Bookmark] { get }
  /// Removes a source from the recent ones.
  func forget(recent text: String) -> Bool
  /// Saves a source under a key, replacing the previous one; nil removes it.
  func setBookmark(_ key: Character, to text: String?) -> Bool
  /// By name.
  var savedSearches: [SavedSearch] { get }
  /// Saves a search under its name, replacing the previous one.
  func save(_ search: SavedSearch) -> Bool
  func forget(search name: String) -> Bool
  /// The names of the user's collections, sorted. A collection is opened like a saved search, and so has no name of one.
  var collectionNames: [String] { get }
  /// Whether nothing can be stored because a newer Vitrine keeps them.
  var isOfNewer: Bool { get }
  /// What is remembered about sources, by their texts.
  var summaries: [String: SourceSummary] { get }
  /// Remembers something about a source. Nothing is reported if that fails.
  func keep(_ summary: SourceSummary, of text: String)
}

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

extension Bookmark {
  /// Whether a character can be the key of a bookmark: a letter or a digit (ASCII).
  public static func isKey(_ key: Character) -> Bool {
    key.isASCII && (key.isLetter || key.isNumber)
  }
}

/// Keeps recent sources and bookmarks. The files have a few lines; they are read and written synchronously.
public protocol PlacesRepository: AnyObject {
  /// The latest first.
  var recentSources: [RecentSource] { get }
  /// In the order of their keys.
  var bookmarks: [Bookmark] { get }
  /// Removes a source from the recent ones.
  ///
  /// - Returns: Whether that could be stored.
  func forget(recent text: String) -> Bool
  /// Saves a source under a key, replacing the previous one; nil removes it.
  ///
  /// - Returns: Whether that could be stored.
  func setBookmark(_ key: Character, to text: String?) -> Bool
  /// What is remembered about sources, by their texts.
  var summaries: [String: SourceSummary] { get }
  /// Remembers something about a source. Nothing is reported if that fails.
  func keep(_ summary: SourceSummary, of text: String)
}

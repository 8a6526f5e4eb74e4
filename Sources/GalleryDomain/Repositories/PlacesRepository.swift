import Foundation

/// A source that was opened before.
public struct RecentSource: Hashable, Sendable {
  /// As it would be typed to open it again, from any folder; one clean line.
  public var text: String
  /// When it was opened last; nil if that was not recorded.
  public var openedAt: Date?

  public init(text: String, openedAt: Date? = nil) {
    self.text = text
    self.openedAt = openedAt
  }
}

/// A source under a key.
public struct Bookmark: Hashable, Sendable {
  /// One for which `isKey` is true.
  public var key: Character
  /// As in `RecentSource`.
  public var text: String

  public init(key: Character, text: String) {
    self.key = key
    self.text = text
  }
}

extension Bookmark {
  /// Whether a bookmark can stand under it: a letter or a digit (ASCII).
  public static func isKey(_ key: Character) -> Bool {
    key.isASCII && (key.isLetter || key.isNumber)
  }
}

/// Keeps where the user has been and wants to go again. Files of a few lines, which are read and written at once.
public protocol PlacesRepository: AnyObject {
  /// The latest first.
  var recentSources: [RecentSource] { get }
  /// In the order of their keys.
  var bookmarks: [Bookmark] { get }
  /// Forgets that a source was opened.
  ///
  /// - Returns: Whether that could be stored.
  func forget(recent text: String) -> Bool
  /// Puts a source under a key, in place of what was there; nil takes that away.
  ///
  /// - Returns: Whether that could be stored.
  func setBookmark(_ key: Character, to text: String?) -> Bool
}

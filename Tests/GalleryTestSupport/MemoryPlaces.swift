import Foundation
import GalleryDomain

/// Recent sources, bookmarks and saved searches in memory.
public final class MemoryPlaces: PlacesRepository {
  public var recentSources: [RecentSource]
  public var bookmarks: [Bookmark]
  public var savedSearches: [SavedSearch] = []
  public var collectionNames: [String] = []
  /// Whether storing fails.
  public var isFull = false
  public var isOfNewer = false
  public var summaries: [String: SourceSummary] = [:]

  public init(recentSources: [RecentSource] = [], bookmarks: [Bookmark] = []) {
    self.recentSources = recentSources
    self.bookmarks = bookmarks
  }

  public func keep(_ summary: SourceSummary, of text: String) { summaries[text] = summary }

  public func forget(recent text: String) -> Bool {
    guard !isFull else { return false }
    recentSources.removeAll { $0.text == text }
    return true
  }

  public func save(_ search: SavedSearch) -> Bool {
    guard forget(search: search.name) else { return false }
    savedSearches.append(search)
    savedSearches.sort { $0.name < $1.name }
    return true
  }

  public func forget(search name: String) -> Bool {
    guard !isFull else { return false }
    savedSearches.removeAll { $0.name == name }
    return true
  }

  public func setBookmark(_ key: Character, to text: String?) -> Bool {
    guard !isFull else { return false }
    bookmarks.removeAll { $0.key == key }
    if let text { bookmarks.append(Bookmark(key: key, text: text)) }
    bookmarks.sort { $0.key < $1.key }
    return true
  }
}

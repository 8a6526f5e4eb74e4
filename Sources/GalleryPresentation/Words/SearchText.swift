import Foundation
import GalleryDomain

/// The texts of the search prompt, and how it reads what is typed.
public enum SearchText {
  /// What is searched.
  ///
  /// - Parameters:
  ///   - isFolder: Whether the source is one of the user's own folders.
  ///   - isRemote: Whether the source is on the network, so that only what was loaded can be searched here.
  static func hint(
    _ search: SourceCapabilities.Search, sourceTitle: String, ofFolder isFolder: Bool = false,
    isRemote: Bool = true
  ) -> String {
    switch search {
    case .atSource: sourceTitle.isEmpty ? "Searches the source" : "Searches \(sourceTitle)"
    case .here where isFolder: "Searches names and metadata of this folder"
    case .here where isRemote: "Searches loaded photos only"
    case .here: sourceTitle.isEmpty ? "Searches all photos" : "Searches \(sourceTitle)"
    case .none: "Searches page by page"
    }
  }

  /// Shown in the field while it is empty.
  static func placeholder(isSearching: Bool) -> String {
    isSearching ? "empty shows all photos" : "search photos"
  }

  /// The header over the results.
  public static func title(_ query: String) -> String { "Search: \(query)" }

  /// A query that can be searched for, of at most 200 characters; nil if nothing is left of the text.
  static func clean(_ text: String) -> String? {
    let line = TextCleaner.line(text).trimmingCharacters(in: .whitespaces)
    let clean = String(line.prefix(200)).trimmingCharacters(in: .whitespaces)
    return clean.isEmpty ? nil : clean
  }

  /// Why the focus stays.
  static func noMatch(_ nothing: NoMatch, _ keys: KeyHints) -> String {
    switch nothing {
    case .notSearched: "Nothing searched yet · \(keys.search) to search"
    case .stillSearching: "Still searching"
    case .stillReading: "No further match found yet · the order is still being read"
    case .noMatch(let query): "No photos match \"\(query)\" here"
    case .noFurther(.previous): "First match"
    case .noFurther: "Last match"
    }
  }
}

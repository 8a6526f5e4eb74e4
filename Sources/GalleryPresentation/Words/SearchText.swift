import Foundation
import GalleryDomain

/// The texts of the search prompt, and how it reads what is typed.
public enum SearchText {
  /// What is searched.
  static func hint(
    _ search: SourceCapabilities.Search, sourceTitle: String, ofFolder isFolder: Bool = false
  ) -> String {
    switch search {
    case .atSource: sourceTitle.isEmpty ? "Searches the source" : "Searches \(sourceTitle)"
    case .here:
      isFolder ? "Searches names and metadata of this folder" : "Searches loaded photos only"
    case .none: "Searches page by page"
    }
  }

  /// Shown in the field while it is empty.
  static func placeholder(isSearching: Bool) -> String {
    isSearching ? "empty shows all photos" : "search photos"
  }

  /// The header over the results.
  public static func title(_ query: String) -> String { "Search: \(query)" }

  /// What was typed or pasted, as a query: one clean line, empty if nothing is left.
  static func query(_ typed: String) -> String {
    TextCleaner.line(typed, limit: .title).trimmingCharacters(in: .whitespaces)
  }

  /// A query that can be searched for, of at most 200 characters; nil if nothing is left of the text.
  static func clean(_ text: String) -> String? {
    let line = TextCleaner.line(text).trimmingCharacters(in: .whitespaces)
    let clean = String(line.prefix(200)).trimmingCharacters(in: .whitespaces)
    return clean.isEmpty ? nil : clean
  }

  /// Whether a recent query contains what was typed, ignoring case and accents.
  static func holds(_ query: String, _ typed: String) -> Bool {
    query.range(of: typed, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}

import Foundation
import GalleryDomain

/// What the search prompt says, and how it reads what is typed.
public enum SearchText {
  /// Where a search is answered.
  static func hint(_ search: SourceCapabilities.Search, sourceTitle: String) -> String {
    switch search {
    case .atSource: sourceTitle.isEmpty ? "Searches the source" : "Searches \(sourceTitle)"
    case .here: "Searches loaded photos only"
    case .none: "Searches page by page"
    }
  }

  /// What stands in the field while nothing is typed.
  static func placeholder(isSearching: Bool) -> String {
    isSearching ? "empty shows all photos" : "search photos"
  }

  /// The header over the results.
  public static func title(_ query: String) -> String { "Search: \(query)" }

  /// What was typed or pasted, as it is searched for: one clean line, empty where nothing is left.
  static func query(_ typed: String) -> String {
    TextCleaner.line(typed, limit: .title).trimmingCharacters(in: .whitespaces)
  }

  /// What can be searched for in this text; nil when nothing is left of it. What people type is a few words.
  static func clean(_ text: String) -> String? {
    let line = TextCleaner.line(text).trimmingCharacters(in: .whitespaces)
    let clean = String(line.prefix(200)).trimmingCharacters(in: .whitespaces)
    return clean.isEmpty ? nil : clean
  }

  /// Whether a recent query holds what was typed, whatever the case and the accents.
  static func holds(_ query: String, _ typed: String) -> Bool {
    query.range(of: typed, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}

import GalleryData
import GalleryDomain
import GalleryFiles

/// Completions of a source that is typed on the screen: folders, services, saved searches and recent sources.
struct SourceCompletion {
  private let folders: FolderPathInput
  private let catalog: FormatCatalog

  /// - Parameter home: For `~`; nil if it is unknown.
  init(home: String?, catalog: FormatCatalog) {
    folders = FolderPathInput(home: home)
    self.catalog = catalog
  }

  /// - Parameters:
  ///   - recent: The recent sources, the latest first.
  ///   - searches: The addresses of the saved searches.
  /// - Complexity: Reads the folder that is typed; the presets are read once.
  func completions(
    of text: String, recent: [String], searches: [String] = []
  ) -> [String] {
    let isPath = text.isEmpty || "/~.".contains(text.prefix(1))
    var found = isPath ? [] : CommandLineCompletion.beginnings(catalog.library.presets)
    found = (found + searches + recent.filter { !searches.contains($0) }).filter {
      $0.hasPrefix(text) && $0 != text
    }
    return folders.completions(of: text) + found.filter { !isPath || !$0.hasPrefix("/") }
  }
}

import GalleryData
import GalleryDomain
import GalleryFiles

/// Completions of a source that is typed on the screen: folders, services and recent sources.
struct SourceCompletion {
  private let folders: FolderPathInput
  private let catalog: FormatCatalog

  /// - Parameter home: For `~`; nil if it is unknown.
  init(home: String?, catalog: FormatCatalog) {
    folders = FolderPathInput(home: home)
    self.catalog = catalog
  }

  /// - Parameter recent: The recent sources, the latest first.
  /// - Complexity: Reads the folder that is typed; the presets are read once.
  func completions(of text: String, recent: [String]) -> [String] {
    let isPath = text.isEmpty || "/~.".contains(text.prefix(1))
    var found = isPath ? [] : CommandLineCompletion.sources(catalog.library.presets).map(\.word)
    found = (found + recent).filter { $0.hasPrefix(text) && $0 != text }
    return folders.completions(of: text) + found.filter { !isPath || !$0.hasPrefix("/") }
  }
}

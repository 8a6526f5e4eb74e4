import Foundation
import GalleryDomain

@testable import FeedFormats
@testable import GalleryData

/// The presets that come with the program.
enum ShippedPresets {
  static let folder = FileReference(
    path: Array(
      URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources/vitrine/Resources/presets"
      ).standardizedFileURL.path(percentEncoded: false).utf8))

  static let library = PresetLibrary(shipped: folder, own: nil)
  static let catalog = FormatCatalog(environment: { _ in nil }, library: { library })
}

import GalleryData
import GalleryDomain
import GalleryPresentation
import NcursesTerminal
import PictureKit
import TerminalKit

/// The one place that makes things.
@MainActor
final class AppContainer {
  private let files = ProgramFiles()

  /// Starts its first worker when the first picture is wanted.
  private(set) lazy var pictureLoader = PictureLoader(thumbnails: thumbnailCache)

  /// The desktop's folder of thumbnails; nil when it is turned off.
  let thumbnailCache = ThumbnailCache(environment: WorkerEnvironment.ofThisProcess())

  /// - Parameter argument: As it stands on the command line; nil for the built-in gallery.
  func openSource(_ argument: String?) throws(ProgramError) -> PhotoSource {
    // Such as an unset variable of a script in quotes.
    if argument == "" { throw .noName }
    do throws(PhotoSourceLocatorError) {
      return try PhotoSourceLocator().source(argument.map(RawArguments.bytes(of:)))
    } catch {
      throw .source(error)
    }
  }

  func makeRepository(for source: PhotoSource) throws(ProgramError) -> any PhotoRepository {
    switch source {
    case .folder(let folder), .picture(_, let folder):
      return FolderRepository(
        folder: folder, reader: WorkerMetadataReader(loader: pictureLoader))
    case .feedFile(let file):
      return FeedFileRepository(file: file)
    case .sampleGallery:
      guard let file = files.sampleGallery.flatMap(FileReference.init(path:)) else {
        throw .sampleGalleryMissing
      }
      return FeedFileRepository(file: file)
    }
  }

  func makeTerminal(_ settings: Settings) throws(TerminalError) -> NcursesTerminal {
    try NcursesTerminal(
      colorDepth: settings.colorDepth, graphics: settings.graphics,
      cellPixelSize: settings.cellPixelSize)
  }

  func makeGallery(
    on terminal: NcursesTerminal, showing source: PhotoSource, settings: Settings
  ) throws(ProgramError) -> GalleryContainer {
    GalleryContainer(
      terminal: terminal, isUnicode: terminal.isUnicode,
      repository: try makeRepository(for: source), pictureLoader: pictureLoader,
      selectedPhoto: selectedPhoto(of: source), slideShowInterval: settings.slideShowInterval,
      prices: settings.prices)
  }

  private func selectedPhoto(of source: PhotoSource) -> Photo.ID? {
    if case .picture(let id, _) = source { id } else { nil }
  }
}

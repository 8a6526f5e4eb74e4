import Dispatch
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import Glibc
import NcursesTerminal
import PictureKit
import TerminalKit

/// The program as it is, except for its source: `vitrine` itself has none with a million photos.
///
/// `AppContainer` belongs to the executable and cannot be imported, so the same parts are assembled here.
@MainActor
final class MillionGallery {
  private let terminal: NcursesTerminal
  private let navigator = Navigator()
  private let application: TerminalApplication
  private let screen: PhotoListScreen

  init(folder: String) throws {
    terminal = try NcursesTerminal()
    let theme = Theme.standard()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let repository = MillionRepository(
      files: names.compactMap { FileReference(path: folder + "/" + $0) })
    let pictures = WorkerPictures(
      source: PictureLoader(), terminal: terminal, theme: theme)
    let service = UseCaseAPIService(
      fetchPhotos: DefaultFetchPhotosUseCase(repository: repository),
      fetchDetails: DefaultFetchPhotoDetailsUseCase(repository: repository),
      observeProgress: DefaultObserveProgressUseCase(repository: repository))
    application = TerminalApplication(terminal: terminal, navigator: navigator)
    let viewModel = PhotoListViewModel(apiService: service)
    screen = PhotoListScreen(
      viewModel: viewModel,
      context: ScreenContext(
        navigator: navigator, terminal: terminal, theme: theme, keys: .standard, pictures: pictures)
    )
    screen.title = "A million photos"
    pictures.onChange = { [application] in application.setNeedsDisplay() }
  }

  /// Never returns.
  func run() -> Never {
    application.onTerminate = { [terminal] _ in
      terminal.restore()
      exit(0)
    }
    navigator.push(screen)
    application.start()
    return withExtendedLifetime(self) { dispatchMain() }
  }
}

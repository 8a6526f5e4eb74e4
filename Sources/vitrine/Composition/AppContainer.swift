import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import NcursesTerminal
import PictureKit
import TerminalKit

/// The one place that makes things.
@MainActor
final class AppContainer {
  let terminal: any Terminal
  let repository: any PhotoRepository
  let pictureLoader: PictureLoader
  let navigator = Navigator()
  let theme: Theme
  private let title: String
  private let isUnicode: Bool

  /// - Parameters:
  ///   - title: What the source is called, until it tells itself.
  init(
    terminal: any Terminal, isUnicode: Bool, repository: any PhotoRepository,
    pictureLoader: PictureLoader, title: String
  ) {
    self.terminal = terminal
    self.isUnicode = isUnicode
    self.repository = repository
    self.pictureLoader = pictureLoader
    self.title = title
    let glyphs: Glyphs = isUnicode ? .unicode : .ascii
    theme =
      terminal.colorDepth == .monochrome
      ? .monochrome(glyphs: glyphs) : .standard(glyphs: glyphs)
  }

  private(set) lazy var pictures = WorkerPictures(
    source: pictureLoader, colorDepth: terminal.colorDepth, theme: theme, isUnicode: isUnicode,
    cellPixelSize: { [weak terminal] in terminal?.cellPixelSize })

  func makeApplication() -> TerminalApplication {
    let application = TerminalApplication(
      terminal: terminal, navigator: navigator, glyphs: theme.glyphs)
    pictures.onChange = { [weak application] in application?.setNeedsDisplay() }
    return application
  }

  func makeFlowCoordinator(quit: @escaping () -> Void) -> GalleryFlowCoordinator {
    GalleryFlowCoordinator(navigator: navigator, dependencies: self, quit: quit)
  }

  private func makeAPIService() -> UseCaseAPIService {
    UseCaseAPIService(
      fetchPhotos: DefaultFetchPhotosUseCase(repository: repository),
      fetchDetails: DefaultFetchPhotoDetailsUseCase(repository: repository),
      observeProgress: DefaultObserveProgressUseCase(repository: repository))
  }
}

extension AppContainer: GalleryFlowDependencies {
  func makePhotoListScreen(
    actions: PhotoListViewModelActions, navigation: PhotoListScreen.Navigation
  ) -> PhotoListScreen {
    PhotoListScreen(
      title: title,
      viewModel: PhotoListViewModel(apiService: makeAPIService(), actions: actions),
      pictures: pictures, theme: theme, spinner: ActivityIndicator(theme: theme),
      navigation: navigation)
  }

  func makePhotoDetailScreen(
    photo: Photo, in list: any PhotoListViewModelType, navigation: PhotoDetailScreen.Navigation
  ) -> PhotoDetailScreen {
    PhotoDetailScreen(
      viewModel: TempDetail(photo: photo, list: list), pictures: pictures, theme: theme,
      navigation: navigation)
  }

  func makeHelpScreen(commands: [KeyCommand], onClose: @escaping () -> Void) -> any Screen {
    HelpScreen(commands: commands, theme: theme, onClose: onClose)
  }

  func makeAlert(message: String, onDismiss: @escaping () -> Void) -> Alert {
    Alert(message: message, theme: theme, onDismiss: onDismiss)
  }
}

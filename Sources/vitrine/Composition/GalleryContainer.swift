import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import PictureKit
import TerminalKit

/// Makes the view models and screens of one gallery on one terminal.
@MainActor
final class GalleryContainer {
  let terminal: any Terminal
  let repository: any PhotoRepository
  /// What was searched for in the source; nil where it is not kept.
  let recentQueries: (any RecentQueriesRepository)?
  let pictureLoader: PictureLoader
  let navigator = Navigator()
  let undoHistory = UndoHistory()
  let theme: Theme
  let prices: PriceText
  /// Fetches the pictures that are not on this computer; nil for none.
  let images: (any PhotoImageRepository)?
  private let pictures: WorkerPictures
  private let selectedPhoto: Photo.ID?
  private let slideShowInterval: Duration
  /// Takes away what is not to outlive the program, and writes what is.
  let finishStoring: () async -> Void

  /// - Parameter images: Fetches the pictures that are not on this computer; nil for none.
  init(
    terminal: any Terminal, isUnicode: Bool, repository: any PhotoRepository,
    recentQueries: (any RecentQueriesRepository)? = nil,
    pictureLoader: PictureLoader, images: (any PhotoImageRepository)? = nil,
    selectedPhoto: Photo.ID? = nil,
    slideShowInterval: Duration? = nil, prices: PriceText = PriceText(),
    finishStoring: @escaping () async -> Void = {}
  ) {
    self.finishStoring = finishStoring
    self.prices = prices
    self.images = images
    self.slideShowInterval = slideShowInterval ?? SlideShow.usualInterval
    self.selectedPhoto = selectedPhoto
    self.terminal = terminal
    self.repository = repository
    self.recentQueries = recentQueries
    self.pictureLoader = pictureLoader
    theme = .standard(for: terminal.colorDepth, glyphs: isUnicode ? .unicode : .ascii)
    pictures = WorkerPictures(
      source: pictureLoader, remote: images.map { RemotePictures(repository: $0) },
      terminal: terminal, theme: theme, isUnicode: isUnicode)
  }

  func makeApplication() -> TerminalApplication {
    let application = TerminalApplication(
      terminal: terminal, navigator: navigator, glyphs: theme.glyphs)
    pictures.onChange = { [weak application] in application?.setNeedsDisplay() }
    return application
  }

  func makeAppViewModel() -> any AppViewModelType { AppViewModel() }

  func makeFlowCoordinator(quit: @escaping () -> Void) -> GalleryFlowCoordinator {
    GalleryFlowCoordinator(navigator: navigator, dependencies: self, quit: quit)
  }

  private func makeAPIService() -> UseCaseAPIService {
    UseCaseAPIService(
      fetchPhotos: DefaultFetchPhotosUseCase(repository: repository),
      fetchDetails: DefaultFetchPhotoDetailsUseCase(repository: repository),
      observeProgress: DefaultObserveProgressUseCase(repository: repository),
      saveRecentQuery: recentQueries.map { DefaultSaveRecentQueryUseCase(repository: $0) },
      capabilities: { [repository] in repository.capabilities })
  }
}

extension GalleryContainer: GalleryFlowDependencies {
  func makePhotoListScreen(
    actions: PhotoListViewModelActions, navigation: PhotoListScreen.Navigation
  ) -> PhotoListScreen {
    PhotoListScreen(
      viewModel: PhotoListViewModel(
        apiService: makeAPIService(), actions: actions, prices: prices,
        selecting: selectedPhoto),
      pictures: pictures, theme: theme, spinner: ActivityIndicator(theme: theme),
      navigation: navigation)
  }

  func makePhotoDetailScreen(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    navigation: PhotoDetailScreen.Navigation
  ) -> PhotoDetailScreen {
    PhotoDetailScreen(
      viewModel: PhotoDetailViewModel(
        photo: photo, at: indexPath, in: list,
        fetchInformation: DefaultFetchPhotoInformationUseCase(repository: repository),
        prices: prices),
      pictures: pictures, theme: theme, spinner: ActivityIndicator(theme: theme),
      slideShow: SlideShow(interval: slideShowInterval), navigation: navigation)
  }

  func makeSearchScreen(
    sourceTitle: String, list: any PhotoListViewModelType, actions: SearchViewModelActions,
    setNeedsDisplay: @escaping () -> Void
  ) -> SearchScreen {
    SearchScreen(
      viewModel: SearchViewModel(
        fetchRecentQueries: recentQueries.map {
          DefaultFetchRecentQueriesUseCase(repository: $0)
        },
        sourceTitle: sourceTitle, list: list, actions: actions),
      theme: theme, setNeedsDisplay: setNeedsDisplay)
  }

  func fetchSourceTitle(_ completion: @escaping (String) -> Void) {
    let repository = repository
    Task { @MainActor in completion(await repository.title) }
  }

  func makeHelpScreen(commands: [KeyCommand], onClose: @escaping () -> Void) -> any Screen {
    HelpScreen(commands: commands, theme: theme, onClose: onClose)
  }

  func makeAlert(message: String, onDismiss: @escaping () -> Void) -> Alert {
    Alert(message: message, theme: theme, onDismiss: onDismiss)
  }
  func makeAlert(title: String, message: String) -> Alert {
    Alert(title: title, message: message, theme: theme)
  }

  func makeNotice(_ text: String) -> Notice { Notice(words: text, theme: theme) }

  func makePrompt(
    _ question: PromptScreen.Question, end: @escaping (String?) -> Void
  ) -> PromptScreen {
    PromptScreen(question, theme: theme, end: end)
  }

  func makePhotoCommands(presenter: any CommandPresenter) -> [any PhotoCommands] {
    [
      UndoCommands(history: undoHistory, presenter: presenter),
      makeExportCommands(presenter: presenter),
    ]
  }
}

import GalleryPresentation
import TerminalKit

/// Leads from screen to screen; the only place that knows which follows which.
public final class GalleryFlowCoordinator {
  private let navigator: Navigator
  private let dependencies: any GalleryFlowDependencies
  private let quit: () -> Void
  private weak var listScreen: PhotoListScreen?

  /// - Parameter quit: Called when the person leaves the list.
  public init(
    navigator: Navigator, dependencies: any GalleryFlowDependencies, quit: @escaping () -> Void
  ) {
    self.navigator = navigator
    self.dependencies = dependencies
    self.quit = quit
  }

  /// Shows the list.
  public func start() {
    let actions = PhotoListViewModelActions(
      showPhotoDetail: { [weak self] photo, _ in self?.showDetail(of: photo) })
    let screen = dependencies.makePhotoListScreen(
      actions: actions,
      navigation: PhotoListScreen.Navigation(
        setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
        showAlert: { [weak self] in self?.showAlert($0) },
        showHelp: { [weak self] in self?.showHelp($0) },
        quit: quit))
    listScreen = screen
    navigator.push(screen)
  }

  private func showDetail(of photo: Photo) {
    guard let list = listScreen?.viewModel else { return }
    navigator.push(
      dependencies.makePhotoDetailScreen(
        photo: photo, in: list,
        navigation: PhotoDetailScreen.Navigation(
          setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
          showHelp: { [weak self] in self?.showHelp($0) },
          close: { [weak navigator] in _ = navigator?.pop() })))
  }

  private func showAlert(_ message: String) {
    navigator.present(
      dependencies.makeAlert(message: message) { [weak self] in
        self?.listScreen?.viewModel.inputs.alertDismissed()
      })
  }

  private func showHelp(_ commands: [KeyCommand]) {
    navigator.push(
      dependencies.makeHelpScreen(commands: commands) { [weak navigator] in
        _ = navigator?.pop()
      })
  }
}

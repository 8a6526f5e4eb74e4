import Foundation
import GalleryPresentation
import TerminalKit

/// Leads from screen to screen; the only place that knows which follows which.
public final class GalleryFlowCoordinator {
  let navigator: Navigator
  let dependencies: any GalleryFlowDependencies
  private let quit: () -> Void
  /// What can be done with photos beside opening them.
  private(set) lazy var photoCommands =
    makeBasketCommands() + dependencies.makePhotoCommands(presenter: self)
  /// What can be done with the basket beside changing it.
  private(set) lazy var basketActions = dependencies.makeBasketActions(presenter: self)
  /// How many rows the command that is being carried out had to do without.
  var leftOutCount = 0
  private(set) weak var listScreen: PhotoListScreen?

  /// - Parameter quit: Called when the user leaves the list.
  public init(
    navigator: Navigator, dependencies: any GalleryFlowDependencies, quit: @escaping () -> Void
  ) {
    self.navigator = navigator
    self.dependencies = dependencies
    self.quit = quit
    navigator.onUnusedKey = { [weak self] in self?.tellUnused($0) }
  }

  /// Shows the list.
  ///
  /// - Parameters:
  ///   - title: What the source is called until it tells itself.
  ///   - advice: Something to say at its foot while there is room; nil for nothing.
  public func start(title: String, advice: String? = nil) {
    let actions = PhotoListViewModelActions(
      showPhotoDetail: { [weak self] photo, indexPath in
        self?.showDetail(of: photo, at: indexPath)
      })
    let screen = dependencies.makePhotoListScreen(
      actions: actions,
      navigation: PhotoListScreen.Navigation(
        setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
        setNeedsFollowingDisplay: { [weak navigator] in navigator?.setNeedsFollowingDisplay() },
        showAlert: { [weak self] in self?.showAlert($0) },
        showHelp: { [weak self] in self?.showHelp($0) },
        showSearch: { [weak self] in self?.showSearch() },
        didLoad: { [weak self] in self?.updateTitle() },
        photoCommands: { [weak self] in self?.commands(for: $0) ?? [] },
        quit: quit))
    screen.title = title
    screen.advice = advice
    listScreen = screen
    // From here on the basket may speak.
    _ = photoCommands
    navigator.push(screen)
    updateTitle()
  }

  /// At the start, and after each load: a feed tells its own name with its first page.
  private func updateTitle() {
    dependencies.fetchSourceTitle { [weak self] title in
      guard let screen = self?.listScreen, !title.isEmpty, title != screen.title else { return }
      screen.title = title
    }
  }

  /// The prompt over the list; only the coordinator knows what its end leads to.
  private func showSearch() {
    guard let list = listScreen else { return }
    navigator.push(
      dependencies.makeSearchScreen(
        sourceTitle: list.title, list: list.viewModel,
        actions: SearchViewModelActions(
          search: { [weak self] text in
            self?.navigator.pop()
            self?.listScreen?.viewModel.inputs.search(for: text)
          },
          close: { [weak navigator] in _ = navigator?.pop() }),
        setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() }))
  }

  /// Whether there is nothing to show because the source could not be read.
  public var sourceHasFailed: Bool {
    if case .failed = listScreen?.viewModel.outputs.state { true } else { false }
  }

  private func showDetail(of photo: Photo, at indexPath: IndexPath) {
    guard let list = listScreen?.viewModel else { return }
    showDetail(of: photo, at: indexPath, in: list)
  }

  func showDetail(
    of photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType
  ) {
    navigator.push(
      dependencies.makePhotoDetailScreen(
        photo: photo, at: indexPath, in: list,
        navigation: PhotoDetailScreen.Navigation(
          setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
          showHelp: { [weak self] in self?.showHelp($0) },
          photoCommands: { [weak self] photo in
            self?.commands(for: PhotoContext(list: list, photo: photo, isSinglePhoto: true)) ?? []
          },
          close: { [weak navigator] in _ = navigator?.pop() })))
  }

  /// The gate waits for an answer; what could not be loaded is told at the foot, and while it stands there `r` tries
  /// that again, whatever it was.
  private func showAlert(_ message: String) {
    guard let list = listScreen?.viewModel, list.outputs.canTryAgain else {
      return presentAlert(message) { [weak self] in
        self?.listScreen?.viewModel.inputs.alertDismissed()
      }
    }
    list.inputs.alertDismissed()
    var notice = makeNotice(message, kind: .failure)
    notice.commands = [
      KeyCommand(id: "try-again", keys: PhotoListScreen.refreshKeys, title: "retry") {
        [weak self] in self?.listScreen?.tryAgain()
      }
    ]
    navigator.show(notice)
  }

  func presentAlert(_ message: String, onDismiss: @escaping () -> Void = {}) {
    navigator.present(dependencies.makeAlert(message: message, onDismiss: onDismiss))
  }

  func showHelp(_ commands: [KeyCommand]) {
    navigator.push(
      dependencies.makeHelpScreen(commands: commands) { [weak navigator] in
        _ = navigator?.pop()
      })
  }
}

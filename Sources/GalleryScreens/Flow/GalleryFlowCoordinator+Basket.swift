import GalleryPresentation
import TerminalKit

extension GalleryFlowCoordinator {
  func makeBasketCommands() -> [any PhotoCommands] {
    guard let basket = dependencies.basket else { return [] }
    bind(basket)
    // In a chooser there is nothing to buy, and what is chosen stands in the rows.
    if basket.outputs.isChoice { return [BasketCommands(basket: basket)] }
    return [
      BasketCommands(basket: basket),
      OpenBasketCommands(basket: basket, actions: basketActions) { [weak self] in
        self?.showBasket(basket)
      },
    ]
  }

  /// The basket is one for all screens, and speaks over whichever is shown.
  private func bind(_ basket: any BasketViewModelType) {
    basket.outputs.showNoticeClosure = { [weak self] in self?.show(notice: $0) }
    basket.outputs.showFailureClosure = { [weak self] in self?.show(failure: $0) }
  }

  private func showBasket(_ basket: any BasketViewModelType) {
    // From the photo of an item back to the basket that it was opened from.
    if let shown = navigator.screens.last(where: { $0 is BasketScreen }) {
      while let top = navigator.topScreen, top !== shown { navigator.pop() }
      return
    }
    navigator.push(
      dependencies.makeBasketScreen(
        basket: basket,
        navigation: BasketScreen.Navigation(
          setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
          showPhoto: { [weak self] in self?.showDetail(of: $0, at: $1, in: $2) },
          showAlert: { [weak self] in self?.presentAlert($0) },
          showHelp: { [weak self] in self?.showHelp($0) },
          undo: undoCommand,
          photoCommands: { [weak self] in self?.basketPhotoCommands(marked: $0, selected: $1) ?? []
          },
          actions: basketActions,
          close: { [weak navigator] in _ = navigator?.pop() })))
  }

  /// `y` and `O`; the others mean the list, or are the basket's own.
  private func basketPhotoCommands(marked: [Photo], selected: Photo?) -> [KeyCommand] {
    guard let list = listScreen?.viewModel else { return [] }
    return commands(for: PhotoContext(list: list, photo: selected, markedPhotos: marked))
      .filter { [ClipboardCommands.commandID, DesktopCommands.commandID].contains($0.id) }
  }

  /// The key that takes back, wherever it comes from.
  private var undoCommand: KeyCommand? {
    guard let list = listScreen?.viewModel else { return nil }
    return commands(for: PhotoContext(list: list, photo: nil)).first {
      $0.id == UndoCommands.commandID
    }
  }
}

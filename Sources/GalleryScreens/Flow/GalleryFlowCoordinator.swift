import Foundation
import GalleryPresentation
import TerminalKit

/// Leads from screen to screen; the only place that knows the order of screens.
public final class GalleryFlowCoordinator {
  private let navigator: Navigator
  private let dependencies: any GalleryFlowDependencies
  private let quit: () -> Void
  /// The commands for photos, besides opening them.
  private lazy var gallery = Gallery(
    makeBasketCommands() + makeCompareCommands().commands
      + dependencies.makeCommands(presenter: self) + [makeCullCommand()],
    presenter: self,
    makeProgressScreen: { [dependencies] in dependencies.makeProgressScreen($0, stop: $1) })
  /// The actions on the basket, besides changing it.
  private(set) lazy var basketActions = dependencies.makeBasketActions(presenter: self)
  private(set) weak var listScreen: PhotoListScreen?
  private weak var compareScreen: CompareScreen?
  /// What was last said about a load that failed.
  private var loadFailure: String?

  /// - Parameter quit: Called when the user leaves the list.
  public init(
    navigator: Navigator, dependencies: any GalleryFlowDependencies, quit: @escaping () -> Void
  ) {
    self.navigator = navigator
    self.dependencies = dependencies
    self.quit = quit
    navigator.onUnusedKeys = { [weak self] in self?.tellUnused($0) }
  }

  /// Shows the list.
  ///
  /// - Parameters:
  ///   - title: The name of the source until the source reports its own.
  ///   - advice: A hint at its foot while there is room; nil for none.
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
        showNotice: { [weak self] in self?.show(notice: $0) },
        showHelp: { [weak self] in self?.showHelp($0) },
        showSearch: { [weak self] in self?.showSearch() },
        didLoad: { [weak self] in self?.updateTitle() },
        sourceReturned: { [weak self] in self?.closeLoadFailure() },
        gallery: { [weak self] in self?.gallery }, quit: { [weak self] in self?.quitAsking() }))
    screen.title = title
    screen.advice = advice
    listScreen = screen
    dependencies.basket?.inputs.follow(screen.viewModel)
    // From here on the basket may show messages.
    _ = gallery
    navigator.push(screen)
    updateTitle()
  }

  /// Asks first if a selection would be lost; pressing the key again means yes. A chooser is left without a question:
  /// its selection is for the program that started it.
  private func quitAsking() {
    guard let list = listScreen, !list.isChooser, list.viewModel.outputs.selectedCount > 0 else {
      return quit()
    }
    confirm(
      PlacesText.leaving(list.viewModel.outputs.selectedCount), title: PlacesText.quitTitle,
      keys: list.quitKeys, confirmed: quit, declined: nil)
  }

  /// At the start, and after each load: a feed reports its own name with its first page.
  private func updateTitle() {
    dependencies.fetchSourceTitle { [weak self] title in
      guard let screen = self?.listScreen, !title.isEmpty, title != screen.title else { return }
      screen.title = title
    }
  }

  /// The prompt over the list; only the coordinator knows what follows it.
  private func showSearch() {
    guard let list = listScreen else { return }
    navigator.push(
      dependencies.makeSearchScreen(
        sourceTitle: list.title, list: list.viewModel,
        close: { [weak navigator] in _ = navigator?.pop() },
        setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() }))
  }

  /// Whether there is nothing to show because the source could not be read.
  public var sourceHasFailed: Bool {
    if case .failed = listScreen?.viewModel.outputs.state { true } else { false }
  }

  /// What to remember of how the user looked at the source; nil if it was not shown.
  public var viewState: ListViewState? {
    guard let list = listScreen, list.viewModel.outputs.numberOfCells > 0 else { return nil }
    return list.viewState
  }

  /// What to remember of the source itself; nil if it was not shown.
  public var sourceSummary: SourceSummary? {
    guard let list = listScreen, list.viewModel.outputs.numberOfCells > 0 else { return nil }
    return list.sourceSummary
  }

  private func showDetail(of photo: Photo, at indexPath: IndexPath) {
    guard let list = listScreen?.viewModel, isListInFront else { return }
    showDetail(of: photo, at: indexPath, in: list)
  }

  /// A photo that had to be read first may come when the user has moved on: neither it nor what is wrong with it covers
  /// where they are now.
  private var isListInFront: Bool {
    navigator.topScreen === listScreen && navigator.topAlert == nil
  }

  private func showDetail(
    of photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    isCulling: Bool = false
  ) {
    let screen = dependencies.makePhotoDetailScreen(
      photo: photo, at: indexPath, in: list,
      navigation: PhotoDetailScreen.Navigation(
        setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
        showHelp: { [weak self] in self?.showHelp($0) },
        gallery: { [weak self] in self?.gallery }, list: list,
        close: { [weak navigator] in _ = navigator?.pop() }))
    navigator.push(screen)
    if isCulling { screen.toggleCulling() }
  }

  /// `K`, in the list and the grid: culls from the photo in focus on, where photos can be rated.
  private func makeCullCommand() -> GalleryCommand {
    GalleryCommand(.photoCull) { [weak self] target, _ in
      let list = target.photoList
      guard let photo = target.photo, let indexPath = list.outputs.indexPath(of: photo.id) else {
        return
      }
      self?.showDetail(of: photo, at: indexPath, in: list, isCulling: true)
    }.hinted { _ in "cull" }.when { $0.photoList.outputs.canCull }
  }

  private func makeCompareCommands() -> CompareCommands {
    CompareCommands(presenter: self) { [weak self] photos, list in
      self?.showComparison(of: photos, in: list)
    }
  }

  private func showComparison(of photos: [Photo], in list: any PhotoListViewModelType) {
    let focused = list.outputs.focusedIndexPath.flatMap(list.outputs.photo(at:))
    let screen = dependencies.makeCompareScreen(
      photos: photos, focus: focused?.id, in: list,
      actions: CompareViewModelActions(
        open: { [weak self] in self?.showDetail(of: $0, at: $1, in: list) },
        close: { [weak self] in
          // A notice about what was done may still be shown over it.
          if let self, let compareScreen { close(compareScreen) }
        }),
      navigation: CompareScreen.Navigation(
        setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
        showHelp: { [weak self] in self?.showHelp($0) },
        showNotice: { [weak self] in self?.show(notice: $0) },
        gallery: { [weak self] in self?.gallery }, list: list))
    compareScreen = screen
    navigator.push(screen)
  }

  /// The gate waits for an answer; the foot says what could not be loaded, and while it does, `r` tries that again,
  /// whatever it was.
  private func showAlert(_ message: String) {
    guard let list = listScreen?.viewModel else { return }
    guard list.outputs.canTryAgain else {
      return isListInFront ? presentRefusal(message) : list.inputs.alertDismissed()
    }
    list.inputs.alertDismissed()
    var notice = makeNotice(message, kind: .failure)
    notice.commands = [
      KeyCommand(id: "retry", keys: listScreen?.refreshKeys ?? [], title: "retry") {
        [weak self] in self?.listScreen?.tryAgain()
      }
    ]
    navigator.show(notice)
    loadFailure = notice.text
  }

  /// The photo may not be opened: offers what can be done instead.
  private func presentRefusal(_ message: String) {
    let alert = dependencies.makeAlert(message: message) { [weak self] in
      self?.listScreen?.viewModel.inputs.alertDismissed()
    }
    let choices = listScreen.map(alternatives(on:)) ?? []
    if !choices.isEmpty { alert.offer(choices, none: "back") }
    navigator.present(alert)
    guard let photo = listScreen?.photo else { return }
    dependencies.fetchSellerQuestion(about: photo, presenter: self) {
      [weak self, weak alert] ask in
      alert?.offer([Self.choice(ask)] + choices, none: "back")
      self?.navigator.setNeedsDisplay()
    }
  }

  /// The photo can't be added to the basket: the line that says so offers what can be done instead.
  private func showRefusal(_ message: String, of photo: Photo) {
    let choices = navigator.topScreen.map(alternatives(on:)) ?? []
    let refusal = makeNotice(message, kind: .message).offering(choices)
    navigator.show(refusal)
    // The user's own photo has no other seller.
    guard photo.file == nil else { return }
    dependencies.fetchSellerQuestion(about: photo, presenter: self) { [weak self] ask in
      guard let navigator = self?.navigator, let notice = navigator.notice,
        notice.text == refusal.text
      else { return }
      navigator.show(notice.offering([Self.choice(ask)]))
    }
  }

  private static func choice(_ ask: @escaping () -> Void) -> PresentedChoice {
    PresentedChoice("a", "ask the seller", action: ask)
  }

  /// What can be done about the photo in focus, which can't be bought: its page, and in the list the next photo for sale.
  private func alternatives(on screen: any Screen) -> [PresentedChoice] {
    var choices: [PresentedChoice] = []
    if (screen as? any CommandTarget)?.photo?.pageURL != nil,
      let open = screen.keyCommands.first(where: { $0.id == Command.photoOpenExternally.name })
    {
      choices.append(PresentedChoice("o", "page", action: open.action))
    }
    if let list = screen as? PhotoListScreen, let row = list.nextRowForSale {
      choices.append(
        PresentedChoice("n", "next for sale") { [weak list] in list?.focus(onRow: row) })
    }
    return choices
  }

  /// The source can be read again: that it could not is no longer said.
  private func closeLoadFailure() {
    if let notice = navigator.notice, notice.kind == .failure, notice.text == loadFailure {
      navigator.show(nil)
    }
    loadFailure = nil
  }

  private func presentAlert(_ message: String, onDismiss: @escaping () -> Void = {}) {
    navigator.present(dependencies.makeAlert(message: message, onDismiss: onDismiss))
  }

  public func showHelp(_ commands: [KeyCommand]) {
    navigator.push(
      dependencies.makeHelpScreen(commands: commands, elsewhere: helpScope) {
        [weak navigator] in _ = navigator?.pop()
      })
  }

  /// Without what this gallery does not offer.
  private var helpScope: HelpScope {
    let offered = listScreen?.offeredCommands ?? []
    let canCull = listScreen?.viewModel.outputs.canCull ?? false
    var screens = Set(CommandScreen.allCases).subtracting([.help])
    if dependencies.basket == nil { screens.subtract([.basket, .order, .outcome, .orders]) }
    if !offered.contains(Command.placesShow.name) { screens.remove(.places) }
    return HelpScope(
      screen: (navigator.topScreen as? any CommandedScreen)?.commandScreen ?? .list,
      commands: Command.all.filter { command in
        offered.contains(command.name)
          || Set(command.screens).isDisjoint(with: [.list, .grid])
            && (canCull || command.mode != .culling)
      }, screens: screens)
  }
}

extension GalleryFlowCoordinator: CommandPresenter {
  public func show(notice text: String) { navigator.show(makeNotice(text, kind: .message)) }

  public func show(failure message: String, endedBy keys: [KeySequence]) {
    navigator.show(makeNotice(message, kind: .failure).ended(by: keys))
  }

  func makeNotice(_ text: String, kind: Notice.Kind) -> Notice {
    let text = [TextCleaner.line(text), gallery.takeLeftOutText()].compactMap { $0 }
    return dependencies.makeNotice(text.joined(separator: " · "), kind: kind)
  }

  /// Worded as in `tig`. In a prompt the keys are letters, and its line would be covered.
  private func tellUnused(_ keys: KeySequence) {
    guard let screen = navigator.topScreen, !screen.isOverlay, keys.keys != [.escape] else {
      return
    }
    let help = screen.keyCommands.first { $0.id == Command.programHelp.name }?.keys.first
    show(notice: "Unknown key: \(keys)" + (help.map { " · \($0) for help" } ?? ""))
  }

  public func ask(_ question: PromptScreen.Question, answer: @escaping (String?) -> Void) {
    navigator.push(
      dependencies.makePrompt(question) { [weak navigator] text in
        navigator?.pop()
        answer(text)
      })
  }

  public func confirm(
    _ message: @autoclosure @escaping () -> String, title: @autoclosure @escaping () -> String,
    keys: [KeySequence], confirmed: @escaping () -> Void, declined: (() -> Void)?
  ) {
    let alert = dependencies.makeAlert(title: title(), message: message())
    alert.offer([PresentedChoice("y", "yes", action: confirmed)], none: "no")
    alert.onDecline = declined
    alert.commands += [
      KeyCommand(id: "decline", keys: [.character("n"), .character("N")], title: "no") {
        declined?()
      },
      KeyCommand(id: "confirm", keys: keys, title: "yes", action: confirmed),
    ]
    navigator.present(alert)
  }

  public func choose(_ message: String, title: String, among choices: [PresentedChoice]) {
    let alert = dependencies.makeAlert(title: title, message: message)
    alert.offer(choices, none: "later")
    navigator.present(alert)
  }

  public func show(_ screen: any Screen) { navigator.push(screen) }

  public func close(_ screen: any Screen) {
    guard navigator.screens.contains(where: { $0 === screen }) else { return }
    while let top = navigator.pop(), top !== screen {}
  }

  public func setNeedsDisplay() { navigator.setNeedsDisplay() }
}

extension GalleryFlowCoordinator {
  private func makeBasketCommands() -> [GalleryCommand] {
    guard let basket = dependencies.basket else { return [] }
    bind(basket)
    return GalleryCommand.basket(
      basket, show: { [weak self] in self?.showBasket(basket) }, order: basketActions.order)
  }

  /// All screens share the basket, which shows its messages over any of them.
  private func bind(_ basket: any BasketViewModelType) {
    basket.outputs.showNoticeClosure = { [weak self] in self?.show(notice: $0) }
    basket.outputs.refuseClosure = { [weak self] in self?.showRefusal($1, of: $0) }
    basket.outputs.showFailureClosure = { [weak self] in self?.show(failure: $0) }
  }

  private func showBasket(_ basket: any BasketViewModelType) {
    // From the photo of an item back to the basket from which it was opened.
    if let shown = navigator.screens.last(where: { $0 is BasketScreen }) {
      while let top = navigator.topScreen, top !== shown { navigator.pop() }
      return
    }
    guard let list = listScreen?.viewModel else { return }
    navigator.push(
      dependencies.makeBasketScreen(
        basket: basket,
        navigation: BasketScreen.Navigation(
          setNeedsDisplay: { [weak navigator] in navigator?.setNeedsDisplay() },
          showPhoto: { [weak self] in self?.showDetail(of: $0, at: $1, in: $2) },
          showAlert: { [weak self] in self?.presentAlert($0) },
          showHelp: { [weak self] in self?.showHelp($0) },
          gallery: { [weak self] in self?.gallery }, list: list, actions: basketActions,
          close: { [weak navigator] in _ = navigator?.pop() })))
  }
}

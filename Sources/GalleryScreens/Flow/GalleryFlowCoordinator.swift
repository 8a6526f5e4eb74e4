import Foundation
import GalleryPresentation
import TerminalKit

/// Leads from screen to screen; the only place that knows the order of screens.
public final class GalleryFlowCoordinator {
  let context: ScreenContext
  private let dependencies: any GalleryFlowDependencies
  private let quit: () -> Void
  /// Called once, when the source has been read or its first photos are there: reading all of them may take long.
  public var onOpened: (() -> Void)?
  private(set) weak var listScreen: PhotoListScreen?
  /// The rejected photos on which a command acts after culling.
  private var rejected: RejectedPhotos?
  /// What was last said about a load that failed.
  private var loadFailure: String?

  /// - Parameter quit: Called when the user leaves the list.
  public init(dependencies: any GalleryFlowDependencies, quit: @escaping () -> Void) {
    self.dependencies = dependencies
    self.quit = quit
    context = dependencies.context
    context.flow = self
    context.navigator?.onUnusedKeys = { [weak self] in self?.reportUnused($0) }
  }

  /// Shows the list.
  ///
  /// - Parameters:
  ///   - title: The name of the source until the source reports its own.
  ///   - advice: A hint at its foot while there is room; nil for none.
  public func start(title: String, advice: String? = nil) {
    context.commands =
      makeBasketCommands() + [makeCompareCommand()] + dependencies.makeCommands()
      + [makeCullCommand()]
    let screen = dependencies.makePhotoListScreen(
      actions: PhotoListViewModelActions(
        showPhotoDetail: { [weak self] photo, indexPath in
          self?.showDetail(of: photo, at: indexPath)
        }))
    screen.title = title
    screen.advice = advice
    listScreen = screen
    context.basket?.follow(screen.viewModel)
    context.show(screen)
    updateTitle()
  }

  /// Asks first if a selection would be lost; pressing the key again means yes. A chooser is left without a question:
  /// its selection is for the program that started it.
  func quitAsking() {
    guard let list = listScreen, !list.isChooser, list.viewModel.outputs.selectedCount > 0 else {
      return quit()
    }
    context.confirm(
      PlacesText.leaving(list.viewModel.outputs.selectedCount), title: PlacesText.quitTitle,
      keys: list.quitKeys, confirmed: quit)
  }

  /// Call after each load.
  func loadEnded() {
    // A feed reports its own name with its first page.
    updateTitle()
    if !sourceHasFailed { sourceOpened() }
  }

  /// Call when there are rows, however often.
  func sourceOpened() {
    onOpened?()
    onOpened = nil
  }

  private func updateTitle() {
    dependencies.fetchSourceTitle { [weak self] title in
      guard let screen = self?.listScreen, !title.isEmpty, title != screen.title else { return }
      screen.title = title
    }
  }

  /// The prompt over the list; only the coordinator knows what follows it.
  func showSearch() {
    guard let list = listScreen else { return }
    context.showPrompt { [context, dependencies] close in
      let viewModel = SearchViewModel(
        fetchRecentQueries: dependencies.fetchRecentQueries, sourceTitle: list.title,
        list: list.viewModel
      ) { close(nil) }
      return PromptScreen(viewModel, context: context)
    }
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

  /// `i`, in the list and the grid: opens the photo in focus with its information, if it may be opened.
  func showInformation() {
    guard let list = listScreen?.viewModel, let indexPath = list.outputs.focusedIndexPath else {
      return
    }
    list.inputs.userPressed(at: indexPath)
    (context.navigator?.topScreen as? PhotoDetailScreen)?.toggleInformation()
  }

  /// A photo that had to be read first may come when the user has moved on: neither it nor what is wrong with it covers
  /// where they are now.
  private var isListInFront: Bool {
    context.navigator?.topScreen === listScreen && context.navigator?.topAlert == nil
  }

  func showDetail(
    of photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    isCulling: Bool = false
  ) {
    let screen = dependencies.makePhotoDetailScreen(photo: photo, at: indexPath, in: list)
    context.show(screen)
    if isCulling { screen.toggleCulling() }
  }

  /// `K`, in the list and the grid: culls from the photo in focus on, where photos can be rated.
  private func makeCullCommand() -> GalleryCommand {
    GalleryCommand("photo.cull") { [weak self] target in
      let list = target.photoList
      guard let photo = target.photo, let indexPath = list.outputs.indexPath(of: photo.id) else {
        return
      }
      self?.showDetail(of: photo, at: indexPath, in: list, isCulling: true)
    }.hinted { _ in "cull" }.when { $0.photoList.outputs.canCull }
  }

  /// Shows the result of culling, and offers commands on all its photos; each can be undone as usual.
  func show(_ summary: CullingSummary) {
    func offer(_ key: Character, _ title: String, _ action: @escaping (PhotoListScreen) -> Void)
      -> PresentedChoice
    {
      PresentedChoice(key, title) { [weak self] in
        guard let self, let list = listScreen else { return }
        while let top = context.navigator?.topScreen, top !== list { context.close(top) }
        action(list)
      }
    }
    func offerRejected(_ key: Character, _ title: String, _ name: Command) -> PresentedChoice? {
      let command = context.commands.first { $0.command == name && $0.isRefused?() != true }
      guard summary.rejectedCount > 0, let command else { return nil }
      return offer(key, title) { [weak self] list in
        guard let self else { return }
        // All are found first: the command's question says how many they are.
        let gathering = list.viewModel.inputs.gatherRejected(summary.rejectedPhotos)
        context.follow(gathering, isAsking: true)
        gathering.whenGathered { [weak self, weak list, weak gathering] photos in
          guard let self, let list, let gathering else { return }
          guard !photos.isEmpty else { return context.show(notice: SelectionText.noPhotos) }
          let rejected = RejectedPhotos(gathering, in: list.viewModel)
          self.rejected = rejected
          command.perform(rejected)
        }
      }
    }
    let kept = offer("k", "show kept") { list in
      // What was culled may have been those without stars.
      let filter = list.viewModel.outputs.shownQuery.filter.withoutRatings.description
      list.viewModel.inputs.filter(by: "\(filter) rating:>=1")
    }
    let choices =
      [
        offerRejected("t", "trash rejected", "file.trash"),
        offerRejected("M", "move rejected", "file.move"),
      ].compactMap(\.self) + (summary.keptCount > 0 ? [kept] : [])
    guard !choices.isEmpty else {
      context.navigator?.show(context.makeNotice(summary.text, kind: .message))
      return
    }
    context.navigator?.present(
      Alert(
        menu: "culled", message: summary.text, choices: choices, none: "done", theme: context.theme)
    )
  }

  func showComparison(of photos: [Photo], in list: any PhotoListViewModelType) {
    let focused = list.outputs.focusedIndexPath.flatMap(list.outputs.photo(at:))
    context.show(dependencies.makeCompareScreen(photos: photos, focus: focused?.id, in: list))
  }

  /// The gate waits for an answer; the foot says what could not be loaded, and while it does, `r` tries that again,
  /// whatever it was.
  func showAlert(_ message: String) {
    guard let list = listScreen?.viewModel else { return }
    guard list.outputs.canTryAgain else {
      return isListInFront ? presentRefusal(message) : list.inputs.alertDismissed()
    }
    list.inputs.alertDismissed()
    var notice = context.makeNotice(message, kind: .failure)
    notice.commands = [
      KeyCommand(id: "retry", keys: listScreen?.refreshKeys ?? [], title: "retry") {
        [weak self] in self?.listScreen?.tryAgain()
      }
    ]
    context.navigator?.show(notice)
    loadFailure = notice.text
  }

  /// The photo may not be opened: offers what can be done instead.
  private func presentRefusal(_ message: String) {
    guard let list = listScreen else { return }
    guard let photo = list.photo, let indexPath = list.viewModel.outputs.indexPath(of: photo.id)
    else { return list.viewModel.inputs.alertDismissed() }
    let larger = PresentedChoice("l", "look larger") { [weak self] in
      self?.showDetail(of: photo, at: indexPath, in: list.viewModel)
    }
    let choices = alternatives(on: list) + [larger]
    let alert = Alert(
      menu: "", message: message, choices: choices, none: "back", theme: context.theme)
    alert.onDismiss = { [weak list] in list?.viewModel.inputs.alertDismissed() }
    context.navigator?.present(alert)
    dependencies.fetchSellerQuestion(about: photo) { [context, weak alert] ask in
      alert?.choices = choices + [Self.choice(ask)]
      context.setNeedsDisplay()
    }
  }

  /// The photo can't be added to the basket: the line that says so offers what can be done instead.
  private func showRefusal(_ message: String, of photo: Photo) {
    let choices = context.navigator?.topScreen.map(alternatives(on:)) ?? []
    let refusal = context.makeNotice(message, kind: .message).offering(choices)
    context.navigator?.show(refusal)
    // The user's own photo has no other seller.
    guard photo.file == nil else { return }
    dependencies.fetchSellerQuestion(about: photo) { [context] ask in
      guard let navigator = context.navigator, let notice = navigator.notice,
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
    if let list = screen as? PhotoListScreen, let row = list.nextRowForSale {
      choices.append(
        PresentedChoice("n", "next for sale") { [weak list] in list?.focus(onRow: row) })
    }
    if (screen as? any CommandTarget)?.photo?.pageURL != nil,
      let open = screen.keyCommands.first(where: { $0.id == "photo.open-externally" })
    {
      choices.append(PresentedChoice("o", "open its web page", action: open.action))
    }
    return choices
  }

  /// Call when the source can be read again: closes the notice that it could not.
  func closeLoadFailure() {
    if let notice = context.navigator?.notice, notice.kind == .failure, notice.text == loadFailure {
      context.navigator?.show(nil)
    }
    loadFailure = nil
  }

  /// Worded as in `tig`. In a prompt the keys are letters, and its line would be covered.
  private func reportUnused(_ keys: KeySequence) {
    guard let screen = context.navigator?.topScreen, !screen.isOverlay, keys.keys != [.escape]
    else { return }
    let help = screen.keyCommands.first { $0.id == "program.help" }?.keys.first
    context.show(notice: "Unknown key: \(keys)" + (help.map { " · \($0) for help" } ?? ""))
  }

  /// The kind of source, for the title of the help; nil before there is one.
  var sourceKind: String? {
    listScreen.map {
      $0.viewModel.outputs.holdsOwnFiles ? "folder" : $0.offersSales ? "shop" : "feed"
    }
  }

  /// Whether photos that look alike are found here.
  var comparesPictures: Bool { listScreen?.viewModel.outputs.isReadWhole ?? false }

  /// What the help of a screen finds elsewhere, without what this gallery does not offer.
  func helpScope(of screen: CommandScreen) -> HelpScope {
    let offered = listScreen?.offeredCommands ?? []
    let canCull = listScreen?.viewModel.outputs.canCull ?? false
    var screens = Set(CommandScreen.allCases).subtracting([.help])
    if !offered.contains("basket.show") { screens.subtract([.basket, .order, .orders]) }
    if !offered.contains("places.show") { screens.remove(.places) }
    if !offered.contains("photo.caption") { screens.remove(.caption) }
    return HelpScope(
      screen: screen,
      commands: Command.all.filter { command in
        offered.contains(command.name)
          || Set(command.screens).isDisjoint(with: [.list, .grid])
            && (canCull || command.layer != .culling)
      }, screens: screens)
  }
}

/// What was rejected while culling, for a command on all of it; what is selected doesn't matter, and stays.
private final class RejectedPhotos: CommandTarget {
  let photoList: any PhotoListViewModelType
  private let gathered: PhotoGathering
  let photo: Photo? = nil
  var selectedPhotos: [Photo] { gathered.photos }
  var selectedCount: Int { selectedPhotos.count }

  init(_ gathered: PhotoGathering, in list: any PhotoListViewModelType) {
    (self.gathered, photoList) = (gathered, list)
  }

  func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID> { gathered.hidden }
}

extension GalleryFlowCoordinator {
  private func makeBasketCommands() -> [GalleryCommand] {
    guard let basket = context.basket else { return [] }
    bind(basket)
    return GalleryCommand.basket(basket, in: context) { [weak self] in self?.showBasket(basket) }
  }

  /// All screens share the basket, which shows its messages over any of them.
  private func bind(_ basket: BasketViewModel) {
    // The context holds the basket.
    basket.showNoticeClosure = { [weak context] in context?.show(notice: $0) }
    basket.refuseClosure = { [weak self] in self?.showRefusal($1, of: $0) }
    basket.showFailureClosure = { [weak context] in context?.show(failure: $0) }
  }

  private func showBasket(_ basket: BasketViewModel) {
    // From the photo of an item back to the basket from which it was opened.
    let screens = context.navigator?.screens ?? []
    if let index = screens.lastIndex(where: { $0 is BasketScreen }) {
      if index + 1 < screens.endIndex { context.close(screens[index + 1]) }
      return
    }
    guard let list = listScreen?.viewModel else { return }
    context.show(dependencies.makeBasketScreen(of: basket, over: list))
  }
}

import Foundation
import GalleryPresentation
import TerminalKit

/// The photos of a source, as a list or a grid: binds a view to a `PhotoListViewModel`.
public final class PhotoListScreen: Screen {
  public let viewModel: any PhotoListViewModelType
  public let context: ScreenContext
  private var observations: [any Cancellable] = []
  /// What the source is called, cleaned.
  public var title = "" {
    didSet { context.setNeedsDisplay() }
  }
  /// A hint at the foot while there is room for it; nil for none.
  public var advice: String?
  /// How large the photos are, and where the preview begins.
  public var appearance: ListAppearance {
    didSet {
      guard appearance != oldValue else { return }
      // Keys that arrive together each start from the previous one, not from the last frame.
      if frame.size != .zero { photosView.layout(in: frame, appearance: appearance) }
      context.setNeedsDisplay()
    }
  }
  /// The list or the grid, whichever is shown; kept as long as the screen.
  private(set) var photosView: PhotosView
  private let list: PhotosView
  private let grid: PhotosView
  /// As chosen with Tab, now or when the source was opened before; nil if the user has not.
  private var chosenLayout: GalleryLayout?
  private var frame = Chrome(size: .zero)
  /// The note of the last frame, and the one that goes when its time is over.
  private var drawnNote: Note?
  private var timedNote: Note?
  /// The notes that have been shown for long enough, as long as there is still a reason for them.
  private var passedNotes: Set<Note> = []
  private let noteTicks: any Alarm
  /// Whether photos are chosen for the program that started this one.
  private(set) var isChooser = false
  /// The direction of the last move: pictures are fetched ahead on that side.
  private var isMovingForward = true
  /// The query among whose rows the user has moved: only then the end of the list is worth a word.
  private var movedQuery: PhotoQuery?
  /// Whether the source could not be read, as last announced.
  private var wasAbsent = false
  /// The rows that the view announced last; nil if it is new on the screen.
  private var displayedRows: Range<Int>?
  /// Whether no other screen is above; the photo screen then speaks to the view model.
  private(set) var isVisible = false
  private lazy var listCommands = ScreenCommands(makeCommands(), on: .list, keys: keys)
  private lazy var gridCommands = ScreenCommands(makeCommands(), on: .grid, keys: keys)

  private struct Note: Hashable {
    enum Kind {
      /// A fact, shown as long as it is true.
      case fact
      /// Shown for the time of a message (`Notice`).
      case message
      /// Shown until the next key.
      case failure
    }

    var kind: Kind
    var text: String
  }

  public init(
    viewModel: any PhotoListViewModelType, context: ScreenContext,
    view: ListViewState = ListViewState(), noteTicks: any Alarm = DispatchAlarm()
  ) {
    self.viewModel = viewModel
    self.context = context
    appearance = view.appearance
    self.noteTicks = noteTicks
    list = PhotosView(.list, viewModel: viewModel, context: context)
    grid = PhotosView(.grid, viewModel: viewModel, context: context)
    chosenLayout = view.layout
    photosView = list
    for photosView in [list, grid] { photosView.screen = self }
    if wantsGrid { photosView = grid }
  }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.outputs.reloadTableViewClosure = { [weak self] in self?.rowsChanged() }
    viewModel.outputs.updateLoadingStatus = { [weak self] in self?.loadingChanged() }
    viewModel.outputs.updateStatusClosure = { [weak self] in self?.statusChanged() }
    viewModel.outputs.showAlertClosure = { [weak self] in self?.showAlert() }
    viewModel.outputs.sourceChangedClosure = { [weak self] in self?.pictures.refresh() }
    viewModel.outputs.showNoticeClosure = { [weak self] in self?.context.show(notice: $0) }
    let redraw = { [context] in context.setNeedsDisplay() }
    observations =
      [viewModel.outputs.observeSelection(redraw)]
      + [context.basket?.observeBasket(redraw)].compactMap(\.self)
    viewModel.inputs.initFetch()
  }

  /// There are other rows, or more is known of them. Rows that were on the screen before return to the same height; if
  /// the screen is covered, its window moves when it is visible again.
  private func rowsChanged() {
    let rows = viewModel.outputs.displayedRows
    reload(firstRow: isVisible && !rows.isEmpty ? rows.lowerBound : nil)
    if viewModel.outputs.numberOfCells > 0 { context.flow?.sourceOpened() }
  }

  private func reload(firstRow: Int? = nil) {
    photosView.reloadData(
      selecting: viewModel.outputs.focusedIndexPath?.row, firstRow: firstRow)
    context.setNeedsDisplay()
  }

  private func loadingChanged() {
    statusChanged()
    if !viewModel.outputs.isLoading { context.flow?.loadEnded() }
  }

  private func statusChanged() {
    let isAbsent = viewModel.outputs.absenceText != nil
    if wasAbsent, !isAbsent { context.flow?.closeLoadFailure() }
    wasAbsent = isAbsent
    followFocus()
    context.setNeedsDisplay()
  }

  public var isBusy: Bool { viewModel.outputs.activityText != nil }

  /// The focus is the view model's, and the view reports moves: the photo screen moves it too.
  private func followFocus() {
    guard let row = viewModel.outputs.focusedIndexPath?.row, row != table.selectedRow,
      row < table.numberOfRows
    else { return }
    table.selectedRow = row
  }

  /// Goes to a row, such as the beginning of a section or of a month, which is then at the top of the window.
  func jump(to row: Int, firstRow: Int) {
    viewModel.inputs.focusMoved(to: IndexPath(row: row, section: 0))
    reload(firstRow: firstRow)
    tableViewDidMove(table)
  }

  private func showAlert() {
    guard let message = viewModel.outputs.alertMessage else { return }
    // With nothing to show, the error replaces the rows; a notice would repeat it.
    guard viewModel.outputs.numberOfCells > 0 else {
      viewModel.inputs.alertDismissed()
      return
    }
    context.flow?.showAlert(message)
  }

  public func didAppear() {
    isVisible = true
    // The photo screen may have moved on through the list, and pointed the view model at its photo.
    reload()
  }

  public func didDisappear() {
    isVisible = false
    noteTicks.stop()
    timedNote = nil
  }

  // MARK: List or grid

  private var showsGrid: Bool { photosView === grid }

  /// Without pictures there is nothing to see in a grid.
  private var wantsGrid: Bool {
    (chosenLayout ?? appearance.firstLayout) == .grid && pictures.graphicsMethod != .none
  }

  private var table: TableView { photosView.table }

  private func changeView() {
    guard pictures.graphicsMethod != .none else {
      return context.show(notice: "The grid needs pictures, and they are off")
    }
    chosenLayout = showsGrid ? .list : .grid
    useView()
  }

  /// From the list to the grid or back, if that is wanted; the focus stays on its photo, and the grid begins with the row
  /// that the list begins with.
  private func useView() {
    guard wantsGrid != showsGrid else { return }
    let first = table.visibleRows.lowerBound
    photosView = wantsGrid ? grid : list
    displayedRows = nil
    // Where a row is in the grid depends on its size.
    if frame.size != .zero { photosView.layout(in: frame, appearance: appearance) }
    reload(firstRow: showsGrid ? first : nil)
  }

  /// What to remember of the screen.
  public var viewState: ListViewState {
    let outputs = viewModel.outputs
    let query = outputs.wantedQuery
    var state = ListViewState()
    state.photo = photo?.id
    state.layout = chosenLayout
    state.appearance = appearance
    state.sort = query.sort
    state.grouping = query.grouping
    state.filter = FilterExpression(
      query.filter.terms.filter { $0.condition != .state([.selected]) })
    return state
  }

  /// What to remember of the source: how many photos it has, and the picture in focus.
  public var sourceSummary: SourceSummary {
    let outputs = viewModel.outputs
    let query = outputs.wantedQuery
    let isWhole = query.search == nil && query.filter.isEmpty && query.similarTo == nil
    return SourceSummary(
      photoCount: isWhole ? outputs.totalCount : nil,
      cover: photo.flatMap(pictures.localFile(of:)))
  }

  // MARK: Layout

  public func layout(size: Size) {
    if size != frame.size { frame = Chrome(size: size) }
    useView()
    photosView.layout(in: frame, appearance: appearance)
  }

  public func didShow() {
    timeNote()
    guard pictures.graphicsMethod != .none else {
      return pictures.prepare(visible: [], next: [], ahead: [])
    }
    let specifications = photosView.pictureSpecifications(isMovingForward: isMovingForward)
    pictures.prepare(
      visible: specifications.visible, next: specifications.next,
      ahead: photosView.pictureSpecificationsAhead(isMovingForward: isMovingForward))
  }

  public var cursor: Point? { photosView.cursor }

  // MARK: Input

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .press:
      if let row = photosView.checkmarkRow(at: mouse.position) {
        if let photo = viewModel.outputs.photo(inRow: row) { viewModel.inputs.toggle(photo) }
        focus(onRow: row)
        return
      }
    case .doubleClick:
      if photosView.checkmarkRow(at: mouse.position) != nil { return }
    case .drag, .release: break
    case .wheelUp, .wheelDown:
      if mouse.isControlled { return makeLarger(mouse.action == .wheelUp ? 1 : -1) }
    }
    photosView.handle(mouse)
  }
}

extension PhotoListScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    viewModel.inputs.userPressed(at: indexPath)
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    if let row = indexPath?.row, let old = viewModel.outputs.focusedIndexPath?.row, row != old {
      isMovingForward = row > old
    }
    viewModel.inputs.focusMoved(to: indexPath)
  }

  public func tableViewDidMove(_ tableView: TableView) {
    movedQuery = viewModel.outputs.shownQuery
  }

  public func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {
    // The wheel moves the window without the focus.
    if let displayedRows, rows.lowerBound != displayedRows.lowerBound {
      isMovingForward = rows.lowerBound > displayedRows.lowerBound
    }
    displayedRows = rows
    if isVisible { viewModel.inputs.willDisplay(rows: rows) }
  }
}

extension PhotoListScreen: CommandedScreen {
  public var commands: ScreenCommands<PhotoListScreen> { showsGrid ? gridCommands : listCommands }

  /// The names of the commands that the source offers now, in the list or in the grid.
  var offeredCommands: Set<String> {
    Set([listCommands, gridCommands].flatMap { $0.list(of: self, forHelp: true).map(\.id) })
  }

  private func makeCommands() -> [ScreenCommand<PhotoListScreen>] {
    let galleryCommands: [ScreenCommand<PhotoListScreen>] = context.makeCommands()
    // In a chooser, Enter does something else with the photo.
    isChooser = galleryCommands.contains { $0.command.name == "choice.accept" }
    return MoveKeys.commands { $0.table }
      + [
        ScreenCommand("photo.open", hint: isChooser ? nil : "open") {
          $0.table.chooseSelectedRow()
        }
      ] + galleryCommands + [
        // Esc first ends a range, or cancels what takes its time.
        ScreenCommand("selection.end") { $0.viewModel.inputs.endSelecting() }
          .hinted { $0.viewModel.outputs.selectedRange == nil ? "stop" : "cancel" }.when {
            $0.viewModel.outputs.selectedRange != nil || $0.viewModel.outputs.isSelecting
          }
      ] + listCommandsOfItsOwn + ProgramKeys.commands() + appearanceCommands
  }

  private var listCommandsOfItsOwn: [ScreenCommand<PhotoListScreen>] {
    [
      ScreenCommand("list.search", hint: "search") { $0.context.flow?.showSearch() },
      ScreenCommand("photo.information") { $0.context.flow?.showInformation() },
      ScreenCommand("list.next-match") { $0.viewModel.inputs.focusNextMatch() },
      ScreenCommand("list.previous-match") { $0.viewModel.inputs.focusPreviousMatch() },
      ScreenCommand("list.clear", isEssential: true) {
        $0.viewModel.inputs.leave()
      }.hinted { $0.showsOtherRows ? $0.clears ? "clear" : "back" : nil },
      // By the query that was requested last, whose rows may still be loading.
      ScreenCommand("list.for-sale") {
        let isOn = $0.viewModel.outputs.wantedQuery.filter.isForSaleOnly
        $0.viewModel.inputs.show(onlyForSale: !isOn)
      }.hinted { $0.viewModel.outputs.wantedQuery.filter.isForSaleOnly ? "all" : "for sale" }
        .refused(when: { [weak self] in self?.offersSales == false }),
      ScreenCommand("view.list", hint: "list") { $0.changeView() },
      ScreenCommand("view.grid") { $0.changeView() }
        .hinted { $0.pictures.graphicsMethod == .none ? nil : "grid" },
      ScreenCommand("list.refresh", hint: "refresh") { $0.refresh() },
      ScreenCommand("program.quit", hint: "quit", isEssential: true) {
        $0.showsResults ? $0.leaveResults() : $0.context.flow?.quitAsking()
      },
    ]
  }

  /// Whether the rows are what was found: that is left before the program is. A filter stays for the next time.
  private var showsResults: Bool {
    let (shown, wanted) = (viewModel.outputs.shownQuery, viewModel.outputs.wantedQuery)
    return [shown, wanted].contains { $0.search != nil || $0.similarTo != nil }
  }

  private func leaveResults() {
    let (shown, wanted) = (viewModel.outputs.shownQuery, viewModel.outputs.wantedQuery)
    if shown.search ?? wanted.search == nil {
      viewModel.inputs.leave()
    } else {
      viewModel.inputs.leaveSearch()
    }
  }

  /// The keys that quit, which the question before that takes as yes.
  var quitKeys: [KeySequence] { keys.keys(of: "program.quit", on: commandScreen) }

  /// Whether anything is known to be for sale: else no key of a shop is shown, although it works.
  var offersSales: Bool {
    let outputs = viewModel.outputs
    return outputs.hasPhotosForSale || outputs.wantedQuery.filter.isForSaleOnly
      || context.basket?.basket.isEmpty == false
  }

  /// Whether Esc leads back to other rows.
  private var showsOtherRows: Bool {
    let (shown, wanted) = (viewModel.outputs.shownQuery, viewModel.outputs.wantedQuery)
    return shown.leavesPhotosOut || wanted.leavesPhotosOut || wanted.sort != shown.sort
  }

  /// Whether Esc ends a filter or a search; what is loading over one of them is cancelled first.
  private var clears: Bool {
    let (shown, wanted) = (viewModel.outputs.shownQuery, viewModel.outputs.wantedQuery)
    func isRestricted(_ query: PhotoQuery) -> Bool { !query.filter.isEmpty || query.search != nil }
    return isRestricted(wanted) && (shown == wanted || !isRestricted(shown))
  }

  private var appearanceCommands: [ScreenCommand<PhotoListScreen>] {
    [
      ScreenCommand("view.larger") { $0.makeLarger(1) },
      ScreenCommand("view.smaller") { $0.makeLarger(-1) },
      ScreenCommand("view.narrower") { $0.moveDivider(by: -Self.dividerStep) },
      ScreenCommand("view.wider") { $0.moveDivider(by: Self.dividerStep) },
    ]
  }

  private static let dividerStep = 4

  private func moveDivider(by columns: Int) {
    guard let column = photosView.dividerColumn else {
      return context.show(notice: PhotoListLayout.previewRequirement)
    }
    let share = photosView.listShare(withDividerAt: column + columns)
    appearance.listShare = share ?? appearance.listShare
  }

  private func makeLarger(_ count: Int) {
    appearance = photosView.larger(count, appearance)
  }

  /// The keys that do `tryAgain` while a notice over the list mentions it: those that refresh the list.
  var refreshKeys: [KeySequence] { keys.keys(of: "list.refresh", on: commandScreen) }

  /// Repeats what the notice was about.
  func tryAgain() {
    pictures.refresh()
    viewModel.inputs.tryAgain()
  }

  private func refresh() {
    pictures.refresh()
    viewModel.inputs.refresh()
  }
}

extension PhotoListScreen: CommandTarget {
  public var photoList: any PhotoListViewModelType { viewModel }

  public var photo: Photo? {
    viewModel.outputs.focusedIndexPath.flatMap(viewModel.outputs.photo(at:))
  }

  public var selectedCount: Int { viewModel.outputs.actedOnCount }
  public var selectedPhotos: [Photo] { viewModel.outputs.selectedPhotos }

  public func hiddenPhotos(among photos: [Photo]) -> Set<Photo.ID> {
    selectedCount > 0 ? viewModel.outputs.hiddenPhotos(among: photos) : []
  }

  /// A command waits until everything is loaded and read, and until a range that it ends has ended.
  public var isReady: Bool { viewModel.outputs.isSelectionReady }

  public func gather(readsPhotos: Bool, keepsRange: Bool) -> PhotoGathering {
    viewModel.inputs.gather(readsPhotos: readsPhotos, keepsRange: keepsRange)
  }

  /// The same as after selecting a photo.
  public func focusNext() {
    guard let row = table.selectedRow, row + 1 < table.numberOfRows else { return }
    focus(onRow: row + 1)
  }

  /// The next photo that is for sale, as far as the rows are loaded; nil if there is none.
  var nextRowForSale: Int? {
    guard let row = table.selectedRow else { return nil }
    return (row + 1..<max(row + 1, table.numberOfRows)).lazy.prefix(Self.searchedRows).first {
      self.viewModel.outputs.photo(inRow: $0)?.saleStatus == .forSale
    }
  }

  private static let searchedRows = 10_000

  func focus(onRow row: Int) { table.move { $0.select(row) } }

  public func focus(onOneOf ids: [Photo.ID]) {
    if let photo, ids.contains(photo.id) { return }
    viewModel.inputs.focusMoved(toOneOf: ids)
  }
}

extension PhotoListScreen {
  public func draw(on surface: inout Surface) {
    drawHeader(on: &surface)
    frame.drawRules(on: &surface, theme: theme)
    if viewModel.outputs.numberOfCells == 0 {
      drawEmptyState(on: &surface)
    } else {
      photosView.draw(on: &surface)
    }
    drawFoot(on: &surface)
  }

  private func drawHeader(on surface: inout Surface) {
    let outputs = viewModel.outputs
    let note = outputs.readingText ?? outputs.ageText
    GalleryHeader(
      title: titleAndFolder, chips: chips, order: orderChip, activity: outputs.activityText,
      note: GalleryHeader.showsNote(columns: surface.size.columns) ? note : nil,
      position: outputs.positionTexts, selection: outputs.selectionTexts,
      progress: outputs.progressFraction, spinner: context.spinner, theme: theme
    ).draw(on: &surface)
  }

  /// The source and the folder of the photo in focus, `2024 › May`; and the photo's file, if that isn't its title.
  private var titleAndFolder: String {
    let outputs = viewModel.outputs
    guard outputs.holdsOwnFiles, let photo, let path = photo.pathText else { return title }
    let parts = path.split(separator: "/").map(String.init)
    return ([title] + parts.dropLast(outputs.words(of: photo).isNamedByFile ? 1 : 0))
      .joined(separator: " › ")
  }

  private func chip(_ text: String, _ change: Command?, end: Command?) -> [StatusLine.Part] {
    [.init(text, style: theme.success, command: change?.name)]
      + (end.map { [.init(" ×", style: theme.secondary, command: $0.name)] } ?? [])
  }

  /// What restricts the rows: a press on one changes it, and on its `×` ends it.
  private var chips: [[StatusLine.Part]] {
    let query = viewModel.outputs.shownQuery
    var chips: [[StatusLine.Part]] = []
    if let id = query.similarTo {
      chips.append(chip(SimilarityText.title(id), nil, end: "program.quit"))
    }
    if let search = query.search {
      chips.append(chip("/\(search)", "list.search", end: "program.quit"))
    }
    if !query.filter.isEmpty {
      let words = query.filter == .forSale ? "for sale" : FilterText.shown(query.filter)
      chips.append(
        // Over a search, that is left first.
        chip(
          TextLayout.truncate("● \(words)", columns: max(12, frame.size.columns / 3)),
          "list.filter", end: query.search == nil ? "list.clear" : nil))
    }
    return chips
  }

  /// A press changes the order.
  private var orderChip: [StatusLine.Part] {
    guard let order = viewModel.outputs.orderText else { return [] }
    let query = viewModel.outputs.shownQuery
    let isGrouped = query.sort == nil && query.grouping != nil
    return chip(order, isGrouped ? "list.group" : "list.sort", end: nil)
  }

  private func drawEmptyState(on surface: inout Surface) {
    guard let state = viewModel.outputs.stateText else { return }
    EmptyStateView(title: state.title, advice: state.advice, theme: theme).draw(
      on: &surface, in: frame.content)
  }

  /// What the foot says about the list: what failed, else what has happened, else what lasts; without what has been shown for
  /// long enough.
  private func note(columns: Int) -> Note? {
    let outputs = viewModel.outputs
    var notes: [Note] = []
    func add(_ text: String?, _ kind: Note.Kind) {
      if let text { notes.append(Note(kind: kind, text: text)) }
    }
    let isAtEnd =
      outputs.numberOfCells > 0
      // The end of a list that fits is in sight all the time.
      && (outputs.footer == .noMorePhotos
        ? movedQuery == outputs.shownQuery
          && outputs.focusedIndexPath?.row == outputs.numberOfCells - 1
        : table.visibleRows.upperBound == outputs.numberOfCells)
    let footer = isAtEnd && outputs.refreshedText == nil ? outputs.footerText : nil
    let hasFailed = outputs.footer == .couldNotLoadMore
    let lasts = outputs.footer.isUnderWay
    add(outputs.absenceText, .failure)
    add(hasFailed ? footer : nil, .failure)
    add(pictures.problem, .failure)
    add(outputs.refreshedText, .message)
    add(outputs.skippedText, .message)
    add(hasFailed || lasts ? nil : footer, .message)
    add(hasRoom(for: advice, columns: columns) ? advice : nil, .message)
    add(outputs.watchText, .message)
    add(lasts ? footer : nil, .fact)
    if !GalleryHeader.showsNote(columns: columns) {
      add(outputs.readingText ?? outputs.ageText, .fact)
    }
    passedNotes.formIntersection(notes)
    return notes.first { !passedNotes.contains($0) }
  }

  /// A hint for newcomers replaces no key.
  private func hasRoom(for advice: String?, columns: Int) -> Bool {
    guard let advice else { return false }
    let keys = KeyLine(commands: hintedCommands, limit: 7, theme: theme)
    return keys.columns + 4 + GlyphWidth.columns(of: advice) <= columns
  }

  /// A message goes when there was time to read it, like those over the foot.
  private func timeNote() {
    let message = drawnNote?.kind == .message ? drawnNote : nil
    guard message != timedNote else { return }
    timedNote = message
    guard let message else { return noteTicks.stop() }
    noteTicks.ring(after: Notice.duration(of: message.text)) { [weak self] in
      self?.passedNotes.insert(message)
      self?.context.setNeedsDisplay()
    }
  }

  public func userActed() {
    if let drawnNote, drawnNote.kind == .failure { passedNotes.insert(drawnNote) }
  }

  /// The keys with what there is to say, and on the rule above them the basket, beyond the end of the preview's rule.
  private func drawFoot(on surface: inout Surface) {
    let divider = viewModel.outputs.numberOfCells > 0 ? photosView.dividerColumn ?? 0 : 0
    let basket = basketSummary(columns: surface.size.columns - divider - 6)
    if !basket.isEmpty {
      StatusLine(right: [.init(" ")] + basket + [.init(" ")]).draw(
        on: &surface,
        in: Rect(
          column: divider + 1, row: frame.bottomRule,
          columns: surface.size.columns - divider - 2, rows: 1))
    }
    drawnNote = note(columns: surface.size.columns)
    drawKeys(on: &surface, in: frame.keyLine, note: drawnNote?.text ?? "")
  }

  /// What the moment calls for: to stop what takes its time, to act on a selection, or to look and choose.
  public var keyLine: [Command] {
    let outputs = viewModel.outputs
    let end: [Command] = ["list.clear", "program.help"]
    if outputs.numberOfCells == 0 {
      let filter: [Command] = outputs.wantedQuery.filter.isEmpty ? [] : ["list.filter"]
      return ["list.refresh"] + filter + ["places.show"] + end + ["program.quit"]
    }
    if outputs.selectedRange != nil || outputs.isSelecting {
      return ["selection.range", "selection.end", "program.help"]
    }
    if isChooser {
      return ["choice.accept", "selection.toggle", "choice.view", "list.search", "list.filter"]
        + end
    }
    if outputs.selectedCount > 0 {
      let edits: [Command] =
        outputs.holdsOwnFiles
        ? ["file.copy", "file.move", "file.trash"] : ["basket.toggle", "photo.copy-address"]
      return edits + ["photo.export", "photo.compare", "selection.none", "program.help"]
    }
    return outputs.holdsOwnFiles
      ? ["photo.open", "selection.toggle"] + Command.ratings
        // Under a filter its own key and the way back are wanted before this one.
        + (showsOtherRows ? [] : ["rating.reject"]) + ["photo.cull", "list.filter"] + end
      : [
        "photo.open", "shop.toggle", "basket.order", "list.search", "list.filter", "list.for-sale",
        "list.sort",
      ]
        + ["view.grid", "view.list", "list.refresh"] + end
  }
}

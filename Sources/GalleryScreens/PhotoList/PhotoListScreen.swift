import Foundation
import GalleryPresentation
import TerminalKit

/// The photos of a source, as a list or a grid: binds an arrangement to a `PhotoListViewModel`.
public final class PhotoListScreen: Screen {
  public let viewModel: any PhotoListViewModelType
  /// The range that keys act on, where one is marked.
  let marking: any RangeSelectionViewModelType
  /// nil where nothing can be chosen.
  let basket: (any BasketViewModelType)?
  private var basketObservation: (any Cancellable)?
  let pictures: any PhotoPictures
  let theme: Theme
  let spinner: ActivityIndicator
  /// What the source is called, cleaned.
  public var title = "" {
    didSet { navigation.setNeedsDisplay() }
  }
  /// Something to say at the foot while there is room for it; nil for nothing.
  public var advice: String?
  /// How the photos stand on the screen now; the choice lasts as long as the screen.
  private(set) var arrangement: any PhotoLayout
  private let list: ListArrangement
  private let grid: GridArrangement
  var frame = PhotoListFrame(size: .zero)
  /// Where the last move went: the side on which pictures are fetched ahead.
  private var isMovingForward = true
  /// The rows that the arrangement announced last; nil when it is new on the screen.
  private var displayedRows: Range<Int>?
  /// Whether no other screen is above; the photo screen then speaks to the view model.
  private(set) var isVisible = false
  let navigation: Navigation

  /// Where the screen's ways lead; the flow coordinator fills them in.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    /// See `Navigator.setNeedsFollowingDisplay()`.
    public var setNeedsFollowingDisplay: () -> Void
    public var showAlert: (String) -> Void
    public var showHelp: ([KeyCommand]) -> Void
    public var showSearch: () -> Void
    /// Called when a load of the first page has ended: the source may know its name only now.
    public var didLoad: () -> Void
    /// What else can be done with photos.
    public var photoCommands: (PhotoContext) -> [KeyCommand]
    public var quit: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void, setNeedsFollowingDisplay: @escaping () -> Void,
      showAlert: @escaping (String) -> Void, showHelp: @escaping ([KeyCommand]) -> Void,
      showSearch: @escaping () -> Void, didLoad: @escaping () -> Void = {},
      photoCommands: @escaping (PhotoContext) -> [KeyCommand] = { _ in [] },
      quit: @escaping () -> Void
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.setNeedsFollowingDisplay = setNeedsFollowingDisplay
      self.showAlert = showAlert
      self.showHelp = showHelp
      self.showSearch = showSearch
      self.didLoad = didLoad
      self.photoCommands = photoCommands
      self.quit = quit
    }
  }

  public init(
    viewModel: any PhotoListViewModelType, basket: (any BasketViewModelType)? = nil,
    pictures: any PhotoPictures, theme: Theme, spinner: ActivityIndicator, navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.basket = basket
    marking = RangeSelectionViewModel(list: viewModel)
    self.pictures = pictures
    self.theme = theme
    self.spinner = spinner
    self.navigation = navigation
    list = ListArrangement(viewModel: viewModel, pictures: pictures, theme: theme)
    grid = GridArrangement(viewModel: viewModel, pictures: pictures, theme: theme)
    arrangement = list
    for arrangement in [list, grid] as [any PhotoLayout] {
      arrangement.delegate = self
      arrangement.signs = self
    }
  }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.outputs.reloadTableViewClosure = { [weak self] in self?.rowsChanged() }
    viewModel.outputs.updateLoadingStatus = { [weak self] in self?.loadingChanged() }
    viewModel.outputs.updateStatusClosure = { [weak self] in self?.statusChanged() }
    viewModel.outputs.showAlertClosure = { [weak self] in self?.showAlert() }
    spinner.onTick = { [weak self] in self?.navigation.setNeedsDisplay() }
    basketObservation = basket?.outputs.observeBasket { [weak self] in self?.basketChanged() }
    marking.outputs.updateClosure = { [weak self] in self?.markingChanged() }
    viewModel.inputs.initFetch()
  }

  /// Other rows, or rows of which more is known. Rows that were on the screen before come back at the height
  /// where they stood; the window of a screen that is covered is moved when it is seen again.
  private func rowsChanged() {
    tellBasket()
    let rows = viewModel.outputs.displayedRows
    reload(firstRow: isVisible && !rows.isEmpty ? rows.lowerBound : nil)
    marking.inputs.rowsChanged()
  }

  private func reload(firstRow: Int? = nil) {
    arrangement.reloadData(
      selecting: viewModel.outputs.focusedIndexPath?.row, firstRow: firstRow)
    navigation.setNeedsDisplay()
  }

  private func loadingChanged() {
    statusChanged()
    if !viewModel.outputs.isLoading { navigation.didLoad() }
  }

  private func statusChanged() {
    marking.inputs.statusChanged()
    updateSpinner()
    followFocus()
    navigation.setNeedsDisplay()
  }

  func updateSpinner() {
    if activity != nil, isVisible { spinner.startAnimating() } else { spinner.stopAnimating() }
  }

  /// The photo screen moves the selection too.
  private func followFocus() {
    guard let row = viewModel.outputs.focusedIndexPath?.row, row != arrangement.selectedRow,
      row < arrangement.numberOfRows
    else { return }
    arrangement.selectedRow = row
  }

  /// What is under way, in a word; nil when nothing is.
  var activity: String? {
    let outputs = viewModel.outputs
    if let text = marking.outputs.gatheringText { return text }
    let (shown, wanted) = (outputs.shownQuery, outputs.wantedQuery)
    if outputs.isLoading, wanted.search != nil, wanted.search != shown.search { return "searching" }
    if outputs.isLoading {
      if wanted.sort != shown.sort || outputs.progress?.activity == .sorting { return "sorting" }
      if wanted.otherTerms != shown.otherTerms { return "filtering" }
    }
    if outputs.isRefreshing, wanted == shown { return "refreshing" }
    if outputs.isLoading { return "loading" }
    if outputs.isReadingDetails { return "reading" }
    if outputs.isLoadingPage { return shown.isFiltered ? "looking" : "loading more" }
    return outputs.progress == nil ? nil : "scanning"
  }

  private func showAlert() {
    guard let message = viewModel.outputs.alertMessage else { return }
    // With nothing to show, the error stands in the place of the rows; a notice says it twice.
    guard viewModel.outputs.numberOfCells > 0 else {
      viewModel.inputs.alertDismissed()
      return
    }
    navigation.showAlert(message)
  }

  public func didAppear() {
    isVisible = true
    updateSpinner()
    // The photo screen may have moved on through the list, and pointed the view model at its photo.
    reload()
  }

  public func didDisappear() {
    isVisible = false
    updateSpinner()
  }

  // MARK: Arrangements

  /// Whether the photos stand as a contact sheet.
  var showsGrid: Bool { arrangement === grid }

  /// From the list to the grid or back; the selected photo stays selected.
  func changeArrangement() {
    arrangement = showsGrid ? list : grid
    displayedRows = nil
    reload()
  }

  // MARK: Layout

  public func layout(size: Size) {
    if size != frame.size { frame = PhotoListFrame(size: size) }
    arrangement.layout(in: frame)
    pictures.lacksServer = viewModel.outputs.lacksServer
    let wishes = arrangement.pictureSpecifications(isMovingForward: isMovingForward)
    pictures.prepare(visible: wishes.visible, next: wishes.next)
  }

  public var cursor: Point? { arrangement.cursor }

  // MARK: Input

  public func handle(_ mouse: MouseEvent) { arrangement.handle(mouse) }
}

extension PhotoListScreen: PhotoLayoutDelegate {
  func arrangement(didSelectRow row: Int) {
    viewModel.inputs.userPressed(at: IndexPath(row: row, section: 0))
  }

  func arrangement(didHighlightRow row: Int?) {
    if let row, let old = viewModel.outputs.focusedIndexPath?.row, row != old {
      isMovingForward = row > old
    }
    viewModel.inputs.focusMoved(to: row.map { IndexPath(row: $0, section: 0) })
    marking.inputs.selectionMoved()
    navigation.setNeedsDisplay()
  }

  func arrangement(willDisplayRows rows: Range<Int>) {
    // The wheel moves the window without the selection.
    if let displayedRows, rows.lowerBound != displayedRows.lowerBound {
      isMovingForward = rows.lowerBound > displayedRows.lowerBound
    }
    displayedRows = rows
    if isVisible { viewModel.inputs.willDisplay(rows: rows) }
  }

  func arrangementNeedsFollowingDisplay() { navigation.setNeedsFollowingDisplay() }
}

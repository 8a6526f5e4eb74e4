import Foundation
import GalleryPresentation
import TerminalKit

/// The list of photos: binds a table to a `PhotoListViewModel`.
public final class PhotoListScreen: Screen {
  public let viewModel: any PhotoListViewModelType
  let table: TableView
  let pictures: any PhotoPictures
  let theme: Theme
  let spinner: ActivityIndicator
  /// What the source is called, cleaned.
  public var title = "" {
    didSet { navigation.setNeedsDisplay() }
  }
  var layout = PhotoListLayout(size: .zero)
  /// Where the last move went: the side on which pictures are fetched ahead.
  var movesDown = true
  /// The rows that the table announced last.
  private var displayedRows = 0..<0
  /// Whether no other screen is above; the photo screen then speaks to the view model.
  private var isVisible = false
  let navigation: Navigation

  /// Where the screen's ways lead; the flow coordinator fills them in.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    public var showAlert: (String) -> Void
    public var showHelp: ([KeyCommand]) -> Void
    public var quit: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void, showAlert: @escaping (String) -> Void,
      showHelp: @escaping ([KeyCommand]) -> Void, quit: @escaping () -> Void
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showAlert = showAlert
      self.showHelp = showHelp
      self.quit = quit
    }
  }

  public init(
    viewModel: any PhotoListViewModelType, pictures: any PhotoPictures,
    theme: Theme, spinner: ActivityIndicator, navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.pictures = pictures
    self.theme = theme
    self.spinner = spinner
    self.navigation = navigation
    table = TableView(rowHeight: 4, margin: 1, theme: theme)
    table.dataSource = self
    table.delegate = self
  }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.outputs.reloadTableViewClosure = { [weak self] in self?.reload() }
    viewModel.outputs.updateLoadingStatus = { [weak self] in self?.statusChanged() }
    viewModel.outputs.updateStatusClosure = { [weak self] in self?.statusChanged() }
    viewModel.outputs.showAlertClosure = { [weak self] in self?.showAlert() }
    spinner.onTick = { [weak self] in self?.navigation.setNeedsDisplay() }
    viewModel.inputs.initFetch()
  }

  private func reload() {
    if let row = viewModel.outputs.focusedIndexPath?.row {
      table.reloadData(selecting: row)
    } else {
      table.reloadData()
    }
    navigation.setNeedsDisplay()
  }

  private func statusChanged() {
    updateSpinner()
    followFocus()
    navigation.setNeedsDisplay()
  }

  private func updateSpinner() {
    if activity != nil, isVisible { spinner.startAnimating() } else { spinner.stopAnimating() }
  }

  /// The photo screen moves the selection too.
  private func followFocus() {
    guard let row = viewModel.outputs.focusedIndexPath?.row, row != table.selectedRow,
      row < table.numberOfRows
    else { return }
    table.selectedRow = row
  }

  /// What is under way, in a word; nil when nothing is.
  var activity: String? {
    let outputs = viewModel.outputs
    if outputs.isRefreshing { return "refreshing" }
    if outputs.isLoading { return "loading" }
    if outputs.isReadingDetails { return "reading" }
    if outputs.isLoadingPage { return "loading more" }
    return outputs.progress == nil ? nil : "scanning"
  }

  private func showAlert() {
    guard let message = viewModel.outputs.alertMessage else { return }
    // With nothing to show, the error stands in the place of the rows; a box over it says it twice.
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

  // MARK: Layout

  public func layout(size: Size) {
    if size != layout.size {
      layout = PhotoListLayout(size: size)
      if table.rowHeight != layout.rowHeight { table.rowHeight = layout.rowHeight }
      // Beside the rule of the preview a track would be a second rule.
      table.theme.glyphs.scrollTrack =
        layout.dividerColumn == nil ? theme.glyphs.scrollTrack : " "
    }
    table.layout(size: layout.table.size)
    preparePictures()
  }

  // MARK: Input

  public func handle(_ mouse: MouseEvent) {
    table.handle(mouse, origin: layout.table.origin)
  }

  /// On the selected row, so that screen readers follow it.
  public var cursor: Point? {
    guard let row = table.selectedRow, let rect = table.rect(ofRow: row) else { return nil }
    return Point(column: 0, row: layout.table.minRow + rect.minRow)
  }
}

extension PhotoListScreen: TableViewDataSource {
  public func numberOfRows(in tableView: TableView) -> Int { viewModel.outputs.numberOfCells }

  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: PhotoListCell.identifier) as? PhotoListCell
      ?? PhotoListCell(reuseIdentifier: PhotoListCell.identifier, theme: theme)
    cell.viewModel = viewModel.outputs.getCellViewModel(at: indexPath)
    cell.photo = viewModel.outputs.photo(at: indexPath)
    cell.rowStyle = layout.rowStyle
    cell.thumbnailSize = layout.thumbnailSize
    cell.pictures = pictures
    return cell
  }
}

extension PhotoListScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    viewModel.inputs.userPressed(at: indexPath)
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    if let row = indexPath?.row, let old = viewModel.outputs.focusedIndexPath?.row, row != old {
      movesDown = row > old
    }
    viewModel.inputs.focusMoved(to: indexPath)
    navigation.setNeedsDisplay()
  }

  public func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {
    // The wheel moves the window without the selection.
    if rows.lowerBound != displayedRows.lowerBound {
      movesDown = rows.lowerBound > displayedRows.lowerBound
    }
    displayedRows = rows
    if isVisible { viewModel.inputs.willDisplay(rows: rows) }
  }
}

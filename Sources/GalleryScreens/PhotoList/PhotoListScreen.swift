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
  private var movesDown = true
  private let navigation: Navigation

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
    if activity == nil { spinner.stopAnimating() } else { spinner.startAnimating() }
    navigation.setNeedsDisplay()
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
    navigation.showAlert(message)
  }

  public func didAppear() {
    // The photo screen may have moved on through the list.
    reload()
  }

  public func didDisappear() {}

  // MARK: Layout

  public func layout(size: Size) {
    if size != layout.size {
      layout = PhotoListLayout(size: size)
      if table.rowHeight != layout.rowHeight { table.rowHeight = layout.rowHeight }
    }
    table.layout(size: layout.table.size)
    preparePictures()
  }

  /// The visible pictures, the selected row's first, then the preview, then a page ahead.
  private func preparePictures() {
    var visible: [PictureWish] = []
    var next: [PictureWish] = []
    let rows = table.visibleRows
    if let focused = table.selectedRow {
      wish(row: focused, size: layout.thumbnailSize, in: &visible)
      if let size = previewPictureSize { wish(row: focused, size: size, in: &visible) }
      if let size = previewPictureSize {
        wish(row: focused + (movesDown ? 1 : -1), size: size, in: &next)
      }
    }
    for row in rows where row != table.selectedRow {
      wish(row: row, size: layout.thumbnailSize, in: &visible)
    }
    let ahead =
      movesDown
      ? rows.upperBound..<(rows.upperBound + rows.count)
      : (rows.lowerBound - rows.count)..<rows.lowerBound
    for row in movesDown ? Array(ahead) : ahead.reversed() {
      wish(row: row, size: layout.thumbnailSize, in: &next)
    }
    pictures.prepare(visible: visible, next: next)
  }

  private func wish(row: Int, size: Size?, in wishes: inout [PictureWish]) {
    guard let size, row >= 0, row < viewModel.outputs.numberOfCells,
      let photo = viewModel.outputs.photo(at: IndexPath(row: row, section: 0))
    else { return }
    wishes.append(PictureWish(photo: photo, size: size))
  }

  private var previewPictureSize: Size? {
    guard layout.dividerColumn != nil else { return nil }
    let size = PreviewPane.pictureRect(in: layout.preview).size
    return size.columns > 0 && size.rows > 0 ? size : nil
  }

  // MARK: Keys

  public var keyCommands: [KeyCommand] {
    ListKeys(table: table).commands + [
      KeyCommand(
        id: "open", keys: [.enter, .right, .character("l")], title: "open the photo",
        group: "Photos", hint: "open"
      ) { [table] in table.chooseSelectedRow() },
      KeyCommand(
        id: "refresh", keys: [.character("r")], title: "refresh, keeping the selection",
        group: "Photos", hint: "refresh"
      ) { [weak self] in self?.refresh() },
      KeyCommand(
        id: "help", keys: [.character("?")], title: "this help", group: "Program", hint: "help"
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(keyCommands)
      },
      KeyCommand(
        id: "quit", keys: [.character("q")], title: "quit", group: "Program", hint: "quit"
      ) { [weak self] in self?.navigation.quit() },
    ] + ProgramKeys.commands
  }

  private func refresh() {
    pictures.refresh()
    viewModel.inputs.refresh()
  }

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
    viewModel.inputs.willDisplay(rows: rows)
  }
}

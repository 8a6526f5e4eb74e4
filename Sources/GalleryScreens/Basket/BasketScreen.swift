import Foundation
import GalleryPresentation
import TerminalKit

/// What was chosen, with prices and what they come to: binds a table to a `BasketViewModel`.
public final class BasketScreen: Screen {
  let basket: any BasketViewModelType
  /// What was ordered before; nil where nothing is bought.
  let history: OrderHistoryViewModel?
  let pictures: any PhotoPictures
  let theme: Theme
  let spinner: ActivityIndicator
  let navigation: Navigation
  let table: TableView
  var layout = BasketLayout(size: .zero, totalLines: 0)
  /// The items as they stand in the table.
  private(set) var items: [BasketItem] = []
  /// The selection stays with its item, whoever changes the basket.
  private var selectedID: Photo.ID?
  /// Where the range begins that keys act on; nil while none is marked.
  var rangeStart: Photo.ID?
  private var observation: (any Cancellable)?
  private var historyObservation: (any Cancellable)?
  private var isVisible = false
  /// The items as a list of photos, while one of them is opened.
  private var photos: PhotoListViewModel?

  /// Where the screen's ways lead; the flow coordinator fills them in.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    /// Shows a photo of a list that holds the items.
    public var showPhoto: (Photo, IndexPath, any PhotoListViewModelType) -> Void
    public var showAlert: (String) -> Void
    public var showHelp: ([KeyCommand]) -> Void
    /// Takes back what was done last; nil where nothing can be.
    public var undo: KeyCommand?
    /// What is done with photos of the basket as elsewhere: the marked ones, and the selected one.
    public var photoCommands: (_ marked: [Photo], _ selected: Photo?) -> [KeyCommand]
    public var actions: BasketActions
    public var close: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void,
      showPhoto: @escaping (Photo, IndexPath, any PhotoListViewModelType) -> Void,
      showAlert: @escaping (String) -> Void, showHelp: @escaping ([KeyCommand]) -> Void,
      undo: KeyCommand? = nil,
      photoCommands: @escaping (_ marked: [Photo], _ selected: Photo?) -> [KeyCommand] = { _, _ in
        []
      },
      actions: BasketActions = BasketActions(),
      close: @escaping () -> Void
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showPhoto = showPhoto
      self.showAlert = showAlert
      self.showHelp = showHelp
      self.undo = undo
      self.photoCommands = photoCommands
      self.actions = actions
      self.close = close
    }
  }

  public init(
    basket: any BasketViewModelType, history: OrderHistoryViewModel? = nil,
    pictures: any PhotoPictures, theme: Theme, spinner: ActivityIndicator, navigation: Navigation
  ) {
    self.basket = basket
    self.history = history
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
    observation = basket.outputs.observeBasket { [weak self] in self?.basketChanged() }
    historyObservation = history?.observeOrders { [weak self] in
      self?.navigation.setNeedsDisplay()
    }
    spinner.onTick = { [weak self] in self?.navigation.setNeedsDisplay() }
    basketChanged()
  }

  private func basketChanged() {
    items = basket.outputs.basket.items
    if let rangeStart, row(of: rangeStart) == nil { self.rangeStart = nil }
    // What took the place of an item that is gone is selected.
    let row = selectedID.flatMap(row(of:)) ?? min(table.selectedRow ?? 0, items.count - 1)
    table.reloadData(selecting: items.isEmpty ? nil : row)
    selectedID = table.selectedRow.map { items[$0].id }
    updateSpinner()
    navigation.setNeedsDisplay()
  }

  private func row(of id: Photo.ID) -> Int? { items.firstIndex { $0.id == id } }

  private func updateSpinner() {
    if isVisible, basket.outputs.isWorking {
      spinner.startAnimating()
    } else {
      spinner.stopAnimating()
    }
  }

  public func didAppear() {
    isVisible = true
    basket.inputs.check()
    history?.refresh()
    updateSpinner()
  }

  public func didDisappear() {
    isVisible = false
    basket.inputs.cancelCheck()
    updateSpinner()
  }

  // MARK: Layout

  public func layout(size: Size) {
    let layout = BasketLayout(size: size, totalLines: totalLines(rows: size.rows).count)
    if layout != self.layout {
      self.layout = layout
      if table.rowHeight != layout.rowStyle.height { table.rowHeight = layout.rowStyle.height }
    }
    table.layout(size: layout.items.size)
    let selected = table.selectedRow
    let rows = (selected.map { [$0] } ?? []) + table.visibleRows.filter { $0 != selected }
    pictures.prepare(visible: wishes(rows), next: wishes(Array(rowsAhead)))
  }

  private var rowsAhead: Range<Int> {
    let end = table.visibleRows.upperBound
    return end..<(end + table.visibleRows.count)
  }

  private func wishes(_ rows: [Int]) -> [PictureSpecification] {
    guard let size = layout.rowStyle.thumbnailSize else { return [] }
    return rows.compactMap { row in
      items.indices.contains(row) ? PictureSpecification(photo: items[row].photo, size: size) : nil
    }
  }

  public var cursor: Point? { table.cursor }

  // MARK: What is acted on

  /// The rows of the range, else the selected one.
  var chosenRows: Range<Int> {
    guard let selected = table.selectedRow else { return 0..<0 }
    guard let start = rangeStart.flatMap(row(of:)) else { return selected..<(selected + 1) }
    return min(start, selected)..<(max(start, selected) + 1)
  }

  func toggleRange() {
    rangeStart = rangeStart == nil ? selectedID : nil
    navigation.setNeedsDisplay()
  }

  func removeChosen() {
    let ids = items[chosenRows].map(\.id)
    rangeStart = nil
    guard !ids.isEmpty else { return }
    basket.inputs.remove(ids)
  }

  /// As in the list: what its source says is not for sale stays closed.
  func openSelected() {
    guard let row = table.selectedRow else { return }
    let photos = PhotoListViewModel(
      apiService: BasketPhotosService(basket.outputs.basket),
      actions: PhotoListViewModelActions(
        showPhotoDetail: { [weak self] photo, indexPath in
          guard let self, let photos = self.photos else { return }
          navigation.showPhoto(photo, indexPath, photos)
        }))
    self.photos = photos
    photos.showAlertClosure = { [weak self] in
      if let message = self?.photos?.alertMessage { self?.navigation.showAlert(message) }
    }
    photos.initFetch()
    photos.userPressed(at: IndexPath(row: row, section: 0))
    // From here on it is the photo screen's.
    self.photos = nil
  }

  // MARK: Input

  public func handle(_ mouse: MouseEvent) { table.handle(mouse, origin: layout.items.origin) }
}

extension BasketScreen: TableViewDataSource {
  public func numberOfRows(in tableView: TableView) -> Int { items.count }

  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: BasketCell.identifier) as? BasketCell
      ?? BasketCell(reuseIdentifier: BasketCell.identifier, theme: theme)
    let item = items[indexPath.row]
    cell.viewModel = basket.outputs.getCellViewModel(of: item)
    cell.photo = item.photo
    cell.isMarked = rangeStart != nil && chosenRows.contains(indexPath.row)
    cell.rowStyle = layout.rowStyle
    cell.thumbnailSize = layout.rowStyle.thumbnailSize
    cell.pictures = pictures
    return cell
  }
}

extension BasketScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    openSelected()
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    selectedID = indexPath.flatMap { items.indices.contains($0.row) ? items[$0.row].id : nil }
    navigation.setNeedsDisplay()
  }
}

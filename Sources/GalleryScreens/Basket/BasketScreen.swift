import Foundation
import GalleryPresentation
import TerminalKit

/// The chosen photos with their prices and totals.
public final class BasketScreen: Screen {
  let basket: BasketViewModel
  /// The order history; nil where nothing can be bought.
  private let history: OrderHistoryViewModel?
  /// The list over which the basket is shown.
  public let photoList: any PhotoListViewModelType
  public let context: ScreenContext
  private let table: TableView
  private var chrome = Chrome(size: .zero)
  private var rowHeight: RowHeight { chrome.content.size.rows >= 14 ? .tall : .medium }
  /// The items in the order of the table.
  private(set) var items: [BasketItem] = []
  /// Keeps the focus on its item, whatever changes the basket.
  private var selectedID: Photo.ID?
  private var observations: [any Cancellable] = []
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .basket, keys: keys)
  /// The items as a list of photos, while one of them is opened.
  private var openedPhotos: PhotoListViewModel?

  public init(
    basket: BasketViewModel, history: OrderHistoryViewModel? = nil,
    list: any PhotoListViewModelType, context: ScreenContext
  ) {
    self.basket = basket
    self.history = history
    photoList = list
    self.context = context
    table = TableView(rowHeight: 4, margin: 1, theme: context.theme)
    table.dataSource = self
    table.delegate = self
  }

  // MARK: Binding

  public func bindViewModel() {
    let redraw = { [context] in context.setNeedsDisplay() }
    observations =
      [basket.observeBasket { [weak self] in self?.basketChanged() }]
      + [history?.observeOrders(redraw)].compactMap(\.self)
    basketChanged()
  }

  private func basketChanged() {
    items = basket.basket.items
    // After a removal, focuses the item that is now in its row.
    let row = selectedID.flatMap(row(of:)) ?? min(table.selectedRow ?? 0, items.count - 1)
    table.reloadData(selecting: items.isEmpty ? nil : row)
    selectedID = table.selectedRow.map { items[$0].id }
    context.setNeedsDisplay()
  }

  private func row(of id: Photo.ID) -> Int? { items.firstIndex { $0.id == id } }

  public var isBusy: Bool { basket.isWorking }

  public func didAppear() {
    basket.refresh()
    basket.check()
    history?.refresh()
  }

  public func didDisappear() { basket.cancelCheck() }

  // MARK: Layout

  public func layout(size: Size) {
    chrome = Chrome(size: size, footRows: totalLines(rows: size.rows).count)
    if table.rowHeight != rowHeight.lines { table.rowHeight = rowHeight.lines }
    table.layout(size: chrome.content.size)
  }

  public func didShow() {
    let selected = table.selectedRow
    let rows = (selected.map { [$0] } ?? []) + table.visibleRows.filter { $0 != selected }
    let end = table.visibleRows.upperBound
    let ahead = end..<(end + table.visibleRows.count)
    pictures.prepare(
      visible: rows.compactMap(specification), next: ahead.compactMap(specification))
  }

  private func specification(_ row: Int) -> PictureSpecification? {
    guard items.indices.contains(row) else { return nil }
    return pictures.thumbnailSize(in: rowHeight).map {
      PictureSpecification(photo: items[row].photo, size: $0)
    }
  }

  public var cursor: Point? { table.cursor }

  /// As in the list: a photo that is not for sale can't be opened.
  private func openSelected() {
    guard let row = table.selectedRow else { return }
    let photos = PhotoListViewModel(
      apiService: BasketPhotosService(basket.basket),
      actions: PhotoListViewModelActions(
        showPhotoDetail: { [weak self] photo, indexPath in
          guard let self, let photos = openedPhotos else { return }
          context.flow?.showDetail(of: photo, at: indexPath, in: photos)
        }))
    openedPhotos = photos
    photos.showAlertClosure = { [weak self] in
      if let message = self?.openedPhotos?.alertMessage { self?.context.show(alert: message) }
    }
    photos.initFetch()
    photos.userPressed(at: IndexPath(row: row, section: 0))
    // From here on the photo screen owns it.
    openedPhotos = nil
  }

  // MARK: Input

  public func handle(_ mouse: MouseEvent) { table.handle(mouse, origin: chrome.content.origin) }
}

extension BasketScreen: TableViewDataSource {
  public func numberOfRows(in tableView: TableView) -> Int { items.count }

  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let item = items[indexPath.row]
    let viewModel = basket.getCellViewModel(of: item)
    let picture = specification(indexPath.row)
    return tableView.dequeueRow(pictures) {
      [rowHeight, thumbnail = pictures.thumbnailSize(in: rowHeight), theme] cell, size in
      let price = StatusLine.Part(
        viewModel.priceText, style: viewModel.isAvailable ? theme.success : theme.secondary)
      let lines = [
        RowCell.Line(
          text: viewModel.titleText, style: cell.style(theme.primary),
          right: [RowCell.Piece(parts: [price])])
      ]
      let below = [
        RowCell.Line(text: viewModel.changeText ?? "", style: theme.warning),
        RowCell.Line(text: viewModel.descText, style: theme.secondary),
      ]
      return RowCell.Content(
        rowHeight, picture, thumbnail,
        columns: RowCell.Content.columns(beside: thumbnail, of: size),
        lines: lines + below.filter { !$0.text.isEmpty })
    }
  }
}

extension BasketScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    openSelected()
  }

  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    selectedID = indexPath.flatMap { items.indices.contains($0.row) ? items[$0.row].id : nil }
    context.setNeedsDisplay()
  }
}

extension BasketScreen {
  public func draw(on surface: inout Surface) {
    GalleryHeader(
      title: BasketText.title, activity: basket.isWorking ? BasketText.checking : nil,
      position: [BasketText.photos(in: basket.basket)], spinner: context.spinner, theme: theme
    ).draw(on: &surface)
    chrome.drawRules(on: &surface, theme: theme)
    if items.isEmpty {
      let words = BasketText.empty(keys.hints)
      EmptyStateView(title: words.title, advice: words.advice, theme: theme).draw(
        on: &surface, in: chrome.content)
    } else {
      table.draw(on: &surface, in: chrome.content)
    }
    drawTotals(on: &surface)
    drawKeys(on: &surface, in: chrome.keyLine)
  }

  /// The lines of the totals: one per currency; one for all if there isn't room for that. A fault is a line without a sum.
  private func totalLines(rows: Int) -> [(text: String, sum: String?)] {
    let faults = [basket.faultText, history?.unansweredText].compactMap { $0 }
      .map { (text: $0, sum: String?.none) }
    let sums = basket.totalTexts.map { (text: $0.label, sum: String?.some($0.sum)) }
    if sums.count <= max(0, Self.totalLineLimit(rows: rows) - faults.count) {
      return sums + faults
    }
    return [("", basket.totalText ?? basket.totalTexts.first?.sum)] + faults
  }

  private static func totalLineLimit(rows: Int) -> Int {
    switch rows {
    case 20...: 5
    case 12..<20: 2
    default: 1
    }
  }

  private func drawTotals(on surface: inout Surface) {
    let lines = totalLines(rows: surface.size.rows)
    let sumColumns = lines.map { GlyphWidth.columns(of: $0.sum ?? "") }.max() ?? 0
    for (index, line) in lines.suffix(chrome.foot.size.rows).enumerated() {
      var rect = chrome.foot
      rect.origin.row += index
      rect.size.rows = 1
      guard let sum = line.sum else {
        surface.write(line.text, in: rect, style: theme.error, alignment: .left)
        continue
      }
      surface.write(sum, in: rect, style: theme.title, alignment: .right)
      rect.size.columns -= sumColumns + 3
      surface.write(line.text, in: rect, style: theme.secondary, alignment: .right)
    }
  }
}

extension BasketScreen: CommandedScreen {
  private func makeCommands() -> [ScreenCommand<BasketScreen>] {
    MoveKeys.commands({ $0.table }, when: { $0.hasPhotos }) + itemCommands
      + context.makeCommands() + screenCommands + ProgramKeys.commands()
  }

  public var keyLine: [Command] {
    [
      "basket.order", "basket.remove", "photo.open", "basket.export", "basket.orders",
      "basket.clear", "program.help", "view.close",
    ]
  }

  private var itemCommands: [ScreenCommand<BasketScreen>] {
    [
      ScreenCommand("photo.open", hint: "open") { $0.openSelected() }.when { $0.hasPhotos },
      ScreenCommand("basket.remove", hint: "remove") { screen in
        screen.photo.map { screen.basket.remove([$0.id]) }
      }.when { $0.hasPhotos },
      ScreenCommand("basket.clear", hint: "empty") {
        $0.basket.clear()
      }.when { $0.hasPhotos },
    ]
  }

  private var screenCommands: [ScreenCommand<BasketScreen>] {
    [
      ScreenCommand("view.close", hint: "back", isEssential: true) { $0.context.close($0) },
      ScreenCommand("view.back") { $0.context.close($0) },
    ]
  }
}

extension BasketScreen: CommandTarget {
  public var photo: Photo? { table.selectedRow.map { items[$0].photo } }
  public var hasPhotos: Bool { !items.isEmpty }
}

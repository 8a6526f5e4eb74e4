import Foundation
import GalleryPresentation
import TerminalKit

/// The basket: the chosen photos with their prices and totals. Binds a table to a `BasketViewModel`.
public final class BasketScreen: Screen {
  let basket: any BasketViewModelType
  /// The order history; nil where nothing can be bought.
  private let history: OrderHistoryViewModel?
  /// The list over which the basket is shown.
  public let photoList: any PhotoListViewModelType
  private let actions: BasketActions
  public let context: ScreenContext
  private let spinner: ActivityIndicator
  private let table: TableView
  private var chrome = Chrome(size: .zero)
  private var rowHeight: RowHeight { chrome.content.size.rows >= 14 ? .tall : .medium }
  /// The items in the order of the table.
  private(set) var items: [BasketItem] = []
  /// Keeps the focus on its item, whatever changes the basket.
  private var selectedID: Photo.ID?
  private var observation: (any Cancellable)?
  private var historyObservation: (any Cancellable)?
  private var isVisible = false
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .basket, keys: keys)
  /// The items as a list of photos, while one of them is opened.
  private var openedPhotos: PhotoListViewModel?

  public init(
    basket: any BasketViewModelType, history: OrderHistoryViewModel? = nil,
    list: any PhotoListViewModelType, actions: BasketActions, context: ScreenContext,
    ticks: any Alarm = DispatchAlarm()
  ) {
    self.basket = basket
    self.history = history
    photoList = list
    self.actions = actions
    self.context = context
    spinner = ActivityIndicator(ticks: ticks, theme: context.theme)
    table = TableView(rowHeight: 4, margin: 1, theme: context.theme)
    table.dataSource = self
    table.delegate = self
  }

  // MARK: Binding

  public func bindViewModel() {
    observation = basket.outputs.observeBasket { [weak self] in self?.basketChanged() }
    historyObservation = history?.observeOrders { [weak self] in
      self?.context.setNeedsDisplay()
    }
    spinner.onTick = { [weak self] in self?.context.setNeedsDisplay() }
    basketChanged()
  }

  private func basketChanged() {
    items = basket.outputs.basket.items
    // Focuses what took the place of a removed item.
    let row = selectedID.flatMap(row(of:)) ?? min(table.selectedRow ?? 0, items.count - 1)
    table.reloadData(selecting: items.isEmpty ? nil : row)
    selectedID = table.selectedRow.map { items[$0].id }
    updateSpinner()
    context.setNeedsDisplay()
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
    basket.inputs.refresh()
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
    chrome = Chrome(size: size, footRows: totalLines(rows: size.rows).count)
    if table.rowHeight != rowHeight.lines { table.rowHeight = rowHeight.lines }
    table.layout(size: chrome.content.size)
  }

  public func didShow() {
    let selected = table.selectedRow
    let rows = (selected.map { [$0] } ?? []) + table.visibleRows.filter { $0 != selected }
    pictures.prepare(visible: specifications(rows), next: specifications(Array(rowsAhead)))
  }

  private var rowsAhead: Range<Int> {
    let end = table.visibleRows.upperBound
    return end..<(end + table.visibleRows.count)
  }

  private func specifications(_ rows: [Int]) -> [PictureSpecification] {
    guard let size = rowHeight.thumbnailSize else { return [] }
    return rows.compactMap { row in
      items.indices.contains(row) ? PictureSpecification(photo: items[row].photo, size: size) : nil
    }
  }

  public var cursor: Point? { table.cursor }

  /// As in the list: a photo that is not for sale can't be opened.
  private func openSelected() {
    guard let row = table.selectedRow else { return }
    let photos = PhotoListViewModel(
      apiService: BasketPhotosService(basket.outputs.basket),
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
    let viewModel = basket.outputs.getCellViewModel(of: item)
    return tableView.dequeueRow(pictures) { [rowHeight, theme] cell, size in
      let thumbnail = rowHeight.thumbnailSize.map {
        Rect(origin: Point(column: 1, row: 0), size: $0)
      }
      let start = thumbnail.map { $0.size.columns + 3 } ?? 2
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
        lineCount: rowHeight.lineCount,
        pictures: thumbnail.map { [(PictureSpecification(photo: item.photo, size: $0.size), $0)] }
          ?? [],
        columns: start..<max(start, size.columns - 1),
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
    let outputs = basket.outputs
    GalleryHeader(
      title: BasketText.title, activity: outputs.isWorking ? BasketText.checking : nil,
      count: BasketText.photos(in: outputs.basket), spinner: spinner, theme: theme
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
    drawKeys(on: &surface, in: chrome.keyLine, leastNeeded: Self.leastNeeded)
  }

  /// A line of the totals.
  enum TotalLine: Equatable {
    case sum(label: String, sum: String)
    case fault(String)
  }

  /// One line per currency; one line for all if there isn't room for that.
  private func totalLines(rows: Int) -> [TotalLine] {
    let outputs = basket.outputs
    let fault = [outputs.faultText, history?.unansweredText].compactMap { $0 }
      .map { TotalLine.fault($0) }
    let limit = max(0, Self.totalLineLimit(rows: rows) - fault.count)
    let lines = outputs.totalTexts.map { TotalLine.sum(label: $0.label, sum: $0.sum) }
    if lines.count <= limit { return lines + fault }
    let all = outputs.totalText ?? outputs.totalTexts.first?.sum
    return (all.map { [.sum(label: "", sum: $0)] } ?? []) + fault
  }

  /// As many lines of totals as a screen has room for; more are shown on one line.
  private static func totalLineLimit(rows: Int) -> Int {
    switch rows {
    case 20...: 5
    case 12..<20: 2
    default: 1
    }
  }

  private func drawTotals(on surface: inout Surface) {
    let lines = totalLines(rows: surface.size.rows)
    let sums = lines.map { line in
      if case .sum(_, let sum) = line { GlyphWidth.columns(of: sum) } else { 0 }
    }
    let sumColumns = sums.max() ?? 0
    let shown = lines.suffix(chrome.foot.size.rows)
    for (index, line) in shown.enumerated() {
      var rect = chrome.foot
      rect.origin.row += index
      rect.size.rows = 1
      switch line {
      case .sum(let label, let sum):
        surface.write(
          sum, in: rect, style: theme.title, alignment: .right)
        rect.size.columns -= sumColumns + 3
        surface.write(label, in: rect, style: theme.secondary, alignment: .right)
      case .fault(let text):
        surface.write(
          text, at: rect.origin, style: theme.error,
          maxColumns: rect.size.columns)
      }
    }
  }
}

extension BasketScreen: CommandedScreen {
  private func makeCommands() -> [ScreenCommand<BasketScreen>] {
    MoveKeys.commands({ $0.table }, when: { $0.hasPhotos }) + itemCommands
      + context.makeCommands() + screenCommands + ProgramKeys.commands()
  }

  /// Hints to drop when the key line is narrow, in order.
  private static let leastNeeded: [Command] = [
    "basket.clear", "basket.orders", "basket.export", "photo.open", "list.up",
  ]

  private var itemCommands: [ScreenCommand<BasketScreen>] {
    [
      ScreenCommand("photo.open", hint: "open") { $0.openSelected() }.when { $0.hasPhotos },
      ScreenCommand("basket.remove", hint: "remove") { screen in
        screen.photo.map { screen.basket.inputs.remove([$0.id]) }
      }.when { $0.hasPhotos },
      ScreenCommand("basket.order", hint: "order") {
        $0.actions.order?($0.basket.outputs.basket)
      }.when {
        $0.actions.order != nil && !$0.basket.outputs.basket.availableItems.isEmpty
      },
      ScreenCommand("basket.export", hint: "export") {
        $0.actions.export?($0.basket.outputs.basket)
      }.when { $0.hasPhotos && $0.actions.export != nil },
      ScreenCommand("basket.clear", hint: "clear") {
        $0.basket.inputs.clear()
      }.when { $0.hasPhotos },
    ]
  }

  private var screenCommands: [ScreenCommand<BasketScreen>] {
    [
      ScreenCommand("basket.orders") { $0.actions.showHistory?() }.hinted {
        $0.history?.orders.isEmpty == false ? "orders" : nil
      }.when { $0.actions.showHistory != nil },
      ScreenCommand("program.help", hint: "help", isEssential: true) {
        $0.context.showHelp($0.keyCommands)
      },
      ScreenCommand("view.close", hint: "back", isEssential: true) { $0.context.close($0) },
      ScreenCommand("view.back") { $0.context.close($0) },
    ]
  }
}

extension BasketScreen: CommandTarget {
  public var photo: Photo? { table.selectedRow.map { items[$0].photo } }
  public var hasPhotos: Bool { !items.isEmpty }
}

/// What can be done with the basket as a whole; each is offered only if it is set.
public struct BasketActions {
  /// Orders the items, or says that there is nothing to order.
  public var order: ((Basket) -> Void)?
  /// Exports the items as a contact sheet, or copies them.
  public var export: ((Basket) -> Void)?

  /// Shows order history.
  public var showHistory: (() -> Void)?

  public init(
    order: ((Basket) -> Void)? = nil, export: ((Basket) -> Void)? = nil,
    showHistory: (() -> Void)? = nil
  ) {
    self.order = order
    self.export = export
    self.showHistory = showHistory
  }
}

import Foundation
import GalleryPresentation
import TerminalKit

/// The order history of the source: one row per order, with its state and what can still be done.
public final class OrderHistoryScreen: Screen, CommandedScreen {
  private let history: OrderHistoryViewModel
  public let context: ScreenContext
  /// Asks what to do about the order without an answer.
  private let settle: (OrderHistoryScreen) -> Void
  private let table: TableView
  private var orders: [RecordedOrder] = []
  private var selectedID: RecordedOrder.ID?
  private var observation: (any Cancellable)?
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .orders, keys: keys)

  public init(
    history: OrderHistoryViewModel, context: ScreenContext,
    settle: @escaping (OrderHistoryScreen) -> Void
  ) {
    self.history = history
    self.context = context
    self.settle = settle
    table = TableView(rowHeight: 3, margin: 0, theme: context.theme)
    table.dataSource = self
    table.delegate = self
  }

  public func bindViewModel() {
    observation = history.observeOrders { [weak self] in self?.ordersChanged() }
    ordersChanged()
  }

  public func didAppear() { history.refresh() }

  /// Keeps the focus on its order.
  private func ordersChanged() {
    orders = history.orders
    let row =
      orders.firstIndex { $0.id == selectedID } ?? min(table.selectedRow ?? 0, orders.count - 1)
    table.reloadData(selecting: orders.isEmpty ? nil : row)
    selectedID = selected?.id
    context.setNeedsDisplay()
  }

  private var selected: RecordedOrder? {
    table.selectedRow.flatMap { orders.indices.contains($0) ? orders[$0] : nil }
  }

  // MARK: Keys

  private func makeCommands() -> [ScreenCommand<OrderHistoryScreen>] {
    MoveKeys.commands({ $0.table }, when: { !$0.orders.isEmpty }) + [
      ScreenCommand("orders.put-back", hint: "to the basket") {
        if let order = $0.selected { $0.history.putBackPressed(order) }
      }.when { $0.selected != nil },
      ScreenCommand("orders.ask", hint: "ask again") { $0.settle($0) }.when {
        $0.selected?.isUnanswered ?? false
      },
      ScreenCommand("orders.mark") { if let order = $0.selected { $0.history.donePressed(order) } }
        .hinted {
          if case .checkout = $0.selected?.state { "mark as bought" } else { "mark as sent" }
        }.when { $0.selected.map { !$0.isUnanswered && $0.awaitsUser } ?? false },
      ScreenCommand("program.help") { $0.context.showHelp($0.keyCommands) }.hinted { $0.helpWord },
      ScreenCommand("view.close", hint: "back") { $0.context.close($0) },
    ] + ProgramKeys.commands()
  }

  public func handle(_ mouse: MouseEvent) {
    table.handle(mouse, origin: chrome.content.origin)
  }

  // MARK: Drawing

  private var chrome = Chrome(size: .zero)

  public var cursor: Point? { table.cursor }

  public func layout(size: Size) {
    chrome = Chrome(size: size)
    thumbnailSize = thumbnailSize(in: chrome.content.size)
    let rowHeight = (thumbnailSize?.rows ?? 2) + 1
    if table.rowHeight != rowHeight { table.rowHeight = rowHeight }
    table.layout(size: chrome.content.size)
  }

  public func didShow() {
    let shown = table.visibleRows.clamped(to: orders.indices)
    pictures.prepare(
      visible: shown.flatMap { thumbnails(of: orders[$0]) }.compactMap(\.specification), next: [])
  }

  /// nil without pictures.
  private var thumbnailSize: Size?

  private func thumbnailSize(in size: Size) -> Size? {
    guard pictures.graphicsMethod != .none else { return nil }
    let isLarge = size.columns >= 60 && size.rows >= 14
    return (isLarge ? RowHeight.tall : .medium).thumbnailSize
  }

  /// The columns of the pictures, the same in every row.
  private var thumbnailColumns: Int {
    guard let thumbnailSize else { return 0 }
    // The words come first.
    let most = max(
      1, (chrome.content.size.columns - Self.wordColumns) / (thumbnailSize.columns + 1))
    let count = min(most, orders.map(\.items.count).max() ?? 0)
    return count * (thumbnailSize.columns + 1)
  }

  private static let wordColumns = 70

  /// The first photos of an order next to each other, as many as there is room for.
  private func thumbnails(
    of order: RecordedOrder
  ) -> [(specification: PictureSpecification?, rect: Rect)] {
    guard let size = thumbnailSize else { return [] }
    return order.items.prefix(thumbnailColumns / (size.columns + 1)).enumerated().map {
      let origin = Point(column: 1 + $0.offset * (size.columns + 1), row: 0)
      return (
        PictureSpecification(photo: $0.element.photo, size: size), Rect(origin: origin, size: size)
      )
    }
  }

  public func draw(on surface: inout Surface) {
    let count = orders.isEmpty ? "" : CountText.grouped(orders.count)
    draw(
      chrome, title: OrderHistoryText.title, right: [.init(count, style: theme.secondary)],
      on: &surface)
    if orders.isEmpty {
      let empty = OrderHistoryText.empty(keys.hints)
      EmptyStateView(title: empty.title, advice: empty.advice, theme: theme).draw(
        on: &surface, in: chrome.content)
    } else {
      table.draw(on: &surface, in: chrome.content)
    }
  }
}

extension OrderHistoryScreen: TableViewDataSource {
  public func numberOfRows(in tableView: TableView) -> Int { orders.count }

  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let viewModel = history.getCellViewModel(of: orders[indexPath.row])
    let thumbnails = thumbnails(of: orders[indexPath.row])
    return tableView.dequeueRow(pictures) { [thumbnailColumns, thumbnailSize, theme] cell, size in
      func line(_ text: String, _ style: Style, _ right: String, _ rightStyle: Style)
        -> RowCell.Line
      {
        RowCell.Line(
          text: text, style: style,
          right: [RowCell.Piece(parts: [.init(right, style: rightStyle)])])
      }
      return RowCell.Content(
        lineCount: min(thumbnailSize?.rows ?? 2, size.rows), pictures: thumbnails,
        columns: (2 + thumbnailColumns)..<max(2 + thumbnailColumns, size.columns - 1),
        lines: [
          line(
            viewModel.titleText, cell.style(theme.primary), viewModel.totalText, theme.primary),
          line(
            viewModel.stateText, viewModel.isOpen ? theme.warning : theme.secondary,
            viewModel.numberText, theme.secondary),
        ])
    }
  }
}

extension OrderHistoryScreen: TableViewDelegate {
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    selectedID = selected?.id
    context.setNeedsDisplay()
  }
}

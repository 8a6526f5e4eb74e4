import Foundation
import GalleryPresentation
import TerminalKit

/// The order history of the source: one row per order, with its state and what can still be done.
public final class OrderHistoryScreen: Screen, CommandedScreen {
  private let history: OrderHistoryViewModel
  public let context: ScreenContext
  private weak var orderCommands: OrderCommands?
  private let table: TableView
  private var orders: [RecordedOrder] = []
  private var selectedID: RecordedOrder.ID?
  private var observation: (any Cancellable)?
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .orders, keys: keys)

  public init(
    history: OrderHistoryViewModel, orders: OrderCommands, context: ScreenContext
  ) {
    self.history = history
    self.context = context
    orderCommands = orders
    table = TableView(rowHeight: 4, margin: 0, theme: context.theme)
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
      ScreenCommand("orders.ask", hint: "ask again") { $0.orderCommands?.settle(from: $0) }.when {
        $0.selected?.isUnanswered ?? false
      },
      ScreenCommand("orders.mark") { if let order = $0.selected { $0.history.donePressed(order) } }
        .hinted {
          if case .checkout = $0.selected?.state { "mark as bought" } else { "mark as sent" }
        }.when { $0.selected.map { !$0.isUnanswered && $0.awaitsUser } ?? false },
    ] + ProgramKeys.commands() + [
      ScreenCommand("view.close", hint: "back", isEssential: true) { $0.context.close($0) }
    ]
  }

  /// What is still to be done about an order comes first.
  public var keyLine: [Command] {
    ["orders.ask", "orders.mark", "orders.put-back", "view.close", "program.help"]
  }

  public func handle(_ mouse: MouseEvent) {
    table.handle(mouse, origin: chrome.content.origin)
  }

  // MARK: Drawing

  private var chrome = Chrome(size: .zero)

  public var cursor: Point? { table.cursor }

  private var rowHeight: RowHeight {
    chrome.content.size.rows >= 14 && pictures.thumbnailSize(in: .tall) != nil ? .tall : .medium
  }

  public func layout(size: Size) {
    chrome = Chrome(size: size)
    if table.rowHeight != rowHeight.lines { table.rowHeight = rowHeight.lines }
    table.layout(size: chrome.content.size)
  }

  public func didShow() {
    let shown = table.visibleRows.clamped(to: orders.indices)
    pictures.prepare(visible: shown.compactMap { specification(of: orders[$0]) }, next: [])
  }

  /// The picture of the order's first photo.
  private func specification(of order: RecordedOrder) -> PictureSpecification? {
    guard let photo = order.items.first?.photo else { return nil }
    return pictures.thumbnailSize(in: rowHeight).map {
      PictureSpecification(photo: photo, size: $0)
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
    let picture = specification(of: orders[indexPath.row])
    return tableView.dequeueRow(pictures) {
      [rowHeight, thumbnail = pictures.thumbnailSize(in: rowHeight), theme] cell, size in
      // The state says what is to be done: beside less than most of it there is neither number nor date.
      let minimumState = min(30, GlyphWidth.columns(of: viewModel.stateText) + 2)
      func piece(_ text: String, _ style: Style, minimumText: Int = 0) -> RowCell.Piece {
        RowCell.Piece(parts: [.init(text, style: style)], minimumText: minimumText)
      }
      return RowCell.Content(
        rowHeight, picture, thumbnail,
        columns: RowCell.Content.columns(beside: thumbnail, of: size),
        lines: [
          RowCell.Line(
            text: viewModel.titleText, style: cell.style(theme.primary),
            right: [piece(viewModel.totalText, theme.primary)]),
          RowCell.Line(
            text: viewModel.stateText,
            style: viewModel.isOpen ? theme.warning : theme.secondary,
            right: [
              piece(viewModel.numberText, theme.secondary, minimumText: minimumState),
              piece(viewModel.dateText, theme.secondary, minimumText: minimumState),
            ]),
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

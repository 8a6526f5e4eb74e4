import GalleryPresentation
import TerminalKit

/// `&` and `s`: which photos of the list are shown, and in which order.
public final class ArrangementCommands: PhotoCommands {
  /// Of its commands, by which the list finds them.
  static let ids: Set<String> = [filterID, sortID]
  private static let filterID = "filter"
  private static let sortID = "sort"

  private let theme: Theme
  private weak var presenter: (any CommandPresenter)?

  public init(theme: Theme, presenter: any CommandPresenter) {
    self.theme = theme
    self.presenter = presenter
  }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    guard !context.isSinglePhoto else { return [] }
    let list = context.list
    return [
      KeyCommand(
        id: Self.filterID, keys: [.character("&")], title: "filter, e.g. price:<9",
        group: "Photos", hint: "filter"
      ) { [weak self] in self?.showFilter(of: list) },
      KeyCommand(
        id: Self.sortID, keys: [.character("s")], title: "sort", group: "Photos"
      ) { [weak self] in self?.showOrders(of: list) },
    ]
  }

  private func showFilter(of list: any PhotoListViewModelType) {
    weak var shown: FilterScreen?
    let close = { [weak self] in
      guard let shown else { return }
      self?.presenter?.close(shown)
    }
    let viewModel = FilterViewModel(
      list: list,
      actions: FilterViewModelActions(
        preview: { [weak list] in list?.inputs.filter(by: $0) },
        filter: { [weak self, weak list] text, notice in
          close()
          list?.inputs.filter(by: text)
          if let notice { self?.presenter?.show(notice: notice) }
        },
        close: { [weak list] before in
          close()
          list?.inputs.filter(by: before)
        }))
    let screen = FilterScreen(viewModel: viewModel, theme: theme) { [weak self] in
      self?.presenter?.setNeedsDisplay()
    }
    shown = screen
    presenter?.show(screen)
  }

  private func showOrders(of list: any PhotoListViewModelType) {
    weak var shown: SortScreen?
    let screen = SortScreen(current: list.outputs.wantedQuery.sort, theme: theme) {
      [weak self, weak list] choice in
      if let shown { self?.presenter?.close(shown) }
      if let choice { list?.inputs.sort(by: choice.sort) }
    }
    shown = screen
    presenter?.show(screen)
  }
}

import GalleryPresentation
import TerminalKit

/// `&` and `s`: which photos of the list are shown, and in which order.
public final class ArrangementCommands: PhotoCommands {
  /// Of its commands, by which the list finds them.
  static let ids: Set<String> = [Command.listFilter.name, Command.listSort.name]

  private let theme: Theme
  private let keys: KeyBindings
  private weak var presenter: (any CommandPresenter)?

  public init(
    theme: Theme, keys: KeyBindings = .standard, presenter: any CommandPresenter
  ) {
    self.theme = theme
    self.keys = keys
    self.presenter = presenter
  }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    guard !context.isSinglePhoto else { return [] }
    let list = context.list
    return [
      KeyCommand(.listFilter, hint: "filter") { [weak self] in self?.showFilter(of: list) },
      KeyCommand(.listSort) { [weak self] in self?.showOrders(of: list) },
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
    let screen = FilterScreen(viewModel: viewModel, theme: theme, keys: keys) { [weak self] in
      self?.presenter?.setNeedsDisplay()
    }
    shown = screen
    presenter?.show(screen)
  }

  private func showOrders(of list: any PhotoListViewModelType) {
    weak var shown: SortScreen?
    let screen = SortScreen(current: list.outputs.wantedQuery.sort, theme: theme, keys: keys) {
      [weak self, weak list] choice in
      if let shown { self?.presenter?.close(shown) }
      if let choice { list?.inputs.sort(by: choice.sort) }
    }
    shown = screen
    presenter?.show(screen)
  }
}

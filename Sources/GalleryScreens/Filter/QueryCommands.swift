import Foundation
import GalleryPresentation
import TerminalKit

/// `&`, `s` and `#`: the filter, the order and the grouping of the list. `T` shows when its photos were taken, `~` what looks
/// like a photo. `[` and `]` move from section to section.
public final class QueryCommands {
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

  public var commands: [GalleryCommand] {
    [
      GalleryCommand(.listFilter) { target, _ in
        self.showFilter(of: target.photoList)
      }.hinted { _ in "filter" },
      GalleryCommand(.listSort) { target, _ in self.showOrders(of: target.photoList) }.hinted {
        $0.photoList.outputs.holdsOwnFiles ? "sort" : nil
      },
      GalleryCommand(.listGroup) { target, _ in self.showGroupings(of: target.photoList) },
      GalleryCommand(.listTimeline) { target, _ in self.showTimeline(of: target.photoList) },
      GalleryCommand(.photoSimilar) { target, _ in self.showSimilar(to: target) },
      GalleryCommand(.listPreviousSection) { target, _ in
        self.moveSection(of: target.photoList, by: -1)
      },
      GalleryCommand(.listNextSection) { target, _ in
        self.moveSection(of: target.photoList, by: 1)
      },
    ]
  }

  private func showSimilar(to target: any CommandTarget) {
    guard target.photoList.outputs.comparesPictures else {
      presenter?.show(notice: SimilarityText.notCompared)
      return
    }
    guard let photo = target.photo else { return }
    target.photoList.inputs.showSimilar(to: photo.id)
    // The list is behind the photo.
    if target.isSinglePhoto, let screen = target as? any Screen { presenter?.close(screen) }
  }

  /// Moves to the first photo of the next or the previous section; backwards, first to the first photo of its own section.
  private func moveSection(of list: any PhotoListViewModelType, by step: Int) {
    let sections = list.outputs.sections
    guard let row = list.outputs.focusedIndexPath?.row, let current = sections.index(ofRow: row)
    else {
      let key = keys.keys(of: .listGroup, on: .list).first
      presenter?.show(notice: SectionText.none(key: key?.description))
      return
    }
    let isInside = step < 0 && sections[current].start < row
    let next = isInside ? current : current + step
    guard sections.indices.contains(next) else {
      presenter?.show(notice: step < 0 ? SectionText.first : SectionText.last)
      return
    }
    list.inputs.focusMoved(to: IndexPath(row: sections[next].start, section: 0))
  }

  private func showFilter(of list: any PhotoListViewModelType) {
    weak var shown: FilterScreen?
    let close = { [weak self] in
      guard let shown else { return }
      self?.presenter?.close(shown)
    }
    let viewModel = FilterViewModel(
      list: list, keys: keys.hints,
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
        },
        count: { [weak list] request, counts in list?.inputs.count(request, counts: counts) }))
    let screen = FilterScreen(viewModel: viewModel, theme: theme, keys: keys) { [weak self] in
      self?.presenter?.setNeedsDisplay()
    }
    shown = screen
    presenter?.show(screen)
  }

  private func showTimeline(of list: any PhotoListViewModelType) {
    weak var shown: TimelineScreen?
    let viewModel = TimelineViewModel(
      list: list, keys: keys.hints,
      actions: TimelineViewModelActions(
        show: { [weak list] row in
          list?.inputs.focusMoved(to: IndexPath(row: row, section: 0))
        },
        close: { [weak self] notice in
          if let shown { self?.presenter?.close(shown) }
          if let notice { self?.presenter?.show(notice: notice) }
        }))
    guard viewModel.begin() else { return }
    let screen = TimelineScreen(viewModel: viewModel, theme: theme, keys: keys) { [weak self] in
      self?.presenter?.setNeedsDisplay()
    }
    shown = screen
    presenter?.show(screen)
  }

  private func showOrders(of list: any PhotoListViewModelType) {
    show { close in
      SortScreen(
        sortOf: list.outputs.wantedQuery, hasPrices: list.outputs.hasPrices, theme: theme,
        keys: keys, close: close
      ) { [weak list] in list?.inputs.sort(by: $0) }
    }
  }

  private func showGroupings(of list: any PhotoListViewModelType) {
    show { close in
      SortScreen(
        groupingOf: list.outputs.wantedQuery, theme: theme, keys: keys, close: close
      ) { [weak list] in list?.inputs.group(by: $0) }
    }
  }

  private func show(_ makeScreen: (_ close: @escaping () -> Void) -> SortScreen) {
    weak var shown: SortScreen?
    let screen = makeScreen { [weak self] in
      if let shown { self?.presenter?.close(shown) }
    }
    shown = screen
    presenter?.show(screen)
  }
}

import Foundation
import GalleryPresentation
import TerminalKit

/// `&`, `s` and `#`: the filter, the order and the grouping of the list. `g t` shows when its photos were taken, `g s` what looks
/// like a photo. `[` and `]` move from section to section.
extension ScreenContext {
  public var queryCommands: [GalleryCommand] {
    func ofList(
      _ command: Command, _ perform: @escaping (any PhotoListViewModelType) -> Void
    ) -> GalleryCommand {
      GalleryCommand(command) { perform($0.photoList) }
    }
    return [
      ofList("list.filter", showFilter).hinted { _ in "filter" },
      ofList("list.sort", showOrders).hinted { _ in "sort" },
      ofList("list.group", showGroupings),
      ofList("list.timeline", showTimeline),
      GalleryCommand("photo.similar", perform: showSimilar).refused(when: { [weak self] in
        self?.flow?.comparesPictures == false
      }),
      ofList("list.previous-section") { self.moveSection(of: $0, by: -1) },
      ofList("list.next-section") { self.moveSection(of: $0, by: 1) },
    ]
  }

  private func showSimilar(to target: any CommandTarget) {
    guard target.photoList.outputs.comparesPictures else {
      show(notice: SimilarityText.notCompared)
      return
    }
    guard let photo = target.photo else { return }
    target.photoList.inputs.showSimilar(to: photo.id)
    // The list is behind the photo.
    if target.isSinglePhoto, let screen = target as? any Screen { close(screen) }
  }

  /// Moves to the first photo of the next or the previous section; backwards, first to the first photo of its own section.
  private func moveSection(of list: any PhotoListViewModelType, by step: Int) {
    let sections = list.outputs.sections
    guard let row = list.outputs.focusedIndexPath?.row, let current = sections.index(ofRow: row)
    else {
      let key = keys.keys(of: "list.group", on: .list).first
      show(notice: SectionText.none(key: key?.description))
      return
    }
    let isInside = step < 0 && sections[current].start < row
    let next = isInside ? current : current + step
    guard sections.indices.contains(next) else {
      show(notice: step < 0 ? SectionText.first : SectionText.last)
      return
    }
    list.inputs.focusMoved(to: IndexPath(row: sections[next].start, section: 0))
  }

  private func showFilter(of list: any PhotoListViewModelType) {
    weak var shown: PromptScreen?
    let viewModel = FilterViewModel(
      list: list, keys: keys.hints, filter: { [weak list] in list?.inputs.filter(by: $0) },
      close: { [self] notice in
        if let shown { close(shown) }
        if let notice { show(notice: notice) }
      })
    let screen = PromptScreen(viewModel, context: self)
    shown = screen
    show(screen)
  }

  private func showTimeline(of list: any PhotoListViewModelType) {
    weak var shown: TimelineScreen?
    let viewModel = TimelineViewModel(
      list: list, keys: keys.hints,
      show: { [weak list] in list?.inputs.focusMoved(to: IndexPath(row: $0, section: 0)) },
      close: { [self] notice in
        if let shown { close(shown) }
        if let notice { show(notice: notice) }
      })
    guard viewModel.begin() else { return }
    let screen = TimelineScreen(viewModel: viewModel, context: self)
    shown = screen
    show(screen)
  }

  private func showOrders(of list: any PhotoListViewModelType) {
    let query = list.outputs.wantedQuery
    show(
      ChoiceScreen(
        "sort", on: .sort,
        SortChoice.all.map { choice in
          ChoiceScreen.Choice(
            command: .sort(choice), title: choice.title, isCurrent: choice.sort == query.sort,
            reverses: choice.letter.isUppercase,
            isHidden: choice.sort?.key == .price && !list.outputs.hasPrices
              && choice.sort != query.sort
          ) { [weak list] in list?.inputs.sort(by: choice.sort) }
        }, cancel: "sort.cancel", context: self))
  }

  private func showGroupings(of list: any PhotoListViewModelType) {
    let query = list.outputs.wantedQuery
    show(
      ChoiceScreen(
        "group by", on: .grouping,
        GroupingChoice.all.map { choice in
          ChoiceScreen.Choice(
            command: .group(choice), title: choice.title,
            isCurrent: choice.grouping == query.grouping
          ) { [weak list] in list?.inputs.group(by: choice.grouping) }
        }, cancel: "group.cancel", context: self))
  }
}

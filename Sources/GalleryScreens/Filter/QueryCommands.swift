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
    guard target.photoList.outputs.isReadWhole else {
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
    flow?.listScreen?.jump(to: sections[next].start, firstRow: sections[next].start)
  }

  private func showFilter(of list: any PhotoListViewModelType) {
    showPrompt { close in
      let viewModel = FilterViewModel(
        list: list, keys: keys.hints, filter: { [weak list] in list?.inputs.filter(by: $0) },
        close: close)
      return PromptScreen(viewModel, context: self)
    }
  }

  private func showTimeline(of list: any PhotoListViewModelType) {
    showPrompt { close in
      let viewModel = TimelineViewModel(
        list: list, keys: keys.hints,
        show: { [weak self] in self?.flow?.listScreen?.jump(to: $0, firstRow: $1) },
        close: close)
      return viewModel.begin() ? TimelineScreen(viewModel: viewModel, context: self) : nil
    }
  }

  /// The letter of the current order reverses it.
  private func showOrders(of list: any PhotoListViewModelType) {
    let (current, hasPrices) = (list.outputs.wantedQuery.sort, list.outputs.hasPrices)
    showMenu("sort", on: .sort, cancel: "sort.cancel", SortChoice.all) { choice in
      let key = choice.sort?.key
      guard let current, current.key == key else {
        return (
          .sort(choice), choice.title, current == choice.sort, key != .price || hasPrices
        )
      }
      let reversed = FilterText.order(current.reversed)
      return (.sort(choice), "\(FilterText.order(current)) · again: \(reversed)", true, true)
    } choose: { [weak list] choice in
      let isAgain = current?.key == choice.sort?.key
      list?.inputs.sort(by: isAgain ? current?.reversed : choice.sort)
    }
  }

  private func showGroupings(of list: any PhotoListViewModelType) {
    let current = list.outputs.wantedQuery.grouping
    showMenu("group by", on: .grouping, cancel: "group.cancel", GroupingChoice.all) {
      (.group($0), $0.title, $0.grouping == current, true)
    } choose: { [weak list] in
      list?.inputs.group(by: $0.grouping)
    }
  }

  /// - Parameters:
  ///   - cancel: Closes it without a choice, as Esc does.
  ///   - row: The keys of a choice that isn't shown work, too.
  private func showMenu<Choice>(
    _ title: String, on screen: CommandScreen, cancel: Command, _ choices: [Choice],
    row: (Choice) -> (command: Command, title: String, isCurrent: Bool, isShown: Bool),
    choose: @escaping (Choice) -> Void
  ) {
    func key(_ command: Command, _ title: String, _ action: @escaping () -> Void) -> KeyCommand {
      KeyCommand(
        id: command.name, keys: keys.keys(of: command, on: screen), title: title, action: action)
    }
    var shown: [PresentedChoice] = []
    var others = [key(cancel, "cancel") {}]
    for choice in choices {
      let row = row(choice)
      let command = key(row.command, row.title) { choose(choice) }
      if row.isShown {
        shown.append(PresentedChoice(command, isCurrent: row.isCurrent))
      } else {
        others.append(command)
      }
    }
    let menu = Alert(menu: title, choices: shown, theme: theme)
    menu.otherCommands = others
    navigator?.present(menu)
  }
}

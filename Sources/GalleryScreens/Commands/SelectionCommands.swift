import GalleryPresentation
import TerminalKit

/// The keys that select photos, in the list, in the grid and on the photo screen (decision 54).
///
/// `t` selects everywhere. Space does where the photos are the user's own, and where photos are chosen for another
/// program; in a shop or a feed it is the basket's (`BasketCommands`).
public final class SelectionCommands: PhotoCommands {
  private let selection: SelectionViewModel
  private let isChooser: Bool
  private weak var presenter: (any CommandPresenter)?

  /// - Parameter isChooser: Whether photos are chosen for the program that started Vitrine.
  public init(
    selection: SelectionViewModel, isChooser: Bool = false, presenter: any CommandPresenter
  ) {
    self.selection = selection
    self.isChooser = isChooser
    self.presenter = presenter
    selection.showNoticeClosure = { [weak presenter] in presenter?.show(notice: $0) }
  }

  /// The selection is what they change.
  public var actsOnPhotos: Bool { false }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    let isUsual = isChooser || context.list.outputs.holdsOwnFiles
    let toggle = KeyCommand(.selectionToggle, hint: isUsual ? "select" : nil) { [weak self] in
      self?.toggle(context)
    }
    guard !context.isSinglePhoto else { return [toggle] }
    let isOnly = context.list.outputs.wantedQuery.filter.isSelectedOnly
    return [
      toggle,
      KeyCommand(.selectionRange, hint: selection.rows == nil ? nil : "keep") { [selection] in
        selection.toggleRange()
      },
      KeyCommand(.selectionAll) { [selection] in selection.selectAll() },
      KeyCommand(.selectionInvert) { [selection] in selection.invert() },
      KeyCommand(.selectionNone) { [selection] in selection.clear() },
      KeyCommand(.selectionShow, hint: isOnly ? "all" : nil) { [weak self] in
        self?.showOnlySelected(!isOnly, of: context.list)
      },
      KeyCommand(
        id: "selection.mouse", gesture: "click", title: "select, at the left edge",
        group: CommandGroup.selection.rawValue),
    ]
  }

  private func toggle(_ context: PhotoContext) {
    guard let photo = context.photo else { return }
    let wasMarking = selection.rows != nil
    selection.toggle(photo)
    if !wasMarking { context.goOn() }
  }

  private func showOnlySelected(_ isOn: Bool, of list: any PhotoListViewModelType) {
    guard !isOn || !selection.isEmpty else {
      presenter?.show(notice: "Nothing is selected")
      return
    }
    if isOn, selection.rows != nil { selection.toggleRange() }
    list.inputs.show(onlySelected: isOn)
  }
}

import GalleryPresentation
import TerminalKit

/// The keys that select photos, in the list, in the grid and on the photo screen (decision 54).
///
/// `t` selects everywhere. Space does where the photos are the user's own, and where photos are chosen for another
/// program; in a shop or a feed it is the basket's (`GalleryCommand.basket`).
public final class SelectionCommands {
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

  public var commands: [GalleryCommand] {
    [
      GalleryCommand(.selectionToggle) { target, _ in self.toggle(target) }.hinted {
        self.isChooser || $0.photoList.outputs.holdsOwnFiles ? "select" : nil
      },
      GalleryCommand(.selectionRange) { [selection] _, _ in selection.toggleRange() }.hinted {
        [selection] _ in selection.rows == nil ? nil : "keep"
      },
      GalleryCommand(.selectionAll) { [selection] _, _ in selection.selectAll() },
      GalleryCommand(.selectionInvert) { [selection] _, _ in selection.invert() },
      GalleryCommand(.selectionNone) { [selection] _, _ in selection.clear() },
      GalleryCommand(.selectionShow) { target, _ in
        self.showOnlySelected(!Self.showsOnlySelected(target), of: target.photoList)
      }.hinted { Self.showsOnlySelected($0) ? "all" : nil },
      GalleryCommand(.mouseSelect) { _, _ in },
    ]
  }

  private static func showsOnlySelected(_ target: any CommandTarget) -> Bool {
    target.photoList.outputs.wantedQuery.filter.isSelectedOnly
  }

  private func toggle(_ target: any CommandTarget) {
    guard let photo = target.photo else { return }
    let wasMarking = selection.rows != nil
    selection.toggle(photo)
    if !wasMarking { target.focusNext() }
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

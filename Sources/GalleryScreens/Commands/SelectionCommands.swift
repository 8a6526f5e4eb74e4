import GalleryPresentation
import TerminalKit

extension GalleryCommand {
  /// The keys that select photos, in the list, in the grid and on the photo screen (decision 54).
  ///
  /// `t` selects everywhere. Space does so for the user's own photos, and while photos are chosen for another program;
  /// in a shop or a feed it puts photos in the basket (`GalleryCommand.basket`).
  ///
  /// - Parameter isChooser: Whether photos are chosen for the program that started Vitrine.
  public static func selection(
    isChooser: Bool = false, context: ScreenContext
  ) -> [GalleryCommand] {
    [
      GalleryCommand("selection.toggle") { target in toggle(target) }.hinted {
        isChooser || $0.photoList.outputs.holdsOwnFiles ? "select" : nil
      },
      GalleryCommand("selection.range") { target in target.photoList.inputs.toggleRange() }
        .hinted { $0.photoList.outputs.selectedRange == nil ? nil : "keep" },
      GalleryCommand("selection.all") { target in target.photoList.inputs.selectAll() },
      GalleryCommand("selection.none") { target in target.photoList.inputs.deselectAll() },
      GalleryCommand("selection.show") { target in
        showOnlySelected(!showsOnlySelected(target), of: target.photoList, context)
      }.hinted { showsOnlySelected($0) ? "all" : nil },
      GalleryCommand(.mouseSelect) { _ in },
    ]
  }

  private static func showsOnlySelected(_ target: any CommandTarget) -> Bool {
    target.photoList.outputs.wantedQuery.filter.isSelectedOnly
  }

  private static func toggle(_ target: any CommandTarget) {
    guard let photo = target.photo else { return }
    let hadRange = target.photoList.outputs.selectedRange != nil
    target.photoList.inputs.toggle(photo)
    if !hadRange { target.focusNext() }
  }

  private static func showOnlySelected(
    _ isOn: Bool, of list: any PhotoListViewModelType, _ context: ScreenContext
  ) {
    guard !isOn || list.outputs.selectedCount > 0 else {
      context.show(notice: "Nothing is selected")
      return
    }
    if isOn, list.outputs.selectedRange != nil { list.inputs.toggleRange() }
    list.inputs.show(onlySelected: isOn)
  }
}

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
      GalleryCommand("selection.none") { target in target.photoList.inputs.deselectAll() }
        .hinted { _ in "deselect" },
      GalleryCommand("selection.show") { target in
        showOnlySelected(!showsOnlySelected(target), of: target.photoList, context)
      },
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

extension GalleryCommand {
  /// `--select`: ⏎ chooses and quits, `i` opens a photo as ⏎ does elsewhere, and Esc quits without a choice.
  ///
  /// - Parameters:
  ///   - choose: Called with the selected photos in their order, else with the photo in focus.
  ///   - leave: Quits the program with nothing chosen.
  public static func choice(
    in context: ScreenContext, choose: @escaping ([Photo]) -> Void, leave: @escaping () -> Void
  ) -> [GalleryCommand] {
    [
      GalleryCommand("choice.accept", PhotoNeeds(), in: context) { gathering, _ in
        if !gathering.photos.isEmpty { choose(gathering.photos) }
      }.hinted {
        $0.selectedCount == 0 ? "choose" : "choose \(CountText.grouped($0.selectedCount))"
      },
      GalleryCommand("choice.view") { target in
        let list = target.photoList
        guard let indexPath = target.photo.flatMap({ list.outputs.indexPath(of: $0.id) })
        else { return }
        list.inputs.userPressed(at: indexPath)
      }.hinted { _ in "view" },
      // In search results Esc goes back to all photos.
      GalleryCommand("choice.cancel") { _ in leave() }.when {
        let outputs = $0.photoList.outputs
        return outputs.shownQuery.search == nil && outputs.wantedQuery.search == nil
      },
    ]
  }
}

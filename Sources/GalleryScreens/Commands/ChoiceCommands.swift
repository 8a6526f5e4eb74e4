import GalleryPresentation

extension GalleryCommand {
  /// `--select`: ⏎ chooses and quits, `v` opens a photo as ⏎ does elsewhere, and Esc quits without a choice.
  ///
  /// - Parameters:
  ///   - choose: Called with the selected photos in their order, else with the photo in focus.
  ///   - leave: Quits the program with nothing chosen.
  public static func choice(
    in context: ScreenContext, choose: @escaping ([Photo]) -> Void, leave: @escaping () -> Void
  ) -> [GalleryCommand] {
    [
      GalleryCommand("choice.accept", PhotoNeeds(), in: context) { subject, _ in
        if !subject.photos.isEmpty { choose(subject.photos) }
      }.hinted {
        $0.selectedCount == 0 ? "choose" : "choose \(CountText.grouped($0.selectedCount))"
      },
      GalleryCommand("choice.view") { target in
        let list = target.photoList
        guard let indexPath = target.photo.flatMap({ list.outputs.indexPath(of: $0.id) })
        else { return }
        list.inputs.userPressed(at: indexPath)
      },
      // In search results Esc goes back to all photos.
      GalleryCommand("choice.cancel") { _ in leave() }.when {
        let outputs = $0.photoList.outputs
        return outputs.shownQuery.search == nil && outputs.wantedQuery.search == nil
      },
    ]
  }
}

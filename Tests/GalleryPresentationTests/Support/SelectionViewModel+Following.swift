import GalleryPresentation

extension SelectionViewModel {
  /// One that is told of a list as the list screen tells it.
  static func following(
    _ list: PhotoListViewModel, history: UndoHistory? = nil
  ) -> SelectionViewModel {
    let selection = SelectionViewModel(list: list, history: history)
    list.reloadTableViewClosure = { [weak selection] in selection?.rowsChanged() }
    list.updateStatusClosure = { [weak selection] in selection?.statusChanged() }
    list.updateLoadingStatus = { [weak selection] in selection?.statusChanged() }
    return selection
  }
}

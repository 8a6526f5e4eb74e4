import GalleryDomain

// The selection stays with its photo, not with its row.
extension PhotoListViewModel {
  /// Finds the selected photo among new pages; when it is gone, the selection takes the row where
  /// it stood.
  func moveFocus(nearRow row: Int) {
    guard let focus else { return }
    guard pages.rowCount > 0 else {
      self.focus = nil
      return
    }
    let near = pages.lengths.position(of: max(0, min(row, pages.rowCount - 1)))
    guard let near else { return }
    if let id = focus.id, let position = pages.position(of: id, near: near.page) {
      self.focus = Focus(id: id, position: position)
    } else {
      let row = pages.lengths.row(of: near)
      self.focus = Focus(id: pages.photo(at: row)?.id, position: near)
    }
  }

  /// After a page came: its photos may have moved within it, or be known only now.
  func updateFocus(afterPage page: Int) {
    guard let focus else { return }
    let isThere = pages.lengths.position(of: pages.lengths.row(of: focus.position)) != nil
    guard focus.position.page == page || !isThere else { return }
    moveFocus(nearRow: pages.lengths.row(of: focus.position))
  }
}

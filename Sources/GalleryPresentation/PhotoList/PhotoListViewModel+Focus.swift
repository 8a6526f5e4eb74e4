import GalleryDomain

// The selection stays with its photo, not with its row.
extension PhotoListViewModel {
  /// Finds the selected photo among new pages; when it is gone, the selection takes the row where
  /// it stood.
  func moveFocus(nearRow row: Int) {
    guard let focus = listing.focus else { return }
    let pages = listing.pages
    let last = pages.rowCount - 1
    guard last >= 0, let near = pages.lengths.position(of: max(0, min(row, last))) else {
      listing.focus = nil
      return
    }
    if let id = focus.id, let position = pages.position(of: id, near: near.page) {
      listing.focus = PhotoListing.Focus(id: id, position: position)
    } else {
      let row = pages.lengths.row(of: near)
      listing.focus = PhotoListing.Focus(id: pages.photo(at: row)?.id, position: near)
    }
  }

  /// After a page came: its photos may have moved within it, or be known only now.
  func updateFocus(afterPage page: Int) {
    guard let focus = listing.focus else { return }
    let row = listing.pages.lengths.row(of: focus.position)
    let isThere = listing.pages.lengths.position(of: row) != nil
    guard focus.position.page == page || !isThere else { return }
    moveFocus(nearRow: row)
  }
}

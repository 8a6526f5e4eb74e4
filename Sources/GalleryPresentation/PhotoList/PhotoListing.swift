import GalleryDomain

/// The rows of one query with the selection in them: what is on the screen, or what is kept aside while a
/// search or a filter is.
struct PhotoListing {
  let query: ListQuery
  var pages: PhotoPages
  /// Whether the rows are those of an answer, stored or fresh.
  var hasAnswer = false
  /// Whether the first page was answered by the source, well or badly; else it is asked for again when
  /// the listing comes back.
  var isSettled = false
  /// Why there are no rows.
  var failure: PhotoSourceError?
  var focus: Focus?
  /// The photo that was selected when the rows came; nil when the person had no part in it.
  var arrivalID: Photo.ID?
  /// The rows shown last.
  var visibleRows = 0..<0
  var failedPages: Set<Int> = []

  init(query: ListQuery, pages: PhotoPages) {
    self.query = query
    self.pages = pages
  }

  /// Where the selection stands.
  struct Focus {
    /// nil while the row is not loaded.
    var id: Photo.ID?
    var position: PhotoPosition
  }

  /// The row of the selection; nil without one.
  var focusRow: Int? { focus.map { pages.lengths.row(of: $0.position) } }
}

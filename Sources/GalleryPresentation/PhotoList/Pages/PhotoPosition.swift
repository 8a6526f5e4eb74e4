/// A place within the pages. Unlike a row it does not move when the length of an earlier page
/// becomes known.
struct PhotoPosition: Hashable, Sendable {
  /// Counts from 1.
  var page: Int
  /// Counts from 0 within the page.
  var offset: Int
}

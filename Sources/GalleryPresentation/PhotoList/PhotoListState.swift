import GalleryDomain

/// What a list of photos has to show.
public enum PhotoListState: Hashable, Sendable {
  /// Nothing was asked for yet.
  case idle
  /// The first photos are on their way.
  case loading
  case photos
  /// The source holds no photo, or none that the search or the filter leaves.
  case empty
  /// The first load failed and there is nothing older to show.
  case failed(PhotoSourceError)
}

/// What stands below the last row.
public enum PhotoListFooter: Hashable, Sendable {
  case none
  case loadingMore
  case couldNotLoadMore
  /// Page after page nothing was left of what the source gave; it goes on when the person says so.
  case paused
  /// The source would have gone on, but was stopped.
  case stopped(FeedEnding)
  /// The source says that it holds this many, and gave fewer.
  case endedEarly(of: Int)
  case noMorePhotos
}

import GalleryDomain

/// What a list of photos has to show.
public enum PhotoListState: Hashable, Sendable {
  /// Nothing was asked for yet.
  case idle
  /// The first photos are on their way.
  case loading
  case photos
  /// The source holds no photo.
  case empty
  /// The first load failed and there is nothing older to show.
  case failed(PhotoSourceError)
}

/// What stands below the last row.
public enum PhotoListFooter: Hashable, Sendable {
  case none
  case loadingMore
  case couldNotLoadMore
  case noMorePhotos
}

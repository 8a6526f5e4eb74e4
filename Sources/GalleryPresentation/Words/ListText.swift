import GalleryDomain

/// What the list of photos says of itself.
enum ListText {
  static func state(_ state: PhotoListState, isScanning: Bool) -> StateText? {
    switch state {
    case .idle, .photos: nil
    case .loading:
      StateText(title: isScanning ? "Looking for photos…" : "Loading…")
    case .empty:
      StateText(title: "No photos here", advice: "Press r to look again, or q to leave.")
    case .failed(let error): ErrorText.state(for: error)
    }
  }

  static func footer(_ footer: PhotoListFooter) -> String? {
    switch footer {
    case .none: nil
    case .loadingMore: "Loading more…"
    case .couldNotLoadMore: couldNotLoadMore
    case .noMorePhotos: DetailText.lastPhoto
    }
  }

  /// Also the title of every row of a page that could not be loaded.
  static let couldNotLoadMore = "Could not load more · r to try again"

  /// A folder is read again faster than a spinner turns.
  static let refreshed = "Refreshed"

  /// The title of a row whose page is on its way.
  static let loadingRow = "…"

  static func progress(_ progress: SourceProgress) -> String {
    "scanning · \(CountText.photos(progress.photoCount))"
  }
}

import GalleryDomain

extension PhotoPage {
  /// Whether a page follows; false if the source was stopped.
  var isFollowed: Bool { hasMorePages && ending == nil }
}

import GalleryDomain

extension PhotoPage {
  /// Whether a page follows; none does where the source was stopped.
  var isFollowed: Bool { hasMorePages && ending == nil }
}

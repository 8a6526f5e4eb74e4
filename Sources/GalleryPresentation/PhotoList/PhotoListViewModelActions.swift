import Foundation
import GalleryDomain

/// How navigation leaves the list of photos; the coordinator fills it in.
public struct PhotoListViewModelActions {
  /// Opens a photo that the gate let through, with the row where it stands.
  public var showPhotoDetail: (Photo, IndexPath) -> Void

  public init(showPhotoDetail: @escaping (Photo, IndexPath) -> Void = { _, _ in }) {
    self.showPhotoDetail = showPhotoDetail
  }
}

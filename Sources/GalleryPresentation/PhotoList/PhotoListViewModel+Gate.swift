import Foundation
import GalleryDomain

// What may be opened: all but what the source says is not for sale.
extension PhotoListViewModel {
  public func mayOpen(_ photo: Photo) -> Bool {
    opensWhatIsNotForSale || photo.saleStatus != .notForSale
  }

  func open(_ photo: Photo, at indexPath: IndexPath) {
    guard mayOpen(photo) else {
      isAllowSegue = false
      selectedPhoto = nil
      showAlert(SaleText.refused)
      return
    }
    isAllowSegue = true
    selectedPhoto = photo
    actions.showPhotoDetail(photo, indexPath)
  }

  /// Reads a pressed photo first, because its file may say that it is not for sale.
  func read(_ photo: Photo, pressedAt indexPath: IndexPath) {
    let isReading = press?.id == photo.id
    press = Press(id: photo.id, indexPath: indexPath)
    guard !isReading else { return }
    announceStatus()
    guard press?.id == photo.id, detailLoads[photo.id] == nil else { return }
    loadDetails(of: photo)
  }

  /// The person went on: the photo pressed before no longer opens.
  func cancelPress(unless id: Photo.ID?) {
    guard let press, press.id != id else { return }
    self.press = nil
    announceStatus()
  }

  /// Decides on a pressed photo that has been read.
  func decidePress(on photo: Photo) {
    guard let press, press.id == photo.id else { return }
    self.press = nil
    announceStatus()
    open(photo, at: indexPath(of: photo.id) ?? press.indexPath)
  }
}

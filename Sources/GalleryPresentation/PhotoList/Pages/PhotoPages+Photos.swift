import Foundation
import GalleryDomain

// Access to the loaded photos.
extension PhotoPages {
  /// The loaded photos, in the order of the pages.
  var loadedPhotos: [Photo] { loaded.sorted { $0.key < $1.key }.flatMap(\.value) }

  func photo(at row: Int) -> Photo? {
    guard let position = lengths.position(of: row), let photos = loaded[position.page],
      photos.indices.contains(position.offset)
    else { return nil }
    return photos[position.offset]
  }

  /// Whether the photo of a row is loaded and its file has not been read yet.
  func needsDetails(at row: Int) -> Bool {
    guard let position = lengths.position(of: row), let photos = loaded[position.page],
      photos.indices.contains(position.offset)
    else { return false }
    return photos[position.offset].needsDetails
  }

  /// Where a photo is among the loaded pages; those nearest to `page` are searched first.
  func position(of id: Photo.ID, near page: Int) -> PhotoPosition? {
    let pages = loaded.keys.sorted { (abs($0 - page), $0) < (abs($1 - page), $1) }
    for page in pages {
      if let offset = loaded[page]?.firstIndex(where: { $0.id == id }) {
        return PhotoPosition(page: page, offset: offset)
      }
    }
    return nil
  }

  /// When the oldest of these pages was fetched, among those from the store; nil if none is.
  func storedAt(in pages: ClosedRange<Int>) -> Date? {
    storedDates.filter { pages.contains($0.key) }.values.min()
  }
}

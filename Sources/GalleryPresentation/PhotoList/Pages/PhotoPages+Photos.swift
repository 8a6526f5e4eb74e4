import Foundation
import GalleryDomain

// The photos that are there.
extension PhotoPages {
  /// The photos that are kept, in the order of the pages.
  var loadedPhotos: [Photo] { loaded.sorted { $0.key < $1.key }.flatMap(\.value) }

  func photo(at row: Int) -> Photo? {
    guard let position = lengths.position(of: row), let photos = loaded[position.page],
      photos.indices.contains(position.offset)
    else { return nil }
    return photos[position.offset]
  }

  /// Whether the photo of a row is there and was not read yet.
  func needsDetails(at row: Int) -> Bool {
    guard let position = lengths.position(of: row), let photos = loaded[position.page],
      photos.indices.contains(position.offset)
    else { return false }
    return photos[position.offset].needsDetails
  }

  /// Where a photo stands among the loaded pages, those near `page` first.
  func position(of id: Photo.ID, near page: Int) -> PhotoPosition? {
    let pages = loaded.keys.sorted { (abs($0 - page), $0) < (abs($1 - page), $1) }
    for page in pages {
      if let offset = loaded[page]?.firstIndex(where: { $0.id == id }) {
        return PhotoPosition(page: page, offset: offset)
      }
    }
    return nil
  }

  /// When the oldest of these pages was fetched, where it comes from the store.
  func storedAt(in pages: ClosedRange<Int>) -> Date? {
    storedDates.filter { pages.contains($0.key) }.values.min()
  }
}

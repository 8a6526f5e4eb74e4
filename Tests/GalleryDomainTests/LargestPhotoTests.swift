import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

/// Which photo of a group is kept.
struct LargestPhotoTests {
  private func photo(
    _ path: String, size: Int = 1, side: Int? = 10, seconds: Double = 0
  ) -> Photo {
    var photo = Photo(id: path, name: path)
    photo.file = FileReference(path: "/\(path)")
    photo.fileSize = size
    (photo.width, photo.height) = (side, side)
    photo.createdAt = Date(timeIntervalSince1970: seconds)
    return photo
  }

  @Test func `the largest has the most pixels, then the most bytes`() {
    let photos = [photo("a", size: 9), photo("b", side: 11), photo("c", size: 3, side: 11)]

    expectEqual(Photo.indexOfLargest(among: photos), 2)
    expectEqual(
      Photo.indexOfLargest(among: [photo("a", side: nil), photo("b", side: nil)]), 0)
    expectEqual(Photo.indexOfLargest(among: []), nil)
  }

  @Test func `of equally large ones it is the one taken first, with the shortest path`() {
    let photos = [
      photo("copies/a.jpg", seconds: 5), photo("a.jpg", seconds: 5), photo("b.jpg", seconds: 6),
    ]

    expectEqual(Photo.indexOfLargest(among: photos), 1)
  }
}

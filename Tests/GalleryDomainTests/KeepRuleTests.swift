import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

/// Which photo of a group is kept.
struct KeepRuleTests {
  private func photo(
    _ path: String, size: Int = 1, side: Int? = 10, rating: Int? = nil, seconds: Double = 0,
    companions: [String] = []
  ) -> Photo {
    var photo = Photo(id: path, name: path)
    photo.file = FileReference(path: "/\(path)")
    photo.fileSize = size
    (photo.width, photo.height) = (side, side)
    photo.rating = rating
    photo.createdAt = Date(timeIntervalSince1970: seconds)
    photo.companions = companions.compactMap { FileReference(path: "/\($0)") }
    return photo
  }

  @Test func `the largest has the most pixels, then the most bytes`() {
    let photos = [photo("a", size: 9), photo("b", side: 11), photo("c", size: 3, side: 11)]

    expectEqual(KeepRule.largest.kept(of: photos), 2)
    expectEqual(KeepRule.largest.kept(of: [photo("a", side: nil), photo("b", side: nil)]), 0)
  }

  @Test func `a raw file goes before larger pictures, and so does a photo that has one`() {
    expectEqual(KeepRule.raw.kept(of: [photo("a.jpg", side: 99), photo("b.nef")]), 1)
    expectEqual(
      KeepRule.raw.kept(of: [photo("a.jpg", side: 99), photo("b.jpg", companions: ["b.dng"])]), 1)
    expectEqual(KeepRule.raw.kept(of: [photo("a.jpg"), photo("b.jpg", size: 2)]), 1)
  }

  @Test func `the best rated has the most stars, a rejected one the fewest`() {
    let photos = [
      photo("a", side: 99, rating: PhotoRating.rejected), photo("b"), photo("c", rating: 3),
    ]

    expectEqual(KeepRule.bestRated.kept(of: photos), 2)
    expectEqual(KeepRule.bestRated.kept(of: Array(photos[..<2])), 1)
  }

  @Test func `the oldest was taken first, and has the shortest path then`() {
    let photos = [
      photo("copies/a.jpg", seconds: 5), photo("a.jpg", seconds: 5), photo("b.jpg", seconds: 6),
    ]

    expectEqual(KeepRule.oldest.kept(of: photos), 1)
  }
}

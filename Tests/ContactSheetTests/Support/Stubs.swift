import ContactSheet
import GalleryDomain
import PictureProtocol

/// Pages of generated photos.
struct StubPages: PhotoRepository {
  var photos: [Photo]
  var pageSize = 5
  /// The page that cannot be read.
  var failingPage = 0
  /// Of the last page.
  var ending: FeedEnding?

  var title: String {
    get async { "Popular" }
  }

  func page(for query: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    guard query.page != failingPage else { throw .noNetwork }
    let start = min(photos.count, (query.page - 1) * pageSize)
    let end = min(photos.count, start + pageSize)
    return PhotoPage(
      number: query.page, photos: Array(photos[start..<end]), totalCount: photos.count,
      hasMorePages: end < photos.count, ending: end < photos.count ? nil : ending)
  }

  func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    var photo = photo
    photo.name += " (read)"
    photo.needsDetails = false
    return photo
  }
}

extension JPEGPicture {
  static let stub = JPEGPicture(
    width: 480, height: 320, bytes: [0xFF, 0xD8, 0xFF, 0xDB, 1, 0xFF, 0xD9])
}

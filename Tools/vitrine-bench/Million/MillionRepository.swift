import GalleryDomain
import GalleryTestSupport

/// A million photos, a page at a time, whose pictures are a thousand real files.
struct MillionRepository: PhotoRepository {
  let files: [FileReference]
  private let generated = GeneratedRepository(photoCount: 1_000_000)

  init(files: [FileReference]) {
    self.files = files
  }

  var title: String { "a million photos" }

  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    var page = try await generated.page(for: request)
    for index in page.photos.indices where !files.isEmpty {
      let row = Int(page.photos[index].id) ?? 0
      page.photos[index].file = files[row % files.count]
    }
    return page
  }
}

import FeedFormats
import Foundation
import GalleryDomain
import PictureKit
import PictureProtocol

/// Files of photos for exports: local ones, otherwise stored ones, otherwise from the network, a few at a time.
@MainActor
final class ExportedFiles {
  private let images: (any PhotoImageRepository)?
  private let slots = TaskLimit(4)

  init(images: (any PhotoImageRepository)?) {
    self.images = images
  }

  func original(of photo: Photo) async -> FileReference? {
    if let file = photo.file { return file }
    guard let url = photo.imageURL else { return nil }
    return await file(at: [url])
  }

  /// The longer side of a thumbnail: enough for 6 cm at 200 dpi.
  nonisolated static let thumbnailSide: UInt32 = 480

  /// A file that is large enough for a thumbnail.
  func small(of photo: Photo) async -> PictureFile? {
    if let file = photo.file { return PictureFile(path: file.path) }
    let urls = [photo.thumbnailURL, photo.imageURL].compactMap { $0 }
    return await file(at: urls).map { PictureFile(path: $0.path, origin: .network) }
  }

  /// The large picture, if the small one turned out not to be a picture.
  func large(of photo: Photo) async -> PictureFile? {
    guard photo.file == nil, photo.thumbnailURL != nil, let url = photo.imageURL,
      url != photo.thumbnailURL
    else { return nil }
    return await file(at: [url]).map { PictureFile(path: $0.path, origin: .network) }
  }

  /// The first of these that is stored, otherwise the first that can be fetched.
  private func file(at urls: [URL]) async -> FileReference? {
    guard let images else { return nil }
    let urls = urls.filter { !$0.isFileURL && $0.host()?.isEmpty == false }
    for url in urls {
      if let file = await images.storedImage(at: url) { return file }
    }
    for url in urls where !Task.isCancelled {
      let file = await slots.run {
        try? await images.image(at: url, isRefresh: false, progress: { _ in })
      }
      if let file { return file }
    }
    return nil
  }
}

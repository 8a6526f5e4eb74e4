import FeedFormats
import Foundation
import GalleryDomain
import PictureKit
import PictureProtocol

/// Files of photos for exports: local ones, otherwise stored ones, otherwise from the network, a few at a time.
@MainActor
final class ExportedFiles {
  private let images: (any PhotoImageRepository)?
  private let loader: PictureLoader
  private let slots = TaskLimit(4)

  /// The longer side of a thumbnail: enough for 6 cm at 200 dpi.
  private static let thumbnailSide: UInt32 = 480

  init(images: (any PhotoImageRepository)?, loader: PictureLoader) {
    self.images = images
    self.loader = loader
  }

  func original(of photo: Photo) async -> FileReference? {
    if let file = photo.file { return file }
    guard let url = photo.imageURL else { return nil }
    return await file(at: [url])
  }

  func thumbnail(of photo: Photo) async -> JPEGPicture? {
    if let file = photo.file { return await jpeg(of: PictureFile(path: file.path)) }
    var urls = [photo.thumbnailURL, photo.imageURL].compactMap { $0 }
    while !urls.isEmpty, !Task.isCancelled {
      if let file = await file(at: urls),
        let jpeg = await jpeg(of: PictureFile(path: file.path, origin: .network))
      {
        return jpeg
      }
      // The large picture, if the small one turned out not to be a picture.
      let tried = urls.removeFirst()
      urls.removeAll { $0 == tried }
    }
    return nil
  }

  private func jpeg(of file: PictureFile) async -> JPEGPicture? {
    try? await loader.jpeg(of: file, side: Self.thumbnailSide)
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

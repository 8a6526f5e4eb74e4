import FeedFormats
import Foundation
import GalleryDomain
import PictureProtocol

/// Converts what a file says about itself to a photo; the place where metadata is cleaned.
struct MetadataMapping: Sendable {
  /// For dates without a zone.
  let zone: TimeZone

  private static let pixels = 1...1_000_000
  private static let tagLimit = 100

  /// The photo with what its file and its sidecar say. If nothing could be read, the date is still that of the file.
  ///
  /// - Parameter photo: With the provisional name.
  func photo(_ photo: Photo, _ contents: PhotoContents) -> Photo {
    var photo = photo
    photo.needsDetails = false
    if let metadata = contents.metadata { add(metadata, to: &photo) }
    if photo.createdAt == nil, photo.dateText == nil, let modified = contents.modified {
      (photo.createdAt, photo.isFileDate) = (modified, true)
    }
    photo.fileSize = contents.byteCount
    if let mark = contents.mark {
      photo.saleStatus = mark.status
      photo.price = mark.price
    }
    return photo
  }

  private func add(_ metadata: PhotoMetadata, to photo: inout Photo) {
    if let title = stated(CleanText.line(metadata.title, limit: .title)) {
      (photo.name, photo.isUntitled, photo.isFileName) = (title, false, false)
    }
    photo.description = stated(CleanText.paragraphs(metadata.description))
    photo.headline = stated(CleanText.line(metadata.headline, limit: .title))
    photo.author = CleanText.line(metadata.author)
    photo.copyright = CleanText.line(metadata.copyright, limit: .notice)
    photo.altText = CleanText.line(metadata.altText, limit: .alternativeText)
    let date = WrittenDate.best(of: metadata.dates)
    photo.createdAt = date?.date(in: zone)
    photo.utcOffset = photo.createdAt == nil ? nil : date?.utcOffset
    photo.dateText = date?.yearOrMonth
    photo.isFileDate = false
    photo.camera = CameraName.text(
      make: stated(metadata.cameraMake), model: stated(metadata.cameraModel))
    photo.lens = stated(CleanText.line(metadata.lens))
    photo.exposure = ExposureText.exposure(
      focalLength: metadata.focalLength.map { "\($0)" },
      aperture: metadata.aperture.map { "\($0)" },
      shutterSpeed: metadata.exposureTime.map { "\($0)" }, iso: metadata.iso.map { "\($0)" })
    photo.licence = LicenceText.licence(metadata.licence)
    photo.width = metadata.width.flatMap { Self.pixels.contains($0) ? $0 : nil }
    photo.height = metadata.height.flatMap { Self.pixels.contains($0) ? $0 : nil }
    photo.tags = CleanText.tags(metadata.keywords, limit: Self.tagLimit)
    photo.places = CleanText.places(metadata.places)
    photo.rating = metadata.rating.flatMap { PhotoRating.range.contains($0) ? $0 : nil }
    photo.label = PhotoLabel(CleanText.line(metadata.label, limit: .tag))
    photo.saleStatus = SaleKeyword.status(metadata.keywords)
  }

  private func stated(_ text: String?) -> String? {
    text.flatMap { CameraPlaceholder.contains($0) ? nil : $0 }
  }
}

import Foundation
import GalleryDomain

/// Makes the domain's photo of a feed's; the place where a feed's strings are cleaned.
struct FeedPhotoMapping: Sendable {
  /// The folder of a feed that is a file; nil for one from the network, which names no files.
  let directory: [UInt8]?
  /// For dates without one.
  let zone: TimeZone

  private static let site = "https://500px.com"
  private static let pixels = 1...1_000_000
  private static let tagLimit = 100

  func photo(_ dto: FeedPhotoDTO) -> Photo {
    let image = FeedImageChoice.image(dto.images)?.url ?? dto.imageURL
    let thumbnail = FeedImageChoice.thumbnail(dto.images)?.url ?? dto.imageURL
    let picture = image.flatMap { FeedAddress.picture($0, directory: directory) }
    let title = CleanText.line(dto.name, limit: .title)
    let date = date(dto)
    return Photo(
      id: Self.id(dto.id),
      name: title ?? Photo.untitled, isUntitled: title == nil,
      description: CleanText.html(dto.description),
      camera: CleanText.line(dto.camera),
      lens: CleanText.line(dto.lens),
      exposure: ExposureText.exposure(
        focalLength: dto.focalLength, aperture: dto.aperture, shutterSpeed: dto.shutterSpeed,
        iso: dto.iso),
      author: CleanText.line(dto.author),
      createdAt: date.date, dateText: date.text,
      thumbnailURL: thumbnail.flatMap { FeedAddress.picture($0, directory: directory)?.url },
      imageURL: picture?.url,
      pageURL: dto.url.flatMap { FeedAddress.web($0, relativeTo: Self.site) },
      file: picture?.file,
      saleStatus: dto.forSale.map { $0 ? .forSale : .notForSale } ?? .unstated,
      price: dto.price.flatMap { amount in
        Price(amount: CleanText.line(amount) ?? "", currency: CleanText.line(dto.currency))
      },
      licence: FeedLicence.licence(dto.licenceType),
      width: dto.width.flatMap { Self.pixels.contains($0) ? $0 : nil },
      height: dto.height.flatMap { Self.pixels.contains($0) ? $0 : nil },
      tags: CleanText.tags(dto.tags, limit: Self.tagLimit))
  }

  /// An id as it is compared and shown.
  static func id(_ raw: String) -> Photo.ID {
    TextCleaner.line(raw, limit: .field)
  }

  /// When it was taken, else published; words only where neither is a date.
  private func date(_ dto: FeedPhotoDTO) -> FeedDate {
    let dates = [dto.takenAt, dto.createdAt].map { FeedDate($0, zone: zone) }
    return dates.first(where: \.isStated) ?? dates.first { $0.text != nil } ?? .unknown
  }
}

import Foundation
import GalleryDomain

/// Creates photos from those of a feed; a feed's strings are cleaned here.
package struct FeedPhotoMapping: Sendable {
  /// The folder of a feed that is a file; nil for one from the network, which may not refer to files.
  let directory: [UInt8]?
  /// The only files, and folders of files, that may be named; nil for any.
  let nameable: [[UInt8]]?
  /// The time zone for dates without one.
  let zone: TimeZone

  private static let site = "https://500px.com"
  static let pixels = 1...1_000_000
  static let tagLimit = 100

  /// - Parameter nameable: Absolute paths.
  package init(directory: [UInt8]?, nameable: [[UInt8]]? = nil, zone: TimeZone) {
    self.directory = directory
    self.nameable = nameable
    self.zone = zone
  }

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
      createdAt: date.date,
      utcOffset: date.date == nil
        ? nil : dto.utcOffset.flatMap { Photo.utcOffsets.contains($0) ? $0 : nil },
      dateText: date.text,
      thumbnailURL: thumbnail.flatMap { FeedAddress.picture($0, directory: directory)?.url },
      imageURL: picture?.url,
      pageURL: dto.url.flatMap { FeedAddress.web($0, relativeTo: Self.site) },
      file: picture?.file,
      saleStatus: dto.forSale.map { $0 ? .forSale : .notForSale } ?? .unstated,
      price: dto.price.flatMap { amount in
        Price(amount: CleanText.line(amount) ?? "", currency: CleanText.line(dto.currency))
      },
      priceUntil: SalePeriod(start: nil, end: dto.priceUntil, zone: zone)?.end,
      licence: FeedLicence.licence(dto.licenceType),
      width: dto.width.flatMap { Self.pixels.contains($0) ? $0 : nil },
      height: dto.height.flatMap { Self.pixels.contains($0) ? $0 : nil },
      tags: CleanText.tags(dto.tags, limit: Self.tagLimit))
  }

  /// An id in the form for comparison and display.
  static func id(_ raw: String) -> Photo.ID {
    TextCleaner.line(raw, limit: idLimit)
  }

  /// As long as a path may be (PATH_MAX in linux/limits.h) with each byte escaped, so that two ids don't become the same.
  private static let idLimit = TextLimit(characters: 4 * 4_096)

  /// When it was taken, otherwise when it was published; text only if neither is a date.
  private func date(_ dto: FeedPhotoDTO) -> FeedDate {
    let dates = [dto.takenAt, dto.createdAt].map { FeedDate($0, zone: zone) }
    return dates.first(where: \.isStated) ?? dates.first { $0.text != nil } ?? .unknown
  }
}

/// `license_type` (500px API v1, *License types*; no versions are stated).
enum FeedLicence {
  private static let names = [
    "Standard 500px License", "CC BY-NC", "CC BY-NC-ND", "CC BY-NC-SA", "CC BY", "CC BY-ND",
    "CC BY-SA", "PDM 1.0", "CC0",
  ]

  private static let addresses = [
    7: "https://creativecommons.org/publicdomain/mark/1.0/",
    8: "https://creativecommons.org/publicdomain/zero/1.0/",
  ]

  /// The licence of a known number, or the name that a feed has in its place; nil for an unknown number.
  static func licence(_ type: String?) -> Licence? {
    guard let type else { return nil }
    guard let number = Int(type) else {
      let name = TextCleaner.line(type, limit: .field)
      return name.isEmpty ? nil : Licence(name: name)
    }
    guard names.indices.contains(number) else { return nil }
    return Licence(name: names[number], url: addresses[number].flatMap { URL(string: $0) })
  }
}

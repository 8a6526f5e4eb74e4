import Foundation
import GalleryDomain

/// A photo in words; what is not known is left out.
public struct PhotoText {
  public let photo: Photo
  private let dates: DateText

  public init(photo: Photo, timeZone: TimeZone = .current) {
    self.init(photo: photo, dates: DateText(timeZone: timeZone))
  }

  init(photo: Photo, dates: DateText) {
    self.photo = photo
    self.dates = dates
  }

  public var title: String { photo.name }

  /// `50 mm · ƒ/1.8 · 1/200 s · ISO 100`.
  public var exposure: String {
    let exposure = photo.exposure
    return joined(
      [
        filled(exposure.focalLength).map { "\($0) mm" },
        filled(exposure.aperture).map { "ƒ/\($0)" },
        filled(exposure.shutterSpeed).map { "\($0) s" },
        filled(exposure.iso).map { "ISO \($0)" },
      ], by: " · ")
  }

  /// `6715 × 3789`.
  public var dimensions: String {
    guard let width = photo.width, let height = photo.height, width > 0, height > 0 else {
      return ""
    }
    return "\(width) × \(height)"
  }

  /// `● for sale · €80.00`.
  public var sale: String {
    SaleText.long(status: photo.saleStatus, price: photo.price)
  }

  /// The lines under a preview: the title, camera and exposure, size and licence, the sale.
  public var summary: [String] {
    [
      title,
      joined([photo.camera, exposure], by: " · "),
      joined([dimensions, photo.licence?.name], by: " · "),
      sale,
    ].filter { !$0.isEmpty }
  }

  /// All that is known but the title, in the order to show it.
  public var facts: [PhotoFact] {
    let texts: [(PhotoFact.Kind, String?)] = [
      (.sale, sale),
      (.camera, photo.camera),
      (.lens, photo.lens),
      (.exposure, exposure),
      (.date, photo.createdAt.map(dates.minute(of:))),
      (.dimensions, dimensions),
      (.licence, photo.licence?.name),
      (.author, photo.author),
      (.description, photo.description),
      (.tags, photo.tags.joined(separator: ", ")),
      (.page, photo.pageURL?.absoluteString),
    ]
    return texts.compactMap { kind, text in
      filled(text).map { PhotoFact(kind: kind, text: $0) }
    }
  }

  private func filled(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

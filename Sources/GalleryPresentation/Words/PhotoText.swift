import Foundation
import GalleryDomain

/// A photo in words; unknown properties are left out.
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

  /// `6715 × 3789 · 3.4 MB`.
  var file: String {
    joined([dimensions, photo.fileSize.map(CountText.size)], by: " · ")
  }

  /// `2024/holiday`, below the folder that is shown; empty for that folder itself.
  var folder: String {
    let path = path
    return path.utf8.lastIndex(of: FilePath.separator).map { String(path[..<$0]) } ?? ""
  }

  /// Whether the title is the name of the file, with or without its extension.
  public var isNamedByFile: Bool {
    let path = path.utf8
    let name =
      path.lastIndex(of: FilePath.separator).map { path[path.index(after: $0)...] } ?? path[...]
    guard !name.isEmpty else { return false }
    if name.starts(with: photo.name.utf8) {
      let rest = name.dropFirst(photo.name.utf8.count)
      return rest.isEmpty || rest.first == UInt8(ascii: ".")
    }
    // An accent may be a scalar of its own in one of them.
    guard !name.allSatisfy({ $0 < 0x80 }) else { return false }
    let text = Substring(name)
    return text == photo.name || text.hasPrefix("\(photo.name).")
  }

  /// The extensions of the other files of the shot: `+CR2`.
  public var companions: String {
    photo.companionPaths.map { path in
      let name = FilePath.lastComponent(path)
      let ending = name.suffix(from: FilePath.stem(name).endIndex).dropFirst()
      return "+" + TextCleaner.line(bytes: ending).uppercased()
    }.joined(separator: " ")
  }

  /// `● for sale · €80.00`.
  public var sale: String {
    SaleText.long(status: photo.saleStatus, price: priceText)
  }

  /// `● €80.00`, `not for sale`, or only the price if the source does not say; for use after a label that says the
  /// rest.
  public var saleInShort: String {
    photo.saleStatus == .unstated
      ? price : SaleText.short(status: photo.saleStatus, price: priceText)
  }

  /// `€80.00`, `from €80.00`, or `€80.00 until 3 May` once that has passed; empty if the source states none.
  public var price: String { priceText ?? "" }

  private var priceText: String? { PriceText.text(of: photo, dates: dates) }

  /// `yyyy-MM-dd HH:mm` on the camera's clock, `(file)` behind the date of a file that states none, else the source's own words, such as `about 1890`; empty if it states no
  /// date.
  public var date: String {
    guard photo.createdAt != nil else { return photo.dateText ?? "" }
    let date = dates.minute(of: photo)
    return photo.isFileDate ? "\(date) (file)" : photo.isUploadDate ? "\(date) (uploaded)" : date
  }

  /// `2024/holiday/IMG_1.jpg`, relative to the folder that is shown; empty if the photo isn't a local file.
  public var path: String { photo.pathText ?? "" }

  /// The lines under a preview: the title, camera and exposure, size and licence, the sale.
  public var summary: [String] {
    [
      title,
      joined([photo.camera, exposure], by: " · "),
      joined([dimensions, companions, photo.licence?.name], by: " · "),
      sale,
    ].filter { !$0.isEmpty }
  }

  /// `★★★ · Red`, `✗ rejected`; empty if the photo is neither rated nor labelled.
  public var rating: String { RatingText.long(photo.userRating) }

  private func filled(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

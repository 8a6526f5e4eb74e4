import Foundation
import GalleryDomain

/// A photo in words; unknown properties are left out.
public struct PhotoText {
  public let photo: Photo
  private let dates: DateText
  private let now: Date

  public init(photo: Photo, timeZone: TimeZone = .current) {
    self.init(photo: photo, dates: DateText(timeZone: timeZone))
  }

  init(photo: Photo, dates: DateText, now: Date = Date()) {
    self.photo = photo
    self.dates = dates
    self.now = now
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

  /// Author, camera and exposure: `A. Lens · NIKON D500 · 50 mm · ƒ/1.8`.
  public var details: String { joined([photo.author, photo.camera, exposure], by: " · ") }

  /// The size of its file: `3.4 MB`; empty if it isn't known.
  public var size: String { photo.fileSize.map(CountText.size) ?? "" }

  /// `6715 × 3789`.
  public var dimensions: String {
    guard let width = photo.width, let height = photo.height, width > 0, height > 0 else {
      return ""
    }
    return "\(width) × \(height)"
  }

  /// `2024/holiday`, below the folder that is shown; empty for that folder itself.
  public var folder: String {
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

  /// `● €80.00`, `● for sale`, `not for sale`, or only the price if the source does not say; after a label.
  public var saleInShort: String {
    switch photo.saleStatus {
    case .forSale: "● \(price.isEmpty ? "for sale" : price)"
    case .notForSale: "not for sale"
    case .unstated: price
    }
  }

  /// `€80.00`, `from €80.00`, or `€80.00 until 3 May` once that has passed; empty if the source states none.
  public var price: String { PriceText.text(of: photo, dates: dates) ?? "" }

  /// `yyyy-MM-dd HH:mm` on the camera's clock, with `(file)` after a date that is only the file's; else the source's own
  /// words, such as `about 1890`; empty without a date.
  public var date: String {
    guard photo.createdAt != nil else { return photo.dateText ?? "" }
    let date = dates.minute(of: photo)
    return photo.isFileDate ? "\(date) (file)" : photo.isUploadDate ? "\(date) (uploaded)" : date
  }

  /// When it was taken, in a column: `28 Nov 13:22`, `28 Nov 2018` in another year; in parentheses if it is only the date of the
  /// file or of the upload; else as `date`.
  public var moment: String {
    let moment = dates.moment(of: photo, now: now)
    guard !moment.isEmpty else { return date }
    return photo.isFileDate || photo.isUploadDate ? "(\(moment))" : moment
  }

  /// As `moment`, but with the hour in other years, too: `2018-11-28 13:22`.
  public var minute: String { dates.isThisYear(photo, now: now) ? moment : date }

  /// `2024/holiday/IMG_1.jpg`, relative to the folder that is shown; empty if the photo isn't a local file.
  public var path: String { photo.pathText ?? "" }

  /// `★★★ · Red`, `✗ rejected`; empty if the photo is neither rated nor labelled.
  public var rating: String { RatingText.long(photo.userRating) }

  private func filled(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

import Foundation
import GalleryDomain

/// A photo as named values, for programs. The names and their order are stable: none changes its meaning, new ones may
/// be added at the end.
///
/// `title` is nil if the source has none; `date` is in the given zone, and `utc_offset` has the seconds that the
/// camera's clock was ahead of UTC; prices keep the source's digits. `date_text` is what a source writes in place of a
/// date; `price_from` is true if there are more expensive forms of the item, nil without a price. `path` is nil for
/// photos that aren't files, and for a name that isn't UTF-8; `image_url` has the bytes of such a name. `companions`
/// are the paths of raw files and clips that belong to a photo. `date_is_upload` is true if a service doesn't know when
/// the photo was taken, and nil without a date. `places` are the names of the place, the smallest first. `date_is_file` is
/// true if the date is when the file was last modified, and nil without a date. `price_until` is when the price ends, in UTC.
public enum PhotoRecord {
  public enum Value: Hashable, Sendable {
    case text(String?)
    case number(Int?)
    case truth(Bool?)
    case texts([String])
  }

  /// - Parameter zone: The time zone for dates.
  public static func members(
    of photo: Photo, zone: TimeZone
  ) -> [(name: StaticString, value: Value)] {
    var members: [(name: StaticString, value: Value)] = []
    forEachMember(
      of: photo, imageURL: photo.imageURL?.absoluteString,
      offset: photo.createdAt.map { RFC3339.offset(of: $0, in: zone) } ?? 0
    ) { members.append(($0, $1)) }
    return members
  }

  /// - Parameters:
  ///   - imageURL: In place of the photo's own.
  ///   - offset: Of the time zone for dates, at the photo's, in seconds.
  @inline(__always)
  static func forEachMember(
    of photo: Photo, imageURL: String?, offset: Int, _ body: (StaticString, Value) -> Void
  ) {
    body("id", .text(photo.id))
    body("title", .text(photo.title))
    body("description", .text(photo.description))
    body("author", .text(photo.author))
    body("date", .text(photo.createdAt.flatMap { RFC3339.text($0, offset: offset) }))
    body("camera", .text(photo.camera))
    body("lens", .text(photo.lens))
    body("thumbnail_url", .text(photo.thumbnailURL?.absoluteString))
    body("image_url", .text(imageURL))
    body("page_url", .text(photo.pageURL?.absoluteString))
    body("for_sale", .truth(forSale(photo.saleStatus)))
    body("price", .text(photo.price?.amount))
    body("currency", .text(photo.price?.currency))
    body("licence", .text(photo.licence?.name))
    body("width", .number(photo.width))
    body("height", .number(photo.height))
    body("tags", .texts(photo.tags))
    body("date_text", .text(photo.createdAt == nil ? photo.dateText : nil))
    body("price_from", .truth(photo.price?.isLowest))
    body("licence_url", .text(photo.licence?.url?.absoluteString))
    body(
      "path",
      .text(
        (photo.file?.path ?? photo.remotePath).flatMap { String(validating: $0, as: UTF8.self) }))
    body("size", .number(photo.fileSize))
    body("rating", .number(photo.rating))
    body("label", .text(photo.label?.text))
    body(
      "companions",
      .texts(photo.companionPaths.compactMap { String(validating: $0, as: UTF8.self) }))
    body("utc_offset", .number(photo.utcOffset))
    body("date_is_upload", .truth(photo.createdAt.map { _ in photo.isUploadDate }))
    body("places", .texts(photo.places))
    body("date_is_file", .truth(photo.createdAt.map { _ in photo.isFileDate }))
    body("price_until", .text(photo.priceUntil.flatMap { RFC3339.text($0, offset: 0) }))
  }

  private static func forSale(_ status: SaleStatus) -> Bool? {
    switch status {
    case .forSale: true
    case .notForSale: false
    case .unstated: nil
    }
  }
}

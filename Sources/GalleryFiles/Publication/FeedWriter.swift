import Digests
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// The feed's text: the format of 500px' first API with Vitrine's own `price`, `currency`, `tags`, `license_url`, `headline`,
/// `copyright`, `alt` and `order_…`.
///
/// Where photos were taken is not in it: neither positions nor the names of places.
///
/// One page, because a file server can't answer queries: `total_pages` is 1. Every URL is relative to the feed.
struct FeedWriter {
  let settings: FeedPublicationSettings
  let title: String

  func text(_ photos: [PublishedPhoto]) -> [UInt8] {
    var head: [(String, JSONValue)] = [
      ("name", .text(title)), ("current_page", JSONValue(1)), ("total_pages", JSONValue(1)),
      ("total_items", JSONValue(photos.count)),
    ]
    if let url = settings.orderURL { head.append(("order_url", .text(url))) }
    if let email = settings.orderEmail { head.append(("order_email", .text(email))) }
    if !settings.deliveries.isEmpty {
      head.append(("order_delivery", JSONValue(settings.deliveries.map(\.rawValue))))
    }
    var text = "{\n" + head.map { " \"\($0)\": \(JSONOutput.line($1)),\n" }.joined()
    // A photo a line.
    let lines = photos.map { "\n  " + JSONOutput.line(JSONValue(members(of: $0))) }
    text += " \"photos\": [\(lines.joined(separator: ","))\n ]\n}\n"
    return Array(text.utf8)
  }

  /// Unknown properties are omitted.
  private func members(of published: PublishedPhoto) -> [(String, JSONValue)] {
    let photo = published.photo
    // A file's date isn't when the photo was taken.
    let taken = photo.isFileDate ? nil : photo.createdAt
    let hasSize = photo.width != nil && photo.height != nil
    let price = photo.saleStatus == .forSale ? photo.price : nil
    let members: [(String, JSONValue)] = [
      ("id", .text(published.id)), ("name", JSONValue(photo.title)),
      ("description", JSONValue(photo.description.map(Self.html))),
      (
        "taken_at",
        JSONValue(taken.flatMap { RFC3339.text($0, zone: settings.zone) } ?? photo.dateText)
      ),
      ("utc_offset", JSONValue(photo.createdAt == nil ? nil : photo.utcOffset)),
      ("camera", JSONValue(photo.camera)), ("lens", JSONValue(photo.lens)),
      ("focal_length", JSONValue(photo.exposure.focalLength)),
      ("aperture", JSONValue(photo.exposure.aperture)),
      ("shutter_speed", JSONValue(photo.exposure.shutterSpeed)),
      ("iso", JSONValue(photo.exposure.iso)), ("width", JSONValue(hasSize ? photo.width : nil)),
      ("height", JSONValue(hasSize ? photo.height : nil)),
      ("user", photo.author.map { JSONValue([("fullname", .text($0))]) } ?? .null),
      ("headline", JSONValue(photo.headline)), ("copyright", JSONValue(photo.copyright)),
      ("alt", JSONValue(photo.altText)),
      ("license_type", JSONValue(photo.licence?.name)),
      ("license_url", JSONValue(photo.licence?.url?.absoluteString)),
      ("tags", photo.tags.isEmpty ? .null : JSONValue(photo.tags)),
      (
        "for_sale",
        photo.saleStatus == .unstated ? .null : .bool(photo.saleStatus == .forSale)
      ),
      ("price", JSONValue(price?.amount)),
      ("currency", JSONValue(price.flatMap { $0.currency ?? settings.currency })),
      (
        "price_until",
        JSONValue(price == nil ? nil : photo.priceUntil.flatMap { RFC3339.text($0, zone: .gmt) })
      ),
      ("image_url", .text(published.picture.path)), ("images", images(published)),
    ]
    return members.filter { $0.1 != .null }
  }

  private func images(_ published: PublishedPhoto) -> JSONValue {
    // 500px reads 440 and 600 as square sizes; one pixel more is taken literally.
    let side = [440, 600].contains(settings.side) ? settings.side + 1 : settings.side
    let sizes = [
      (FeedPublicationSettings.thumbnailSide, published.thumbnail.path),
      (side, published.picture.path),
    ]
    return .array(sizes.map { JSONValue([("size", JSONValue($0)), ("url", .text($1))]) })
  }

  /// Descriptions are HTML in this format.
  static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\n", with: "<br>")
  }
}

/// A photo with the names of its pictures in the feed's folder.
struct PublishedPhoto: Sendable {
  var id: Photo.ID
  var photo: Photo
  var thumbnail: FeedPictureName
  var picture: FeedPictureName

  /// The id that a photo has in the feed, and that orders name it by: its path in the folder that is published. Of a photo
  /// elsewhere only the names of its file and of its folder are published: a code of the folder's path with a key of the user's
  /// distinguishes two of one name, stays the same whatever else is published, and says nothing about the path.
  static func id(
    of photo: Photo, _ file: FileReference, publishesPaths: Bool, key: [UInt8]
  ) -> Photo.ID {
    if publishesPaths, !photo.id.hasPrefix("/") { return photo.id }
    let parts = photo.id.split(separator: "/").suffix(2)
    let code = Digest.sha256.code(of: FilePath.directory(of: file.path), key: key)
    let hash = Digest.hex(Array(code.prefix(8)))
    return (parts.dropLast() + ["\(hash)/\(parts.last ?? "")"]).joined(separator: "-")
  }
}

/// The name of a picture in a feed's folder.
///
/// It is made from the state of the file, so that an existing picture need not be made again, and a changed one has a
/// different URL, which no cache on the way has stored.
struct FeedPictureName: Hashable, Sendable {
  static let thumbnailFolder = "thumbnails"
  static let pictureFolder = "pictures"

  let folder: String
  /// `0123456789abcdef0123456789abcdef-2048.jpg`.
  let name: String

  /// Relative to the feed, with nothing to escape.
  var path: String { "\(folder)/\(name)" }

  init(folder: String, id: Photo.ID, stamp: FileStamp, side: Int) {
    self.folder = folder
    let text = "\(id)\0\(stamp.byteCount)\0\(stamp.modifiedSeconds)\0\(stamp.modifiedNanoseconds)"
    // Two hashes of 64 bits: among a million photos no two share a name.
    let hashes = [0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F].map {
      StableHash.hex(StableHash.hash(text.utf8, from: $0))
    }
    name = "\(hashes.joined())-\(side).jpg"
  }

  /// Whether a name could have been made here.
  static func isOwn(_ name: String) -> Bool {
    name.wholeMatch(of: #/[0-9a-f]{32}-[0-9]{1,5}\.jpg/#) != nil
  }
}

import FeedFormats
import Foundation
import GalleryData
import GalleryDomain

/// The feed's text: the format of 500px' first API with Vitrine's own `price`, `currency`, `tags` and `order_…`.
///
/// Where photos were taken is not in it: neither positions nor the names of places.
///
/// One page, because a file server can't answer queries: `total_pages` is 1. Every URL is relative to the feed.
struct FeedWriter {
  let settings: FeedPublicationSettings
  let title: String

  func text(_ photos: [PublishedPhoto]) -> [UInt8] {
    var head: [(String, String)] = [
      ("name", JSONOutput.text(title)), ("current_page", "1"), ("total_pages", "1"),
      ("total_items", "\(photos.count)"),
    ]
    if let url = settings.orderURL { head.append(("order_url", JSONOutput.text(url))) }
    if let email = settings.orderEmail { head.append(("order_email", JSONOutput.text(email))) }
    if !settings.deliveries.isEmpty {
      head.append(("order_delivery", list(settings.deliveries.map(\.rawValue))))
    }
    var output = Array("{\n".utf8)
    for (name, value) in head { output.append(contentsOf: " \"\(name)\": \(value),\n".utf8) }
    output.append(contentsOf: " \"photos\": [".utf8)
    for (index, photo) in photos.enumerated() {
      output.append(contentsOf: (index == 0 ? "\n  " : ",\n  ").utf8)
      output.append(contentsOf: line(photo).utf8)
    }
    output.append(contentsOf: "\n ]\n}\n".utf8)
    return output
  }

  /// A photo on one line; unknown properties are omitted.
  private func line(_ published: PublishedPhoto) -> String {
    let photo = published.photo
    var members = [("id", JSONOutput.text(published.id))]
    func add(_ name: String, _ text: String?) {
      if let text { members.append((name, JSONOutput.text(text))) }
    }
    add("name", photo.title)
    add("description", photo.description.map(Self.html))
    // A file's date isn't when the photo was taken.
    let taken = photo.isFileDate ? nil : photo.createdAt
    add("taken_at", taken.flatMap { RFC3339.text($0, zone: settings.zone) } ?? photo.dateText)
    if photo.createdAt != nil, let offset = photo.utcOffset {
      members.append(("utc_offset", "\(offset)"))
    }
    add("camera", photo.camera)
    add("lens", photo.lens)
    add("focal_length", photo.exposure.focalLength)
    add("aperture", photo.exposure.aperture)
    add("shutter_speed", photo.exposure.shutterSpeed)
    add("iso", photo.exposure.iso)
    if let width = photo.width, let height = photo.height {
      members += [("width", "\(width)"), ("height", "\(height)")]
    }
    if let author = photo.author {
      members.append(("user", "{\"fullname\": \(JSONOutput.text(author))}"))
    }
    add("license_type", photo.licence?.name)
    if !photo.tags.isEmpty { members.append(("tags", list(photo.tags))) }
    if photo.saleStatus != .unstated {
      members.append(("for_sale", photo.saleStatus == .forSale ? "true" : "false"))
    }
    if photo.saleStatus == .forSale, let price = photo.price {
      add("price", price.amount)
      add("currency", price.currency ?? settings.currency)
      add("price_until", photo.priceUntil.flatMap { RFC3339.text($0, zone: .gmt) })
    }
    add("image_url", published.picture.path)
    members.append(("images", images(published)))
    return "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  private func images(_ published: PublishedPhoto) -> String {
    // 500px reads 440 and 600 as square sizes; one pixel more is taken literally.
    let side = [440, 600].contains(settings.side) ? settings.side + 1 : settings.side
    let sizes = [
      (FeedPublicationSettings.thumbnailSide, published.thumbnail.path),
      (side, published.picture.path),
    ]
    return "["
      + sizes.map { "{\"size\": \($0), \"url\": \(JSONOutput.text($1))}" }.joined(separator: ", ")
      + "]"
  }

  private func list(_ texts: [String]) -> String {
    "[" + texts.map { JSONOutput.text($0) }.joined(separator: ", ") + "]"
  }

  /// Descriptions are HTML in this format.
  static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\n", with: "<br>")
  }
}

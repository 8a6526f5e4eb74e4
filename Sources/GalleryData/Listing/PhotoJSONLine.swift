import Foundation
import GalleryDomain

/// A photo as one line of JSON. The keys and their order are a promise: none changes its meaning,
/// new ones may be added at the end.
///
/// `title` is null where the source gives none; `date` is in the given zone; `tags` is a list,
/// never null; prices keep the source's digits. `date_text` is what a source writes in place of a date;
/// `price_from` is true where there are dearer forms of the item, null without a price.
public enum PhotoJSONLine {
  /// - Returns: No line break, neither inside nor at the end.
  public static func text(_ photo: Photo, zone: TimeZone) -> String {
    let members: [(String, String)] = [
      ("id", JSONOutput.text(photo.id)),
      ("title", JSONOutput.text(photo.name == Photo.untitled ? nil : photo.name)),
      ("description", JSONOutput.text(photo.description)),
      ("author", JSONOutput.text(photo.author)),
      ("date", JSONOutput.text(photo.createdAt.flatMap { RFC3339.text($0, zone: zone) })),
      ("camera", JSONOutput.text(photo.camera)),
      ("lens", JSONOutput.text(photo.lens)),
      ("thumbnail_url", JSONOutput.text(photo.thumbnailURL?.absoluteString)),
      ("image_url", JSONOutput.text(photo.imageURL?.absoluteString)),
      ("page_url", JSONOutput.text(photo.pageURL?.absoluteString)),
      ("for_sale", forSale(photo.saleStatus)),
      ("price", JSONOutput.text(photo.price?.amount)),
      ("currency", JSONOutput.text(photo.price?.currency)),
      ("licence", JSONOutput.text(photo.licence?.name)),
      ("width", photo.width.map { "\($0)" } ?? "null"),
      ("height", photo.height.map { "\($0)" } ?? "null"),
      ("tags", "[" + photo.tags.map { JSONOutput.text($0) }.joined(separator: ",") + "]"),
      ("date_text", JSONOutput.text(photo.createdAt == nil ? photo.dateText : nil)),
      ("price_from", photo.price.map { $0.isLowest ? "true" : "false" } ?? "null"),
      ("licence_url", JSONOutput.text(photo.licence?.url?.absoluteString)),
    ]
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private static func forSale(_ status: SaleStatus) -> String {
    switch status {
    case .forSale: "true"
    case .notForSale: "false"
    case .unstated: "null"
    }
  }
}

import Foundation
import GalleryDomain

/// A photo as one line for people and for `cut`: columns with a tab between them, `-` for what is
/// not known.
public enum PhotoPlainLine {
  /// - Returns: id, status, price, date, title, camera; no line break.
  public static func text(_ photo: Photo, zone: TimeZone) -> String {
    [
      photo.id,
      status(photo.saleStatus),
      photo.price.map { [$0.amount, $0.currency].compactMap(\.self).joined(separator: " ") } ?? "-",
      photo.createdAt.flatMap { RFC3339.day($0, zone: zone) } ?? "-",
      photo.name,
      photo.camera ?? "-",
    ].joined(separator: "\t")
  }

  private static func status(_ status: SaleStatus) -> String {
    switch status {
    case .forSale: "for sale"
    case .notForSale: "not for sale"
    case .unstated: "-"
    }
  }
}

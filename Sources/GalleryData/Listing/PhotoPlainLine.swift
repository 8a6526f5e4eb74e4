import Foundation
import GalleryDomain

/// A photo as one line for humans and for `cut`: columns separated by tabs, `-` for unknown values.
public enum PhotoPlainLine {
  /// - Returns: id, status, price, date, title, camera, rating; no line break. Columns are added at the end only.
  public static func text(_ photo: Photo, zone: TimeZone) -> String {
    [
      photo.id,
      status(photo.saleStatus),
      photo.price.map(price) ?? "-",
      photo.createdAt.flatMap { RFC3339.day($0, zone: photo.clockZone ?? zone) }
        ?? photo.dateText ?? "-",
      photo.name,
      photo.camera ?? "-",
      photo.rating.map(String.init) ?? "-",
    ].joined(separator: "\t")
  }

  /// `120.00 EUR`, and `from 120.00 EUR` if there are more expensive forms.
  private static func price(_ price: Price) -> String {
    [price.isLowest ? "from" : nil, price.amount, price.currency].compactMap(\.self)
      .joined(separator: " ")
  }

  private static func status(_ status: SaleStatus) -> String {
    switch status {
    case .forSale: "for sale"
    case .notForSale: "not for sale"
    case .unstated: "-"
    }
  }
}

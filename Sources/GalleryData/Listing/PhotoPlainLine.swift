import FeedFormats
import Foundation
import GalleryDomain

/// A photo as one line for humans and for `cut`: columns separated by tabs, `-` for unknown values.
public enum PhotoPlainLine {
  /// - Returns: id, status, price, date, title, camera, rating; no line break. Columns are added at the end only.
  public static func text(_ photo: Photo, zone: TimeZone) -> String {
    var line: [UInt8] = []
    let offset = photo.createdAt.map { RFC3339.offset(of: $0, in: photo.clockZone ?? zone) }
    append(photo, to: &line, offset: offset ?? 0)
    return String(decoding: line, as: UTF8.self)
  }

  /// Without a line break.
  ///
  /// - Parameter offset: Of the clock that the photo's day is of, at its date, in seconds.
  static func append(_ photo: Photo, to line: inout [UInt8], offset: Int) {
    line += photo.id.utf8
    func append(_ text: String?) {
      line.append(UInt8(ascii: "\t"))
      line += (text ?? "-").utf8
    }
    append(status(photo.saleStatus))
    append(photo.price.map(price))
    append(photo.createdAt.flatMap { RFC3339.day($0, offset: offset) } ?? photo.dateText)
    append(photo.name)
    append(photo.camera)
    append(photo.rating.map(String.init))
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

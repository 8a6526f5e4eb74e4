import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation

/// Selected photos as output for another program.
struct ChosenPhotosText {
  let bytes: [UInt8]
  /// How many photos it contains.
  let photoCount: Int
  /// Messages for standard error, one per line.
  let complaints: [String]

  init(_ items: [BasketItem], plan: OutputPlan, zone: TimeZone = .current) {
    switch plan.form {
    case .lines:
      var lines = ChosenLines(plan: plan)
      for item in items { lines.add(item.photo) }
      (bytes, photoCount, complaints) = (lines.bytes, lines.count, lines.complaints)
    case .json:
      let lines = items.map {
        PhotoRecord.line($0.photo, zone: zone, more: [("change", .text(Self.change($0)))])
      }
      (bytes, photoCount, complaints) = (
        Array(lines.map { $0 + "\n" }.joined().utf8), items.count, []
      )
    }
  }

  /// How a photo has changed since it was selected, in a word; the words are as stable as the keys.
  private static func change(_ item: BasketItem) -> String? {
    switch item.change {
    case nil: nil
    case .gone: "gone"
    // A photo that was never offered hasn't changed; what was offered without a price is taken for one.
    case .noLongerForSale:
      item.chosenPrice == nil && item.photo.saleStatus == .unstated ? nil : "not_for_sale"
    case .priceChanged: "price"
    }
  }
}

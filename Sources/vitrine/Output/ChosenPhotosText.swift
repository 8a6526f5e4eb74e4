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

/// One field of each selected photo.
struct ChosenLines {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private let plan: OutputPlan
  private var lacking = 0
  private var broken = 0

  init(plan: OutputPlan) {
    self.plan = plan
  }

  /// Photos without the field are skipped, and so are paths that contain a newline if lines end in one: a program that
  /// reads the lines would take the second half for another file.
  mutating func add(_ photo: Photo) {
    guard let value = value(of: photo) else {
      lacking += 1
      return
    }
    guard plan.endsWithNull || !value.contains(0x0A) else {
      broken += 1
      return
    }
    bytes += value + [plan.endsWithNull ? 0 : 0x0A]
    count += 1
  }

  var complaints: [String] {
    var complaints: [String] = []
    if lacking > 0 {
      let name = plan.field.map(\.rawValue) ?? "path or address"
      complaints.append("skipped \(CountText.photos(lacking)) without \(name)")
    }
    if broken > 0 {
      complaints.append(
        "skipped \(CountText.photos(broken)) with a newline in the path; use -0")
    }
    return complaints
  }

  private func value(of photo: Photo) -> [UInt8]? {
    switch plan.field {
    case nil: path(of: photo) ?? text((photo.imageURL ?? photo.pageURL)?.absoluteString)
    case .id: text(photo.id)
    case .imageURL: text(photo.imageURL?.absoluteString)
    case .pageURL: text(photo.pageURL?.absoluteString)
    case .path: path(of: photo)
    case .title: text(photo.title)
    case .price:
      text(photo.price.map { [$0.amount, $0.currency].compactMap(\.self).joined(separator: " ") })
    }
  }

  private func text(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

  /// A terminal would interpret control characters in a name; other programs need the exact bytes.
  private func path(of photo: Photo) -> [UInt8]? {
    guard let path = photo.file?.path else { return nil }
    return plan.isForTerminal
      ? Array(TextCleaner.line(bytes: path, limit: .paragraphs).utf8) : path
  }
}

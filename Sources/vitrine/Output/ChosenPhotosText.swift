import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation

/// Chosen photos as bytes for another program.
struct ChosenPhotosText {
  let bytes: [UInt8]
  /// How many are in it.
  let photoCount: Int
  /// What is to be said on standard error, a line each.
  let complaints: [String]

  init(_ items: [BasketItem], plan: OutputPlan, zone: TimeZone = .current) {
    switch plan.form {
    case .lines:
      var lines = ChosenLines(plan: plan)
      for item in items { lines.add(item.photo) }
      (bytes, photoCount, complaints) = (lines.bytes, lines.count, lines.complaints)
    case .json:
      let lines = items.map {
        PhotoJSONLine.text($0.photo, zone: zone, more: [("change", .text(Self.change($0)))])
      }
      (bytes, photoCount, complaints) = (
        Array(lines.map { $0 + "\n" }.joined().utf8), items.count, []
      )
    case .csv:
      bytes = Self.table(items, plan: plan, zone: zone)
      (photoCount, complaints) = (items.count, [])
    }
  }

  /// What became of a photo since it was chosen, in a word; the words are a promise as the keys are.
  private static func change(_ item: BasketItem) -> String? {
    switch item.change {
    case nil: nil
    case .gone: "gone"
    case .noLongerForSale: "not_for_sale"
    case .priceChanged: "price"
    }
  }

  /// The columns are the keys of JSON; a path stands there with its true bytes, on a terminal cleaned.
  private static func table(_ items: [BasketItem], plan: OutputPlan, zone: TimeZone) -> [UInt8] {
    let names = PhotoRecord.members(of: Photo(id: "", name: ""), zone: zone).map(\.name)
    var bytes = CSVOutput.row((names + ["change"]).map { Array($0.utf8) })
    for item in items {
      let cells = PhotoRecord.members(of: item.photo, zone: zone).map { name, value in
        if name == "path", !plan.isForTerminal, let file = item.photo.file { return file.path }
        let text = cell(value)
        return Array((plan.isForTerminal ? TextCleaner.line(text) : text).utf8)
      }
      bytes += CSVOutput.row(cells + [Array((change(item) ?? "").utf8)])
    }
    return bytes
  }

  private static func cell(_ value: PhotoRecord.Value) -> String {
    switch value {
    case .text(let text): text ?? ""
    case .number(let number): number.map { "\($0)" } ?? ""
    case .truth(let truth): truth.map { $0 ? "true" : "false" } ?? ""
    case .texts(let texts): texts.joined(separator: ", ")
    }
  }
}

import GalleryDomain
import GalleryPresentation
import GalleryStore

/// Counts and sizes in what commands print.
enum CacheText {
  /// `120 pages and 1 picture of feeds, 4.5 MB`
  static func removed(_ store: StoreContents) -> String {
    let what =
      "\(count(store.pageCount, "page")) and \(count(store.imageCount, "picture")) from feeds"
    return "\(what), \(size(store.byteCount))"
  }

  /// `1 file`, `2,000 files`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(CountText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `0 B`, `999 B`, `1.5 kB`, `12 MB`: at least two digits, in units of 1,000.
  static func size(_ bytes: Int64) -> String {
    guard bytes >= 1000 else { return "\(max(0, bytes)) B" }
    var value = Double(bytes)
    var unit = "B"
    for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
      value /= 1000
      unit = next
    }
    let tenths = Int((value * 10).rounded())
    return tenths < 100
      ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }
}

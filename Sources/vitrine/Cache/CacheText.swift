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
    bytes < 1_000 ? "\(max(0, bytes)) B" : CountText.size(Int(clamping: bytes))
  }
}

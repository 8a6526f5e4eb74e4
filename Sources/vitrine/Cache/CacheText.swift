import GalleryDomain
import GalleryPresentation
import GalleryStore
import PictureKit

/// The output of `vitrine cache`.
enum CacheText {
  /// The folder, then a line for each part: its name, files, bytes, and how many of the files are Vitrine's own.
  static func table(_ parts: [ThumbnailCache.Part], folder: String) -> String {
    var all = ThumbnailCache.Part(name: "all")
    for part in parts {
      all.fileCount += part.fileCount
      all.byteCount += part.byteCount
      all.ownFileCount += part.ownFileCount
      all.ownByteCount += part.ownByteCount
    }
    let head = row(["", "files", "size", "by vitrine", "size"])
    let rows = (parts + [all]).map { part in
      row([
        part.name, CountText.grouped(part.fileCount), size(part.byteCount),
        CountText.grouped(part.ownFileCount),
        size(part.ownByteCount),
      ])
    }
    return ([TextCleaner.line(folder), head] + rows).joined(separator: "\n") + "\n"
  }

  /// The same for the store: its folder, then lines for pages and pictures, and for downloads in progress and damaged
  /// stores if there are any.
  static func table(_ store: StoreContents, folder: String) -> String {
    var rows = [
      row(["", "stored", "size"]),
      row(["pages", CountText.grouped(store.pageCount), size(store.pageByteCount)]),
      row(["pictures", CountText.grouped(store.imageCount), size(store.imageByteCount)]),
    ]
    if store.partCount > 0 {
      rows.append(row(["fetching", CountText.grouped(store.partCount), size(store.partByteCount)]))
    }
    if store.damagedCount > 0 {
      rows.append(
        row(["damaged", CountText.grouped(store.damagedCount), size(store.damagedByteCount)]))
    }
    return ([TextCleaner.line(folder)] + rows).joined(separator: "\n") + "\n"
  }

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

  private static func row(_ columns: [String]) -> String {
    let widths = [8, 9, 9, 11, 9]
    return zip(columns, widths).enumerated().map { index, column in
      let (text, width) = column
      return index == 0 ? text.padded(to: width) : text.rightAligned(in: width)
    }
    .joined(separator: " ")
  }
}

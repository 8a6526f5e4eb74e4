import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryStore

/// The output of `vitrine library`.
enum LibraryText {
  /// The database, totals, and a line for each folder.
  ///
  /// - Parameter present: The folders that are there.
  static func table(
    _ summary: LibrarySummary, present: Set<LibraryDirectory>, path: String
  ) -> String {
    var lines = [
      TextCleaner.line(path),
      "\(count(summary)), \(CountText.size(Int(summary.byteCount)))",
    ]
    if !summary.folders.isEmpty { lines.append(row("photos", "size", "read", "folder")) }
    for folder in summary.folders {
      lines.append(
        row(
          CountText.grouped(folder.photoCount), CountText.size(folder.byteCount),
          present.contains(folder.directory) ? date(folder.readAt) : "away",
          PathText.line(folder.directory.path)))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ photos: String, _ size: String, _ date: String, _ folder: String)
    -> String
  {
    "\(photos.rightAligned(in: 9)) \(size.rightAligned(in: 9))  \(date.padded(to: 16))  \(folder)"
  }

  /// `2026-11-24 20:15`
  private static func date(_ date: Date?) -> String {
    guard let text = date.flatMap({ RFC3339.text($0, zone: .current) }) else { return "" }
    return String(text.prefix(16)).replacing("T", with: " ")
  }

  /// `12,300 photos in 12 folders`
  static func count(_ summary: LibrarySummary) -> String {
    "\(CountText.photos(summary.photoCount)) in \(CountText.count(summary.folders.count, "folder"))"
  }
}

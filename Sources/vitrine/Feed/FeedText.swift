import Foundation
import GalleryDomain
import GalleryFiles
import GalleryPresentation

/// The output of `vitrine feed`.
enum FeedText {
  /// `12 of 1,000 photos · 24 pictures made`
  static func progress(_ summary: FeedPublication.Summary) -> String {
    let total = summary.notes.totalCount.map { " of \(CountText.grouped($0))" } ?? ""
    let failures =
      summary.failureCount > 0 ? ", \(CountText.grouped(summary.failureCount)) failed" : ""
    return
      "\(CountText.grouped(summary.doneCount))\(total) photos, \(CountText.count(summary.madeCount, "picture")) made\(failures)"
  }

  /// `33 photos in the feed, 4 for sale; 66 pictures made, 2 removed`
  static func summary(_ summary: FeedPublication.Summary) -> String {
    var text =
      "\(CountText.photos(summary.photoCount)) in the feed, \(CountText.grouped(summary.forSaleCount)) for sale; "
      + "\(CountText.count(summary.madeCount, "picture")) made, \(CountText.grouped(summary.removedCount)) removed"
    if summary.failureCount > 0 {
      text += "; \(CountText.photos(summary.failureCount)) failed"
    }
    if summary.byteCount > byteLimit {
      text += "; the feed is over the 16 MB that vitrine reads"
    }
    return text
  }

  /// What the source has and the feed has not, one line each, beside what the source says itself.
  static func leftOut(_ summary: FeedPublication.Summary) -> [String] {
    var lines: [String] = []
    if summary.onServersCount > 0 {
      lines.append(
        "\(CountText.photos(summary.onServersCount)) on servers skipped: a feed has copies of your own files only"
      )
    }
    if summary.notes.skipped.unreadableFolderCount > 0 {
      lines.append("no pictures were removed, since a folder or its disk isn't there")
    }
    return lines
  }

  static func failure(_ error: FeedPublicationError) -> String {
    switch error {
    case .source(let error): ErrorText.line(for: error)
    case .unwritten(let reason): reason.words
    }
  }

  /// The limit for reading a feed.
  private static let byteLimit = 16 << 20
}

/// The options of the command line for orders.
enum FeedOrderText {
  /// An http or https URL without a user's name or a password, or a path on the feed's own server: what is published can be read by all.
  static func isAddress(_ text: String) -> Bool {
    guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let url = URL(string: text)
    else { return false }
    if text.hasPrefix("/") { return !text.hasPrefix("//") }
    guard let scheme = url.scheme?.lowercased(), let host = url.host() else { return false }
    return (scheme == "http" || scheme == "https") && !host.isEmpty && url.user() == nil
      && url.password() == nil
  }

  static func isMailAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return text.utf8.count <= 254 && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>,;:\"()[]\\".utf8.contains($0) }
  }

  /// - Returns: nil if a word is invalid.
  static func deliveries(_ text: String) -> [Delivery]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    let known = words.compactMap(Delivery.init(rawValue:))
    guard known.count == words.count, !known.isEmpty else { return nil }
    return Delivery.allCases.filter(known.contains)
  }
}

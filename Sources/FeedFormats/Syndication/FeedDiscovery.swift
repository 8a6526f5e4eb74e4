import Foundation
import GalleryDomain

/// The feeds that a web page links to, for users who type the page's URL: `<link rel="alternate"
/// type="application/rss+xml" href="…">` (RSS Advisory Board, *RSS Autodiscovery*).
public enum FeedDiscovery {
  /// Only the beginning of a page is read, which contains its head.
  private static let byteLimit = 512 * 1_024

  /// In the page's order, which is the order of importance, but feeds of comments last; empty if it isn't a page.
  ///
  /// - Parameters:
  ///   - url: Where the page came from.
  ///   - contentType: The server's; a page may state its encoding itself.
  /// - Returns: http or https.
  public static func feeds(in bytes: [UInt8], of url: URL, contentType: String? = nil) -> [URL] {
    let beginning = Array(bytes.prefix(byteLimit))
    let text = try? TextEncoding.text(
      beginning, contentType: contentType, declared: TextEncoding.declaredInHTML)
    let html = String(decoding: text ?? beginning, as: UTF8.self)
    let page = HTMLTag.all("base", in: html, limit: 1).first?.attributes["href"]
    let base = FeedBase(url: FeedBase(url: url).url(page) ?? url)
    var (feeds, comments): ([URL], [URL]) = ([], [])
    for attributes in HTMLTag.all("link", in: html, limit: 500).map(\.attributes) {
      let relations = attributes["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
      let type = attributes["type"]?.split(separator: ";").first.map(String.init) ?? ""
      guard relations.contains("alternate"), types.contains(TextCleaner.line(type).lowercased()),
        let url = base.url(attributes["href"]), !(feeds + comments).contains(url)
      else { continue }
      if isOfComments(url, title: attributes["title"] ?? "") {
        comments.append(url)
      } else {
        feeds.append(url)
      }
    }
    return feeds + comments
  }

  private static let types = [
    "application/rss+xml", "application/atom+xml", "application/feed+json",
    "application/vnd.vitrine.feed+json",
  ]

  /// WordPress has `/comments/feed/` and `?feed=comments-rss2`, Blogger `/feeds/1/comments/default`; those of single posts
  /// are only known by their titles.
  private static func isOfComments(_ url: URL, title: String) -> Bool {
    let address = (url.path() + "?" + (url.query() ?? "")).lowercased()
    let parts = address.split { "/?&=-_.".contains($0) }
    if ["comment", "comments", "replies"].contains(where: parts.contains) { return true }
    let words = MonthName.folded(title).split { !$0.isLetter }
    return words.contains { word in commentWords.contains { word.hasPrefix($0) } }
  }

  /// In the languages of `MonthName`, folded.
  private static let commentWords = [
    "comment", "komment", "reactie", "comentari", "komentar", "hozzaszolas", "yorum", "σχολι",
    "комментари", "коментар", "replies",
  ]
}

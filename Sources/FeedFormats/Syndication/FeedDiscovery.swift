import Foundation
import GalleryDomain

/// The feeds that a web page links to, for users who type the page's URL: `<link rel="alternate"
/// type="application/rss+xml" href="…">` (RSS Advisory Board, *RSS Autodiscovery*).
public enum FeedDiscovery {
  /// Only the beginning of a page is read, which contains its head.
  private static let byteLimit = 512 * 1_024

  public struct Feed: Hashable, Sendable {
    /// http or https.
    public var url: URL
    /// `application/rss+xml`, `application/atom+xml`, `application/feed+json`, or the type of `vitrine feed`.
    public var type: String
    /// The page's title for it, cleaned.
    public var title: String?
  }

  /// In the page's order, which is the order of importance, but feeds of comments last; empty if it isn't a page.
  ///
  /// - Parameters:
  ///   - url: Where the page came from.
  ///   - contentType: The server's; a page may state its encoding itself.
  public static func feeds(
    in bytes: [UInt8], of url: URL, contentType: String? = nil
  ) -> [Feed] {
    let beginning = Array(bytes.prefix(byteLimit))
    let text = try? TextEncoding.text(
      beginning, contentType: contentType, declared: TextEncoding.declaredInHTML)
    let html = String(decoding: text ?? beginning, as: UTF8.self)
    let page = HTMLTag.all("base", in: html, limit: 1).first?.attributes["href"]
    let base = FeedBase(url: FeedBase(url: url).url(page) ?? url)
    var feeds: [Feed] = []
    for attributes in HTMLTag.all("link", in: html, limit: 500).map(\.attributes) {
      let relations = attributes["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
      guard relations.contains("alternate"), let type = type(attributes["type"]),
        let url = base.url(attributes["href"]), !feeds.contains(where: { $0.url == url })
      else { continue }
      feeds.append(Feed(url: url, type: type, title: CleanText.line(attributes["title"])))
    }
    return feeds.filter { !isOfComments($0) } + feeds.filter(isOfComments)
  }

  /// WordPress has `/comments/feed/` and `?feed=comments-rss2`, Blogger `/feeds/1/comments/default`; those of single posts
  /// are only known by their titles.
  private static func isOfComments(_ feed: Feed) -> Bool {
    let address = (feed.url.path() + "?" + (feed.url.query() ?? "")).lowercased()
    if address.split(whereSeparator: { "/?&=-_.".contains($0) }).contains(where: isComments) {
      return true
    }
    let words = MonthName.folded(feed.title ?? "").split { !$0.isLetter }
    return words.contains { word in commentWords.contains { word.hasPrefix($0) } }
  }

  private static func isComments(_ word: Substring) -> Bool {
    ["comment", "comments", "replies"].contains(word)
  }

  /// In the languages of `MonthName`, folded.
  private static let commentWords = [
    "comment", "komment", "reactie", "comentari", "komentar", "hozzaszolas", "yorum", "σχολι",
    "комментари", "коментар", "replies",
  ]

  private static func type(_ raw: String?) -> String? {
    guard let type = raw?.split(separator: ";").first else { return nil }
    let name = TextCleaner.line(String(type)).lowercased()
    let known = [
      "application/rss+xml", "application/atom+xml", "application/feed+json",
      "application/vnd.vitrine.feed+json",
    ]
    return known.contains(name) ? name : nil
  }
}

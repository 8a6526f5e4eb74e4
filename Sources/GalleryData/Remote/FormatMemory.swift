import FeedFormats
import Foundation
import GalleryDomain

/// Which format a URL turned out to have, so that its stored pages are found before it is fetched again.
///
/// Stored among the pages, as one without photos whose title is the format's name, and whose next page is the feed if
/// the URL only names it.
package struct FormatMemory: Sendable {
  private let store: any PageStore
  private let key: PageKey

  /// - Parameter account: The user, if the server knows one: a page may name another feed for each.
  package init(of url: URL, for account: String? = nil, in store: any PageStore) {
    self.store = store
    let id = "format of \(WebAddress.id(url))"
    let pagesID = account.map { WebAddress.pagesID(of: id, [$0]) } ?? id
    key = PageKey(sourceID: pagesID, pageSize: 1, page: 1)
  }

  /// What a URL contains.
  package struct Entry: Hashable, Sendable {
    /// The format's name.
    var format: String
    /// Where the feed is that the URL only names; nil if it is the feed.
    var feed: URL?
    /// `HostPolicy.wasPublic`.
    package var wasPublic = false

    package init(format: String, feed: URL? = nil, wasPublic: Bool = false) {
      (self.format, self.feed, self.wasPublic) = (format, feed, wasPublic)
    }
  }

  package func entry() async -> Entry? {
    guard let stored = await store.page(for: key), let name = stored.page.title else { return nil }
    var entry = Entry(format: name, wasPublic: PageOrigin.wasPublic(stored))
    guard case .continuation(.url(let feed)) = stored.page.next else { return entry }
    entry.feed = feed
    return WebAddress.isWeb(feed) ? entry : nil
  }

  /// - Parameter date: Now: recently used entries are kept longer.
  package func remember(_ entry: Entry, at date: Date) async {
    // Without its permission it would lead nowhere.
    guard !PresignedAddress.isPresigned(entry.feed) else { return }
    guard await self.entry() != entry else {
      return await store.confirm(key, at: date, freshUntil: nil)
    }
    let page = FeedPage(
      title: entry.format, photos: [], next: entry.feed.map { .continuation(.url($0)) } ?? .end)
    let origin = PageOrigin.kept("", wasPublic: entry.wasPublic)
    await store.save(StoredPage(page: page, storedAt: date, origin: origin), for: key)
  }

  func forget() async {
    await store.removePages(from: 1, of: key)
  }
}

/// Identifies the request of a page, so that a page isn't reused for a different request.
enum PageOrigin {
  /// The same in every run; doesn't reveal the contents of the request.
  static func text(_ request: HTTPRequest) -> String {
    var hash = StableHash.hash(request.method.rawValue.utf8)
    hash = StableHash.hash(request.url.absoluteString.utf8, from: hash)
    if let body = request.body { hash = StableHash.hash(body, from: hash) }
    return StableHash.hex(hash)
  }

  /// Follows the text of a page whose source was public.
  private static let publicMark = " public"

  /// What is stored with the page of such a request.
  static func kept(_ text: String, wasPublic: Bool?) -> String {
    wasPublic == true ? text + publicMark : text
  }

  /// Whether a stored page is that of such a request.
  static func isSame(_ text: String, kept: String) -> Bool {
    kept == text || kept == text + publicMark
  }

  /// Whether the source of a stored page was public.
  static func wasPublic(_ page: StoredPage) -> Bool { page.origin?.hasSuffix(publicMark) ?? false }
}

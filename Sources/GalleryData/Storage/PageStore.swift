import FeedFormats
import Foundation
import GalleryDomain

/// Pages as they were fetched, and a full-text index of their photos. A store that cannot be opened or
/// written answers as an empty one does.
public protocol PageStore: Sendable {
  func page(for key: PageKey) async -> StoredPage?

  /// Puts a page in place of what was there. Photos of an unfiltered list enter the index.
  func save(_ page: StoredPage, for key: PageKey) async

  /// The server says that a page has not changed: it counts as fetched at `date`.
  func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async

  /// Forgets the pages of a list from one on, because the list has become shorter.
  func removePages(from page: Int, of key: PageKey) async

  /// Photos seen of a source whose title, description, author, camera or tags hold all words of the query's search,
  /// in the order in which the source lists them. A word counts from its beginning, the last one of the search may be
  /// the beginning of a longer one: what a full-text index can say of "somewhere in the text" (`LocalFilter`).
  ///
  /// - Parameter query: Of its filter only `sale:yes` is heard; the rest is done by who asks.
  ///
  /// - Returns: Those of `rows`, and how many there are in all.
  func photos(
    matching query: PhotoQuery, inSource sourceID: String, rows: Range<Int>
  ) async -> (photos: [Photo], count: Int)
}

/// Names a stored page.
public struct PageKey: Hashable, Sendable {
  /// `FeedFormat.sourceID`.
  public var sourceID: String
  /// What was asked of the source.
  public var query: PhotoQuery
  public var pageSize: Int
  /// Counts from 1.
  public var page: Int

  public init(
    sourceID: String, query: PhotoQuery = .everything, pageSize: Int, page: Int
  ) {
    self.sourceID = sourceID
    self.query = query
    self.pageSize = pageSize
    self.page = page
  }
}

public struct StoredPage: Hashable, Sendable {
  public var page: FeedPage
  public var storedAt: Date
  /// Until then it need not be asked for again (`Cache-Control`, RFC 9111); nil where the server said
  /// nothing.
  public var freshUntil: Date?
  public var validators: HTTPValidators
  /// Which request the page answered, in a form that only its source reads: a page of that number
  /// that answers another request now is another page. Kept as it is; nil where nothing was said.
  public var origin: String?

  public init(
    page: FeedPage, storedAt: Date, freshUntil: Date? = nil,
    validators: HTTPValidators = HTTPValidators(), origin: String? = nil
  ) {
    self.page = page
    self.storedAt = storedAt
    self.freshUntil = freshUntil
    self.validators = validators
    self.origin = origin
  }
}

/// What a server is asked with whether something has changed (RFC 9110, 13).
public struct HTTPValidators: Hashable, Sendable, Codable {
  public var entityTag: String?
  /// As the server wrote it.
  public var lastModified: String?

  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  public init(_ headers: HTTPHeaders) {
    self.init(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
  }

  public var isEmpty: Bool { entityTag == nil && lastModified == nil }

  /// Adds the conditions to a request.
  public func condition(_ headers: inout HTTPHeaders) {
    if let entityTag { headers["If-None-Match"] = entityTag }
    if let lastModified { headers["If-Modified-Since"] = lastModified }
  }
}

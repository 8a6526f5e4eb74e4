import FeedFormats
import Foundation
import GalleryDomain

/// Pages as they were fetched. A store that can't be opened or written behaves like an empty one.
public protocol PageStore: Sendable {
  func page(for key: PageKey) async -> StoredPage?

  /// Saves a page, replacing the previous one.
  func save(_ page: StoredPage, for key: PageKey) async

  /// The server says that a page has not changed: it counts as fetched at `date`.
  func confirm(_ key: PageKey, at date: Date, freshUntil: Date?) async

  /// Deletes the pages of a list from one on, because the list has become shorter.
  func removePages(from page: Int, of key: PageKey) async

  /// The pages of everything that a source lists, in the order of the list, whatever their sizes.
  func pages(ofSource sourceID: String) async -> [PageKey]

  /// The photos on some pages that pass a filter, page after page; those of pages that are gone or damaged are missing, and if the
  /// task is cancelled any may be.
  func photos(on pages: [PageKey], passing filter: LocalFilter) async -> [Photo]
}

/// Identifies a stored page.
public struct PageKey: Hashable, Sendable {
  /// `FeedFormat.pagesID`.
  public var sourceID: String
  /// What the source was asked for.
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
  /// Until then it need not be requested again (`Cache-Control`, RFC 9111); nil if the server didn't say.
  public var freshUntil: Date?
  public var validators: HTTPValidators
  /// Identifies the request that the page answered, in a form that only its source reads: a page with the same number
  /// that answers a different request is a different page. Stored as it is; nil if unknown.
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

/// What a server needs to say whether something has changed (RFC 9110, 13).
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

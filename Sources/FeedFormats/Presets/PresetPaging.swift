import Foundation
import GalleryDomain

/// How a service's pages follow each other, and how responses express that.
struct PresetPaging: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// By page number.
    case page
    /// By the number of preceding items.
    case offset
    /// The response contains the next page's URL.
    case nextURL = "next_url"
    /// The URL is in the `Link` header (RFC 8288).
    case linkHeader = "link_header"
    /// The response contains a token for the next page.
    case token
    /// The response contains query items for the next page.
    case merge
  }

  /// How to detect the end of a feed without a stated length.
  enum Until: String, CaseIterable, Sendable {
    /// A page with fewer items than requested.
    case short
    /// A page without items.
    case empty
  }

  let kind: Kind
  /// The number of the first page or item: 0 or 1.
  let first: Int
  /// Where to find the next URL, the token or the items.
  let next: [PresetPath]
  /// The query item for a token, or its place in the request.
  let parameter: String?
  /// The number of pages.
  let pages: [PresetPath]
  /// The number of items.
  let total: [PresetPath]
  /// The number of items on the page, if it is not the number of listed ones.
  let count: [PresetPath]
  /// The maximum number of items per page, if the response says so.
  let limit: [PresetPath]
  let until: Until
  /// Statuses that, after the first page, mean that there are no more.
  let endStatuses: [Int]

  /// - Parameter taken: Places that the request fills itself.
  init?(_ table: PresetTable, taken: Set<String>) {
    let kind = table.requiredChoice("kind", of: Kind.self)
    first = table.whole("first", in: 0...1) ?? (kind == .offset ? 0 : 1)
    next = table.paths("next")
    parameter = table.text("parameter")
    pages = table.paths("pages")
    total = table.paths("total")
    count = table.paths("count")
    limit = table.paths("limit")
    until = table.choice("until", of: Until.self) ?? .empty
    endStatuses = table.wholes("end_statuses")
    if let parameter, taken.contains(parameter) {
      table.note("parameter", "{\(parameter)} is set by the request itself")
    }
    guard let kind else { return nil }
    self.kind = kind
    if [.nextURL, .token, .merge].contains(kind), next.isEmpty {
      table.note("next", "required: the path of the value for the next page")
    }
  }
}

/// A page that was read, for finding the next one.
struct PresetCursor {
  var page: FeedPageRequest
  /// The number of items on it.
  var itemCount: Int
  /// Of the whole response.
  var scope: PresetScope
  /// For resolving relative URLs.
  var responseURL: URL
  /// Whether pages can be requested by number.
  var isNumbered: Bool
}

extension Preset {
  /// How the feed continues after a page, and how many photos there are.
  func next(at cursor: PresetCursor) -> (next: FeedPage.Next, total: Int?) {
    let rule = paging.first { $0.fits(cursor.scope) } ?? paging.last
    guard let rule else { return (.end, nil) }
    return (rule.next(at: cursor), rule.total.whole(in: cursor.scope))
  }
}

extension PresetPaging {
  /// Whether the response contains anything that this rule uses.
  fileprivate func fits(_ scope: PresetScope) -> Bool {
    if total.whole(in: scope) != nil || pages.whole(in: scope) != nil { return true }
    return switch kind {
    case .linkHeader: scope.headers["Link"] != nil
    case .page, .offset: count.whole(in: scope) != nil
    default: stated(in: scope) != nil
    }
  }

  /// What the response says about the next page.
  private func stated(in scope: PresetScope) -> JSONValue? {
    next.first(in: scope) { value in
      value.lenientText != nil || (value != .null && value.presetText == nil) ? value : nil
    }
  }

  /// A longer token is ignored, since it is kept for every page.
  private static let tokenByteLimit = 16_384

  fileprivate func next(at cursor: PresetCursor) -> FeedPage.Next {
    // Some services always return a next page, even after the end.
    guard cursor.itemCount > 0 || kind == .merge else { return .end }
    switch kind {
    case .page, .offset: return pageFollows(cursor) ? .number : .end
    case .nextURL: return next(stated(in: cursor.scope)?.lenientText, cursor)
    case .linkHeader where cursor.scope.headers["Link"] == nil:
      // Proxies may drop headers; a full page may then be followed by another one.
      return cursor.isNumbered && pageFollows(cursor) ? .number : .end
    case .linkHeader: return next(PresetNextAddress.link(cursor.scope.headers), cursor)
    case .token:
      guard let token = stated(in: cursor.scope)?.lenientText, token.lowercased() != "false",
        token.utf8.count <= Self.tokenByteLimit
      else { return .end }
      if cursor.isNumbered, Int(token) != nil { return .number }
      return isAtEnd(cursor) ? .end : .continuation(.token(token))
    case .merge:
      guard case .object(let members)? = stated(in: cursor.scope) else { return .end }
      let items = members.prefix(32).compactMap { member in
        member.value.lenientText
          .map { QueryItem(name: member.name, value: QueryItem.encoded($0)).text }
      }
      return items.isEmpty ? .end : .continuation(.token(items.joined(separator: "&")))
    }
  }

  /// - Parameter raw: The next page's URL, as the response has it.
  private func next(_ raw: String?, _ cursor: PresetCursor) -> FeedPage.Next {
    let url = raw.flatMap { PresetNextAddress.url($0, answeredAt: cursor.responseURL) }
    return url.map { cursor.isNumbered ? .number : .continuation(.url($0)) } ?? .end
  }

  /// Whether a page shorter than requested is the last one, if the preset says so.
  private func isAtEnd(_ cursor: PresetCursor) -> Bool {
    until == .short && cursor.itemCount < limit.whole(in: cursor.scope) ?? cursor.page.size
  }

  private func pageFollows(_ cursor: PresetCursor) -> Bool {
    let number = cursor.page.number
    if let pages = pages.whole(in: cursor.scope) { return number < pages }
    let size = limit.whole(in: cursor.scope) ?? cursor.page.size
    let count = count.whole(in: cursor.scope) ?? cursor.itemCount
    if let total = total.whole(in: cursor.scope) {
      return Int.sum(Int.product(number - 1, size), count).map { $0 < total } ?? false
    }
    return count > 0 && (until == .empty || count >= size)
  }
}

/// The URL of a next page in a response.
enum PresetNextAddress {
  /// Absolute, with the scheme of the response if that was https: a feed behind a proxy that says http means itself.
  static func url(_ raw: String, answeredAt response: URL) -> URL? {
    guard let url = FeedAddress.web(raw, against: response) else { return nil }
    guard response.scheme == "https", url.scheme?.lowercased() == "http" else {
      return url
    }
    return FeedAddress.web("https" + url.absoluteString.dropFirst("http".count))
  }

  /// The target of `rel=next` in the `Link` headers (RFC 8288): `<https://x/?page=2>; rel="next"`.
  static func link(_ headers: HTTPHeaders) -> String? {
    // Parameters extend to the next target. None is read twice, however many signs open one that is never closed.
    let links = headers.values(of: "Link").lazy.flatMap { $0.matches(of: /<([^<>]*)>([^<]*)/) }
    let next = links.first { link in
      link.2.lowercased().split { ";,".contains($0) }.contains { parameter in
        let sides = parameter.split(separator: "=", maxSplits: 1)
          .map { side in side.split { " \"'".contains($0) } }
        return sides.count == 2 && sides[0] == ["rel"] && sides[1].contains("next")
      }
    }
    return next.map { String($0.1) }
  }
}

extension Int {
  /// nil beyond the range, because pages and totals come from outside.
  static func sum(_ left: Int?, _ right: Int) -> Int? {
    guard let (sum, overflows) = left?.addingReportingOverflow(right), !overflows else {
      return nil
    }
    return sum
  }

  static func product(_ left: Int, _ right: Int) -> Int? {
    let (product, overflows) = left.multipliedReportingOverflow(by: right)
    return overflows ? nil : product
  }
}

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
    /// There is only one page.
    case none
  }

  /// How to detect the end of a feed without a stated length.
  enum Until: String, CaseIterable, Sendable {
    /// A page with fewer items than requested.
    case short
    /// A page without items.
    case empty
  }

  var kind: Kind
  /// The number of the first page or item: 0 or 1.
  var first = 1
  /// Where to find the next URL, the token or the items.
  var next: [PresetPath] = []
  /// The query item for a token or an offset, or its place in the request.
  var parameter: String?
  /// The number of pages.
  var pages: [PresetPath] = []
  /// The number of items.
  var total: [PresetPath] = []
  /// The number of items on the page, if it is not the number of listed ones.
  var count: [PresetPath] = []
  /// The maximum number of items per page, if the response says so.
  var limit: [PresetPath] = []
  /// Where the page starts, in the service's counting.
  var start: [PresetPath] = []
  var until: Until = .empty
  /// Statuses that, after the first page, mean that there are no more.
  var endStatuses: [Int] = []

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
    start = table.paths("start")
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
  /// Without an item.
  var scope: PresetScope
  /// For resolving relative URLs.
  var responseURL: URL
  /// Whether pages can be requested by number.
  var isNumbered: Bool

  /// A longer token is ignored, since it is kept for every page.
  private static let tokenByteLimit = 16_384

  /// The first whole number at any of the paths.
  func whole(_ paths: [PresetPath]) -> Int? {
    paths.lazy.flatMap(values).compactMap(\.lenientInt).first { $0 >= 0 }
  }

  func first(_ paths: [PresetPath]) -> JSONValue? {
    paths.lazy.flatMap(values).first { value in
      value.lenientText != nil || (value != .null && value.presetText == nil)
    }
  }

  static func token(_ value: JSONValue) -> String? {
    guard let token = value.lenientText, token.utf8.count <= tokenByteLimit,
      token.lowercased() != "false"
    else { return nil }
    return token
  }

  private func values(_ path: PresetPath) -> [JSONValue] {
    var scope = scope
    scope.item = scope.root
    return path.values(in: scope)
  }
}

extension Preset {
  /// How the feed continues after a page, and how many photos there are.
  func next(at cursor: PresetCursor) -> (next: FeedPage.Next, total: Int?) {
    let rule = paging.first { $0.fits(cursor) } ?? paging.last
    guard let rule else { return (.end, nil) }
    return (rule.next(at: cursor), cursor.whole(rule.total))
  }
}

extension PresetPaging {
  /// Whether the response contains anything that this rule uses.
  func fits(_ cursor: PresetCursor) -> Bool {
    if kind == .none || cursor.whole(total) != nil || cursor.whole(pages) != nil { return true }
    return switch kind {
    case .linkHeader: cursor.scope.headers["Link"] != nil
    case .page, .offset: cursor.whole(count) != nil
    default: cursor.first(next) != nil
    }
  }

  func next(at cursor: PresetCursor) -> FeedPage.Next {
    // Some services always return a next page, even after the end.
    guard cursor.itemCount > 0 || kind == .merge else { return .end }
    switch kind {
    case .none: return .end
    case .page: return pageFollows(cursor) ? .number : .end
    case .offset: return nextOffset(cursor)
    case .nextURL: return next(cursor.first(next)?.lenientText, cursor)
    case .linkHeader where cursor.scope.headers["Link"] == nil:
      // Proxies may drop headers; a full page may then be followed by another one.
      return cursor.isNumbered && pageFollows(cursor) ? .number : .end
    case .linkHeader: return next(PresetNextAddress.link(cursor.scope.headers), cursor)
    case .token:
      guard let token = cursor.first(next).flatMap(PresetCursor.token) else { return .end }
      if cursor.isNumbered, Int(token) != nil { return .number }
      return isAtEnd(cursor) ? .end : .continuation(.token(token))
    case .merge:
      guard case .object(let members)? = cursor.first(next) else { return .end }
      let items = members.prefix(32).compactMap { member in
        member.value.lenientText.map {
          PresetAddress.Item(name: member.name, value: PresetAddress.encoded($0)).text
        }
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
    until == .short && cursor.itemCount < cursor.whole(limit) ?? cursor.page.size
  }

  private func pageFollows(_ cursor: PresetCursor) -> Bool {
    let number = if case .number(let number) = cursor.page.position { max(number, 1) } else { 1 }
    if let pages = cursor.whole(pages) { return number < pages }
    let size = cursor.whole(limit) ?? cursor.page.size
    if let total = cursor.whole(total) {
      let seen = Int.sum(Int.product(number - 1, max(size, 0)), cursor.itemCount)
      return seen.map { $0 < total } ?? false
    }
    return until == .empty || cursor.itemCount >= size
  }

  private func nextOffset(_ cursor: PresetCursor) -> FeedPage.Next {
    let step = cursor.whole(count) ?? cursor.itemCount
    guard step > 0 else { return .end }
    let stated = cursor.whole(self.start)
    let start: Int? =
      switch cursor.page.position {
      case _ where stated != nil: stated
      case .number(let number):
        Int.sum(Int.product(max(number, 1) - 1, cursor.page.size), first)
      case .continuation(.token(let offset)): Int(offset)
      case .continuation: nil
      }
    let passed = max((start ?? first) - first, 0)
    guard let next = Int.sum(passed, step), let offset = Int.sum(next, first) else { return .end }
    if let total = cursor.whole(total) {
      guard next < total else { return .end }
    } else if step < cursor.whole(limit) ?? (until == .short ? cursor.page.size : 0) {
      return .end
    }
    // A page with a different length than requested shifts all that follow.
    let isRegular = step == cursor.page.size && passed % max(cursor.page.size, 1) == 0
    if isRegular, case .number = cursor.page.position { return .number }
    return .continuation(.token(String(offset)))
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
    for value in headers.values(of: "Link") {
      var rest = value[...]
      while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
        let target = rest[rest.index(after: open)..<close]
        rest = rest[rest.index(after: close)...]
        // Parameters extend to the next target.
        let parameters = rest.prefix { $0 != "<" }.lowercased()
        for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
          let sides = parameter.split(separator: "=", maxSplits: 1)
            .map { $0.filter { !" \"'".contains($0) || $0 == " " } }
          guard sides.count == 2, sides[0].filter({ $0 != " " }) == "rel" else { continue }
          if sides[1].split(separator: " ").contains("next") { return String(target) }
        }
      }
    }
    return nil
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

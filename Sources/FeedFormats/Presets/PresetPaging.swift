import Foundation
import GalleryDomain

/// How a service's pages follow each other, and how responses express that.
struct PresetPaging: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
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
  /// The query item for a token, or its placeholder in the request.
  let parameter: String?
  let pages: [PresetPath]
  let total: [PresetPath]
  /// The number of items on the page, if it is not the number of listed ones.
  let count: [PresetPath]
  /// The maximum number of items per page, if the response says so.
  let limit: [PresetPath]
  let until: Until
  /// Statuses that, after the first page, mean that there are no more.
  let endStatuses: [Int]

  /// - Parameter reserved: Placeholders that the request fills itself.
  init?(_ table: PresetTable, reserved: Set<String>) {
    let kind = table.choice("kind", of: Kind.self, isRequired: true)
    first = table.whole("first", in: 0...1) ?? (kind == .offset ? 0 : 1)
    next = table.paths("next")
    parameter = table.text("parameter")
    pages = table.paths("pages")
    total = table.paths("total")
    count = table.paths("count")
    limit = table.paths("limit")
    until = table.choice("until", of: Until.self) ?? .empty
    endStatuses = table.wholes("end_statuses")
    if let parameter, reserved.contains(parameter) {
      table.note("parameter", "{\(parameter)} is set by the request itself")
    }
    guard let kind else { return nil }
    self.kind = kind
    if [.nextURL, .token, .merge].contains(kind), next.isEmpty {
      table.note("next", "required: the path of the value for the next page")
    }
  }

  /// Whether the response contains anything that this rule uses.
  func fits(_ scope: PresetScope) -> Bool {
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

  /// How the feed continues after a page.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items on it.
  ///   - scope: Of the whole response.
  func next(
    after page: FeedPageRequest, _ itemCount: Int, _ scope: PresetScope, of format: PresetFormat,
    _ response: HTTPResponse
  ) -> FeedPage.Next {
    // Some services always return a next page, even after the end.
    guard itemCount > 0 || kind == .merge else { return .end }
    let isNumbered = format.hasNumberedPages
    let size = limit.whole(in: scope) ?? page.size
    switch kind {
    // Proxies may drop headers; a full page may then be followed by another one.
    case .linkHeader where scope.headers["Link"] == nil && !isNumbered: return .end
    case .linkHeader where scope.headers["Link"] == nil, .page, .offset:
      let isLast = isLast(page.number, of: size, count.whole(in: scope) ?? itemCount, scope)
      return isLast ? .end : .number
    case .nextURL, .linkHeader:
      let raw =
        kind == .nextURL
        ? stated(in: scope)?.lenientText : scope.headers.nextLink
      let url = raw.flatMap { response.namedURL($0) }
      return url.map { isNumbered ? .number : .continuation(.url($0)) } ?? .end
    case .token:
      guard let token = stated(in: scope)?.lenientText, token.lowercased() != "false",
        token.utf8.count <= Self.tokenByteLimit
      else { return .end }
      if isNumbered, Int(token) != nil { return .number }
      return until == .short && itemCount < size ? .end : .continuation(.token(token))
    case .merge:
      guard case .object(let members)? = stated(in: scope) else { return .end }
      let items = members.prefix(32).compactMap { member in
        member.value.lenientText
          .map { QueryItem(name: member.name, value: QueryItem.encoded($0)).text }
      }
      return items.isEmpty ? .end : .continuation(.token(items.joined(separator: "&")))
    }
  }

  private func isLast(_ number: Int, of size: Int, _ count: Int, _ scope: PresetScope) -> Bool {
    if let pages = pages.whole(in: scope) { return number >= pages }
    if let total = total.whole(in: scope) {
      return Int.sum(count, number - 1, times: size).map { $0 >= total } ?? true
    }
    return count <= 0 || until == .short && count < size
  }
}

extension HTTPResponse {
  /// The URL of another page, absolute: a feed behind a proxy that says http means itself.
  func namedURL(_ raw: String) -> URL? {
    FeedAddress.web(raw, against: url)?.encrypted(like: url)
  }
}

extension HTTPHeaders {
  /// The target of `rel=next` in the `Link` headers (RFC 8288): `<https://x/?page=2>; rel="next"`.
  var nextLink: String? {
    // Parameters extend to the next target. None is read twice, however many signs open one that is never closed.
    let links = values(of: "Link").lazy.flatMap { $0.matches(of: /<([^<>]*)>([^<]*)/) }
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
  static func sum(_ start: Int, _ count: Int, times size: Int) -> Int? {
    let (product, isTooLarge) = count.multipliedReportingOverflow(by: size)
    let (sum, overflows) = start.addingReportingOverflow(product)
    return isTooLarge || overflows ? nil : sum
  }
}

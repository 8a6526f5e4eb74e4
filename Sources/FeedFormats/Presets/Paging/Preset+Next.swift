import Foundation
import GalleryDomain

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
  /// The last item on the page, if a rule needs it.
  var lastItem: JSONValue?

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
    let isStated = !(cursor.whole(total) == nil && cursor.whole(pages) == nil)
    switch kind {
    case .linkHeader: return isStated || cursor.scope.headers["Link"] != nil
    case .nextURL, .token, .merge: return isStated || cursor.first(next) != nil
    case .page, .offset: return isStated || cursor.whole(count) != nil
    case .lastItem: return word(cursor) != nil
    case .none: return true
    }
  }

  /// The token from the last item.
  private func word(_ cursor: PresetCursor) -> String? {
    guard let item = cursor.lastItem else { return nil }
    return next.lazy.flatMap { $0.values(in: item) }.compactMap(PresetCursor.token).first
  }

  func next(at cursor: PresetCursor) -> FeedPage.Next {
    // Some services always return a next page, even after the end.
    guard cursor.itemCount > 0 || kind == .merge else { return .end }
    switch kind {
    case .none: return .end
    case .page: return pageFollows(cursor) ? .number : .end
    case .offset: return nextOffset(cursor)
    case .nextURL:
      let url = cursor.first(next)?.lenientText.flatMap {
        PresetNextAddress.url($0, answeredAt: cursor.responseURL)
      }
      return url.map { cursor.isNumbered ? .number : .continuation(.url($0)) } ?? .end
    case .linkHeader:
      guard cursor.scope.headers["Link"] != nil else {
        // Proxies may drop headers; a full page may then be followed by another one.
        return cursor.isNumbered && pageFollows(cursor) ? .number : .end
      }
      let url = PresetNextAddress.link(cursor.scope.headers).flatMap {
        PresetNextAddress.url($0, answeredAt: cursor.responseURL)
      }
      return url.map { cursor.isNumbered ? .number : .continuation(.url($0)) } ?? .end
    case .token:
      guard let token = cursor.first(next).flatMap(PresetCursor.token) else { return .end }
      if cursor.isNumbered, Int(token) != nil { return .number }
      return isAtEnd(cursor) ? .end : .continuation(.token(token))
    case .lastItem:
      guard let token = word(cursor), !isAtEnd(cursor) else { return .end }
      return .continuation(.token(token))
    case .merge:
      guard case .object(let members)? = cursor.first(next) else { return .end }
      var items: [String: String] = [:]
      for member in members.prefix(32) { items[member.name] = member.value.lenientText }
      return items.isEmpty ? .end : .continuation(.merge(items))
    }
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
      let (before, overflows) = (number - 1).multipliedReportingOverflow(by: max(size, 0))
      let (seen, isTooLarge) = before.addingReportingOverflow(cursor.itemCount)
      return !overflows && !isTooLarge && seen < total
    }
    return until == .empty || cursor.itemCount >= size
  }

  private func nextOffset(_ cursor: PresetCursor) -> FeedPage.Next {
    let step = cursor.whole(count) ?? cursor.itemCount
    guard step > 0 else { return .end }
    let start: Int
    if let stated = cursor.whole(self.start) {
      start = max(stated - first, 0)
    } else {
      switch cursor.page.position {
      case .number(let number):
        let (items, overflows) = (max(number, 1) - 1)
          .multipliedReportingOverflow(by: cursor.page.size)
        start = overflows ? 0 : items
      case .continuation(.offset(let offset)): start = offset
      default: start = 0
      }
    }
    let (next, overflows) = start.addingReportingOverflow(step)
    if overflows { return .end }
    if let total = cursor.whole(total) {
      guard next < total else { return .end }
    } else if step < cursor.whole(limit) ?? (until == .short ? cursor.page.size : 0) {
      return .end
    }
    // A page with a different length than requested shifts all that follow.
    let isRegular = step == cursor.page.size && start % max(cursor.page.size, 1) == 0
    if isRegular, case .number = cursor.page.position { return .number }
    return .continuation(.offset(next))
  }
}

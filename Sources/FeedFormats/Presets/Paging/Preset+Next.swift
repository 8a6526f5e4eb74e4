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
  /// The items of the response, which are not in its root; paths lead into them by index: `hits.hits[-1].sort`.
  var items: PresetDocumentItems

  /// A longer token is ignored: it is kept for every page, and OpenSearch's tokens have a few kB.
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

  /// A token for the next page: a word, or a list or object in text form.
  func token(_ paths: [PresetPath]) -> String? { first(paths).flatMap(Self.token) }

  static func token(_ value: JSONValue) -> String? {
    let token: String?
    switch value {
    case .array(let elements) where !elements.isEmpty: token = value.written
    case .object(let members) where !members.isEmpty: token = value.lenientText ?? value.written
    default: token = value.lenientText
    }
    guard let token, token.utf8.count <= tokenByteLimit, token.lowercased() != "false" else {
      return nil
    }
    return token
  }

  private func values(_ path: PresetPath) -> [JSONValue] {
    if let (item, rest) = items.item(of: path) { return rest.values(in: item) }
    var scope = scope
    scope.item = scope.root
    let values = path.values(in: scope)
    guard path.isContentRange else { return values }
    // `items 0-24/3573458`, with `*` for unknown values (RFC 9110, 14.4).
    return values.compactMap { value in
      value.lenientText?.split(separator: "/").last.map { .text($0.filter { $0 != " " }) }
    }
  }
}

extension PresetPath {
  /// Whether it is the header that gives the range of items in a response and their total.
  fileprivate var isContentRange: Bool {
    if case .header(let name) = origin { name.lowercased() == "content-range" } else { false }
  }
}

/// The items of a response by their positions.
struct PresetDocumentItems {
  /// Where lists of items may be.
  var candidates: [PresetItems]
  var document: PresetDocument

  /// The item that a path leads to, and the rest of the path; nil for a path that leads elsewhere.
  func item(of path: PresetPath) -> (item: JSONValue, rest: PresetPath)? {
    guard path.isOfAnswer else { return nil }
    for candidate in candidates where candidate.kind == .list {
      let steps = candidate.steps
      guard path.steps.starts(with: steps), path.steps.count > steps.count,
        case .index(let index) = path.steps[steps.count]
      else { continue }
      let count = document.offsets.count
      let position = index < 0 ? count &+ index : index
      guard document.offsets.indices.contains(position),
        let item = document.item(at: document.offsets[position])
      else { continue }
      return (item, PresetPath(steps: Array(path.steps[(steps.count + 1)...])))
    }
    return nil
  }
}

extension PresetPath {
  fileprivate var isOfAnswer: Bool {
    if case .header = origin { false } else { true }
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
      guard let token = cursor.token(next) else { return .end }
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

import Foundation
import GalleryDomain

/// A page that was read, for finding the next one.
struct PresetPlaceOfPage {
  var page: FeedPageRequest
  /// What was listed on it.
  var itemCount: Int
  /// Without an item.
  var scope: PresetScope
  /// What relative addresses belong to.
  var responseURL: URL
  /// Whether pages can be asked for by number.
  var isNumbered: Bool
  /// The last one that was listed, where a rule asks for it.
  var lastItem: JSONValue?

  /// The first whole number of some paths.
  func whole(_ paths: [PresetPath]) -> Int? {
    var scope = scope
    scope.item = scope.root
    return paths.lazy.flatMap { $0.values(in: scope) }.compactMap(\.lenientInt).first { $0 >= 0 }
  }

  func first(_ paths: [PresetPath]) -> JSONValue? {
    var scope = scope
    scope.item = scope.root
    return paths.lazy.flatMap { $0.values(in: scope) }.first { value in
      value.lenientText != nil || (value != .null && value.presetText == nil)
    }
  }
}

extension Preset {
  /// How the feed goes on behind a page, and how many photos there are.
  func next(at place: PresetPlaceOfPage) -> (next: FeedPage.Next, total: Int?) {
    let rule = paging.first { $0.fits(place) } ?? paging.last
    guard let rule else { return (.end, nil) }
    return (rule.next(at: place), place.whole(rule.total))
  }
}

extension PresetPaging {
  /// Whether the answer says anything in the words of this rule.
  func fits(_ place: PresetPlaceOfPage) -> Bool {
    let isStated = !(place.whole(total) == nil && place.whole(pages) == nil)
    switch kind {
    case .linkHeader: return isStated || place.scope.headers["Link"] != nil
    case .nextURL, .token, .merge: return isStated || place.first(next) != nil
    case .page, .offset: return isStated || place.whole(count) != nil
    case .lastItem: return word(place) != nil
    case .none: return true
    }
  }

  /// Of the last item.
  private func word(_ place: PresetPlaceOfPage) -> String? {
    guard let item = place.lastItem else { return nil }
    return next.lazy.flatMap { $0.values(in: item) }.compactMap(\.lenientText).first
  }

  func next(at place: PresetPlaceOfPage) -> FeedPage.Next {
    // Some services say *next* for ever, and also behind the end.
    guard place.itemCount > 0 || kind == .merge else { return .end }
    switch kind {
    case .none: return .end
    case .page: return pageFollows(place) ? .number : .end
    case .offset: return nextOffset(place)
    case .nextURL:
      let url = place.first(next)?.lenientText.flatMap { PresetNextAddress.url($0, place) }
      return url.map { place.isNumbered ? .number : .continuation(.url($0)) } ?? .end
    case .linkHeader:
      guard place.scope.headers["Link"] != nil else {
        // Proxies lose headers; a full page then may have a next one.
        return place.isNumbered && pageFollows(place) ? .number : .end
      }
      let url = PresetNextAddress.link(place.scope.headers).flatMap {
        PresetNextAddress.url($0, place)
      }
      return url.map { place.isNumbered ? .number : .continuation(.url($0)) } ?? .end
    case .token:
      guard let token = place.first(next)?.lenientText, token.lowercased() != "false" else {
        return .end
      }
      return place.isNumbered && Int(token) != nil ? .number : .continuation(.token(token))
    case .lastItem: return word(place).map { .continuation(.token($0)) } ?? .end
    case .merge:
      guard case .object(let members)? = place.first(next) else { return .end }
      var items: [String: String] = [:]
      for member in members.prefix(32) { items[member.name] = member.value.lenientText }
      return items.isEmpty ? .end : .continuation(.merge(items))
    }
  }

  private func pageFollows(_ place: PresetPlaceOfPage) -> Bool {
    let number = if case .number(let number) = place.page.position { max(number, 1) } else { 1 }
    if let pages = place.whole(pages) { return number < pages }
    let size = place.whole(limit) ?? place.page.size
    if let total = place.whole(total) {
      let (before, overflows) = (number - 1).multipliedReportingOverflow(by: max(size, 0))
      let (seen, isTooLarge) = before.addingReportingOverflow(place.itemCount)
      return !overflows && !isTooLarge && seen < total
    }
    return until == .empty || place.itemCount >= size
  }

  private func nextOffset(_ place: PresetPlaceOfPage) -> FeedPage.Next {
    let step = place.whole(count) ?? place.itemCount
    guard step > 0 else { return .end }
    let start: Int
    if let stated = place.whole(self.start) {
      start = max(stated - first, 0)
    } else {
      switch place.page.position {
      case .number(let number):
        let (items, overflows) = (max(number, 1) - 1)
          .multipliedReportingOverflow(by: place.page.size)
        start = overflows ? 0 : items
      case .continuation(.offset(let offset)): start = offset
      default: start = 0
      }
    }
    let (next, overflows) = start.addingReportingOverflow(step)
    if overflows { return .end }
    if let total = place.whole(total) {
      guard next < total else { return .end }
    } else if step < place.whole(limit) ?? (until == .short ? place.page.size : 0) {
      return .end
    }
    // A page of another length than was asked for moves all that follow.
    let isRegular = step == place.page.size && start % max(place.page.size, 1) == 0
    if isRegular, case .number = place.page.position { return .number }
    return .continuation(.offset(next))
  }
}

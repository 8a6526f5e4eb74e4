import Foundation
import GalleryDomain

// A search or a filter puts other rows on the screen when they are there, and keeps those of before
// aside as they are.
extension PhotoListViewModel {
  /// The longest query, in characters; what people type is a few words.
  static let searchLimit = 200

  /// What can be searched for in this text; nil when nothing is left of it.
  static func searchText(_ text: String) -> String? {
    let line = TextCleaner.line(text).trimmingCharacters(in: .whitespaces)
    let clean = String(line.prefix(searchLimit)).trimmingCharacters(in: .whitespaces)
    return clean.isEmpty ? nil : clean
  }

  public func search(for text: String) {
    guard let text = Self.searchText(text) else { return leaveSearch() }
    var query = wantedQuery
    query.search = text
    guard pending?.query != query else { return }
    load(query, .search)
  }

  public func leaveSearch() {
    failedLoad = nil
    if listing.query.search != nil {
      guard let kept = aside.lastIndex(where: { $0.query.search == nil }) else {
        var query = listing.query
        query.search = nil
        return load(query, .start)
      }
      restore(at: kept)
    } else if pending?.query.search != nil {
      abandonLoad()
    }
  }

  public func show(_ filter: SaleFilter) {
    guard wantedQuery.filter != filter else { return }
    var query = wantedQuery
    query.filter = filter
    if query == listing.query {
      abandonLoad()
    } else if let last = aside.last, last.query == query {
      restore(at: aside.count - 1)
    } else {
      load(query, query.search == listing.query.search ? .filter : .search)
    }
  }

  /// Puts a listing on the screen, and what was there aside if people can come back to it.
  func enter(_ next: PhotoListing) {
    if next.query.expression != listing.query.expression || next.query.sort != listing.query.sort {
      aside.removeAll { !next.query.isWithin($0.query) }
      if next.query.isWithin(listing.query) { aside.append(listing) }
    } else if next.query.search == listing.query.search {
      if next.query.filter == .forSale { aside.append(listing) }
    } else if listing.query.search == nil {
      aside.append(listing)
    } else {
      // A search within a search: where one was is before the first of them.
      aside.removeAll { $0.query.search != nil }
    }
    refreshedText = nil
    listing = next
  }

  /// Brings a listing back as it was, at once; what is missing of it is loaded then.
  func restore(at index: Int) {
    cancelLoads()
    generation += 1
    let generation = generation
    if progress?.activity == .sorting { progress = nil }
    pending = nil
    failedLoad = nil
    refreshedText = nil
    let left = listing
    listing = aside[index]
    aside.removeSubrange(index...)
    if left.query.search == listing.query.search { takeSelection(from: left) }
    announceRows()
    guard generation == self.generation else { return }
    goOn()
  }

  /// The photo that was selected meanwhile stays selected, where it is among these rows too.
  private func takeSelection(from left: PhotoListing) {
    guard let id = left.focus?.id, id != left.arrivalID,
      let position = listing.pages.position(of: id, near: listing.focus?.position.page ?? 1)
    else { return }
    let shift = listing.pages.lengths.row(of: position) - (listing.focusRow ?? 0)
    listing.focus = PhotoListing.Focus(id: id, position: position)
    let lower = max(0, listing.visibleRows.lowerBound + shift)
    listing.visibleRows = lower..<(lower + listing.visibleRows.count)
  }
}

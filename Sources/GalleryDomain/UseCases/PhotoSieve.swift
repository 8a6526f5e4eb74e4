import Foundation

/// What a search and a filter leave of a page, where the source cannot do that itself.
public struct PhotoSieve: Sendable {
  private let words: [String]
  private let filter: SaleFilter

  /// - Parameter capabilities: A search that the source or the store answers is not repeated here, because
  ///   they know words that are not in the photo's. A filter is: what is sorted out stays sorted out.
  public init(_ query: PhotoQuery, capabilities: SourceCapabilities) {
    filter = query.filter
    let search = capabilities.search == .none ? query.search : nil
    words = Self.folded(search ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether nothing is left out.
  public var isOpen: Bool { words.isEmpty && filter == .all }

  /// Whether photos have to be read before it is known whether they pass.
  public var needsDetails: Bool { filter == .forSale }

  /// Whether the photo is for sale, where that is wanted, and has every word of the search somewhere in
  /// its title, description, author, camera, lens or tags, whatever its case and accents.
  public func keeps(_ photo: Photo) -> Bool {
    if filter == .forSale, photo.saleStatus != .forSale { return false }
    guard !words.isEmpty else { return true }
    let parts: [String?] = [
      photo.name, photo.description, photo.author, photo.camera, photo.lens,
      photo.tags.joined(separator: "\n"),
    ]
    let text = Self.folded(parts.compactMap { $0 }.joined(separator: "\n"))
    return words.allSatisfy(text.contains)
  }

  /// The page without what does not pass, which is counted (`filteredCount`).
  public func sift(_ page: PhotoPage) -> PhotoPage {
    guard !isOpen else { return page }
    var sifted = page
    sifted.photos = page.photos.filter(keeps)
    let leftOut = page.photos.count - sifted.photos.count
    guard leftOut > 0 else { return page }
    sifted.filteredCount = max(0, min(page.filteredCount, 1 << 31)) + leftOut
    // The row of the anchor counts what is no longer there.
    sifted.anchorRow = nil
    return sifted
  }

  private static func folded(_ text: String) -> String {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}

import FeedFormats
import Foundation
import GalleryDomain

/// A page as text: a checksum of the rest, then lines of JSON, one for the page itself and one for each photo, so that a search needs
/// to read only photos that may pass.
///
/// SQLite doesn't notice a changed byte within a value; the checksum does, so nothing is shown that wasn't stored.
enum PageLines {
  private struct Head: Codable {
    var title: String?
    var skippedCount: Int
    var picturelessCount: Int
    var totalCount: Int?
    var itemCount: Int
    var next: FeedPage.Next
    var orderRoute: OrderRoute?
  }

  private static let newline = UInt8(ascii: "\n")

  static func bytes(of page: FeedPage) throws -> Data {
    var next = page.next
    if case .continuation(.url(let url)) = next {
      next = .continuation(.url(PresignedAddress.bare(url)))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    var lines = try encoder.encode(
      Head(
        title: page.title, skippedCount: page.skipped.count,
        picturelessCount: page.skipped.picturelessCount, totalCount: page.totalCount,
        itemCount: page.itemCount, next: next, orderRoute: page.orderRoute))
    for photo in page.photos {
      lines.append(newline)
      lines += try encoder.encode(StoredPhoto(photo))
    }
    return checksum(lines) + lines
  }

  /// - Throws: `DamagedBytes` for anything that isn't a page.
  static func page(_ data: Data) throws -> FeedPage {
    let lines = try lines(of: data)
    let head = try JSONDecoder().decode(Head.self, from: lines[0])
    guard isOnWeb(head) else { throw DamagedBytes() }
    var skipped = SkippedItems(count: head.skippedCount)
    skipped.picturelessCount = head.picturelessCount
    return FeedPage(
      title: head.title, photos: try photos(lines.dropFirst()), skipped: skipped,
      totalCount: head.totalCount, itemCount: head.itemCount, next: head.next,
      orderRoute: head.orderRoute)
  }

  /// The photos of a page that pass a filter.
  ///
  /// - Throws: `DamagedBytes` for anything that isn't a page.
  static func photos(_ data: Data, passing filter: LocalFilter) throws -> [Photo] {
    let lines = try lines(of: data).dropFirst().filter { line in
      line.withUnsafeBytes { filter.mayKeep(photoIn: $0.bindMemory(to: UInt8.self)) }
    }
    return try photos(lines).filter(filter.keeps)
  }

  /// The line of the page first.
  private static func lines(of data: Data) throws(DamagedBytes) -> [Data] {
    let lines = data.dropFirst(checksumCount)
    guard !lines.isEmpty, data.prefix(checksumCount) == checksum(lines) else {
      throw DamagedBytes()
    }
    // `Data` itself takes ten times as long to split, which is most of what a search costs.
    return lines.withUnsafeBytes { bytes in
      bytes.split(separator: newline, omittingEmptySubsequences: false).map {
        Data(UnsafeRawBufferPointer(rebasing: $0))
      }
    }
  }

  private static func photos(_ lines: some Sequence<Data>) throws -> [Photo] {
    let decoder = JSONDecoder()
    return try lines.map { try decoder.decode(StoredPhoto.self, from: $0).photo.withoutFiles }
  }

  private static let checksumCount = 8

  private static func checksum(_ lines: Data) -> Data {
    let hash = lines.withUnsafeBytes { StableHash.hash($0) }
    return withUnsafeBytes(of: hash.littleEndian) { Data($0) }
  }

  private static func isOnWeb(_ head: Head) -> Bool {
    var addresses: [URL] = []
    if case .continuation(.url(let url)) = head.next { addresses.append(url) }
    switch head.orderRoute?.channel {
    case .server(let url), .shopify(let url), .wooCommerce(let url): addresses.append(url)
    case .file, nil: break
    }
    return addresses.allSatisfy { StoredAddress.text($0) != nil }
  }
}

extension Photo {
  /// A stored page can't introduce a file of this machine, even if another program wrote it.
  fileprivate var withoutFiles: Photo {
    var photo = self
    (photo.file, photo.remotePath) = (nil, nil)
    (photo.companions, photo.remoteCompanions) = ([], [])
    func web(_ url: URL?) -> URL? { StoredAddress.text(url) == nil ? nil : url }
    photo.thumbnailURL = web(photo.thumbnailURL)
    photo.imageURL = web(photo.imageURL)
    photo.pageURL = web(photo.pageURL)
    photo.purchase = photo.purchase.map {
      PurchaseReference(itemID: $0.itemID, variantID: $0.variantID, url: web($0.url))
    }
    photo.licence = photo.licence.map { Licence(name: $0.name, url: web($0.url)) }
    return photo
  }
}

import Foundation
import GalleryDomain

/// A source with any number of photos, which exist only while they are requested.
///
/// The same row is the same photo each time, so that a dropped page comes back unchanged. A page costs O(*photos per
/// page*); the source itself stores nothing.
public struct GeneratedRepository: PhotoRepository {
  public let photoCount: Int

  public init(photoCount: Int = 1_000_000) {
    self.photoCount = photoCount
  }

  public var title: String { "\(photoCount) photos" }

  public func page(for query: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    guard !Task.isCancelled else { throw .cancelled }
    let size = max(query.pageSize, 1)
    let (offset, overflows) = (max(query.page, 1) - 1).multipliedReportingOverflow(by: size)
    let start = overflows ? photoCount : min(offset, photoCount)
    let end = start + min(size, photoCount - start)
    return PhotoPage(
      number: query.page, photos: (start..<end).map(Self.photo(at:)), totalCount: photoCount,
      hasMorePages: end < photoCount, anchorRow: query.anchor.flatMap(row(of:)))
  }

  /// The photo in a row; every third is for sale, every third is not, the others are unstated.
  public static func photo(at row: Int) -> Photo {
    let status: [SaleStatus] = [.forSale, .notForSale, .unstated]
    let sale = status[row % 3]
    return Photo(
      id: "\(row)", name: "Photo \(row + 1)", description: "Number \(row + 1) of many",
      camera: row % 2 == 0 ? "NIKON D500" : nil,
      exposure: Exposure(focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100"),
      author: "Author \(row % 97)",
      createdAt: Date(timeIntervalSince1970: 1_500_000_000 + Double(row) * 60),
      saleStatus: sale,
      price: sale == .forSale ? Price(amount: "\(20 + row % 100).00", currency: "EUR") : nil,
      width: 6000, height: 4000, tags: ["generated"])
  }

  private func row(of id: Photo.ID) -> Int? {
    guard let row = Int(id), (0..<photoCount).contains(row), "\(row)" == id else { return nil }
    return row
  }
}

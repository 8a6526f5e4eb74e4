import Foundation
import GalleryDomain

/// Prints what a source holds, one photo a line (`vitrine list`).
///
/// Page by page, so that the first lines come before a large folder is read to its end and memory
/// holds one page; what files tell is read for each photo, several at a time, and printed in order.
public struct PhotoListing: Sendable {
  public enum Format: Sendable {
    /// Columns with tabs between them: id, status, price, date, title, camera.
    case plain
    /// A JSON object a line, see `PhotoJSONLine`.
    case json
  }

  /// What was printed.
  public struct Summary: Hashable, Sendable {
    public var photoCount = 0
    /// Photos that could not be read.
    public var skippedCount = 0
    /// Whether the reader of the lines went away first.
    public var wasCutShort = false
  }

  private let repository: any PhotoRepository
  private let format: Format
  private let zone: TimeZone
  private let parallelReads: Int

  /// - Parameters:
  ///   - zone: In which dates are written.
  ///   - parallelReads: Files whose metadata is read at the same time.
  public init(
    repository: any PhotoRepository, format: Format, zone: TimeZone = .current,
    parallelReads: Int = 4
  ) {
    self.repository = repository
    self.format = format
    self.zone = zone
    self.parallelReads = max(parallelReads, 1)
  }

  /// - Parameter write: Called with the lines of a page; returns whether more is wanted.
  /// - Throws: What the source throws; the lines before it stand.
  public func print(
    _ write: @Sendable (String) -> Bool
  ) async throws(PhotoSourceError) -> Summary {
    var summary = Summary()
    var query = PhotoQuery()
    while true {
      let page = try await repository.page(for: query)
      summary.skippedCount += page.skippedCount
      var lines = ""
      for photo in await detailed(page.photos) { lines += line(photo) + "\n" }
      if !lines.isEmpty, !write(lines) {
        summary.wasCutShort = true
        return summary
      }
      summary.photoCount += page.photos.count
      guard page.hasMorePages, !page.photos.isEmpty else { return summary }
      query.page += 1
    }
  }

  private func line(_ photo: Photo) -> String {
    switch format {
    case .plain: PhotoPlainLine.text(photo, zone: zone)
    case .json: PhotoJSONLine.text(photo, zone: zone)
    }
  }

  /// The photos in their order, with their details, `parallelReads` at a time.
  private func detailed(_ photos: [Photo]) async -> [Photo] {
    guard photos.contains(where: \.needsDetails) else { return photos }
    let repository = repository
    return await withTaskGroup(of: (Int, Photo).self) { group in
      var detailed = photos
      var next = 0
      func startNext() {
        guard next < photos.count else { return }
        let (row, photo) = (next, photos[next])
        next += 1
        group.addTask { (row, photo.needsDetails ? await repository.details(of: photo) : photo) }
      }
      for _ in 0..<parallelReads { startNext() }
      while let (row, photo) = await group.next() {
        detailed[row] = photo
        startNext()
      }
      return detailed
    }
  }
}

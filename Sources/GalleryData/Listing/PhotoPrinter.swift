import FeedFormats
import Foundation
import GalleryDomain

/// Prints the photos of a source, one a line, or how many have each value of a property (`vitrine list`).
///
/// Works page by page (`PhotoSequence`), so that the first lines are printed before a large folder is completely read.
public struct PhotoPrinter: Sendable {
  public enum Format: Sendable {
    /// Columns separated by tabs: id, status, price, date, title, camera, rating.
    case plain
    /// A JSON object a line, see `PhotoRecord`.
    case json
    /// A line for each value of a property, with how many photos have it, see `PhotoCountLine`.
    case counts(PhotoFacet, isJSON: Bool)
  }

  private let repository: any PhotoRepository
  private let format: Format
  private let query: PhotoQuery
  private let zone: TimeZone
  private let limit: Int
  private let after: Photo.ID?

  /// - Parameters:
  ///   - query: Which photos.
  ///   - limit: The most photos to print; nil for all.
  ///   - after: The photo after which to start; nil for the first. Earlier photos are not read.
  ///   - zone: The time zone for dates.
  public init(
    repository: any PhotoRepository, format: Format, query: PhotoQuery = .everything,
    limit: Int? = nil, after: Photo.ID? = nil,
    zone: TimeZone = .current
  ) {
    self.limit = max(limit ?? Int.max, 0)
    self.after = after
    self.repository = repository
    self.format = format
    self.query = query
    self.zone = zone
  }

  /// - Parameter write: Called with some lines, in UTF-8; returns whether to continue.
  /// - Returns: nil if `write` didn't want to continue.
  /// - Throws: The source's errors, after the lines printed before. An unreachable source with stored photos doesn't
  ///   throw.
  public func print(
    _ write: @Sendable ([UInt8]) -> Bool
  ) async throws(PhotoSourceError) -> SourceNotes? {
    let photos = repository.photos(
      query, after: after, limit: limit, withDetails: true, isStoredEnough: true)
    var tally = tally
    var lines = Lines(format, zone)
    while let part = try await photos.nextPart() {
      guard tally == nil else {
        for photo in part { tally?.add(photo) }
        continue
      }
      for photo in part { lines.append(photo) }
      guard write(lines.bytes) else { return nil }
      lines = lines.next
    }
    if let tally, !print(tally, write) { return nil }
    return photos.notes
  }

  private func print(_ tally: PhotoTally, _ write: @Sendable ([UInt8]) -> Bool) -> Bool {
    let lines = tally.photoCounts.map { line($0, of: tally.facet) + "\n" }.joined()
    return lines.isEmpty || write(Array(lines.utf8))
  }

  /// Lines of photos that follow each other.
  private struct Lines {
    private let isJSON: Bool
    private var offsets: ZoneOffsets
    /// In UTF-8.
    private(set) var bytes: [UInt8] = []
    /// How many bytes the lines before them took.
    private var expectedCount = 0

    init(_ format: Format, _ zone: TimeZone) {
      isJSON = if case .json = format { true } else { false }
      offsets = ZoneOffsets(zone)
    }

    /// Without lines, but with what was looked up for them.
    var next: Lines {
      var lines = self
      lines.bytes = []
      lines.expectedCount = bytes.count + bytes.count / 8
      return lines
    }

    mutating func append(_ photo: Photo) {
      if bytes.isEmpty { bytes.reserveCapacity(expectedCount) }
      let offset = photo.createdAt.map { offsets.seconds(at: $0.timeIntervalSince1970) } ?? 0
      if isJSON {
        PhotoRecord.append(
          photo, imageURL: photo.imageURL?.absoluteString, offset: offset, to: &bytes)
      } else {
        let clock = photo.clockZone?.secondsFromGMT()
        PhotoPlainLine.append(photo, to: &bytes, offset: clock ?? offset)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Counts the photos instead of printing them; nil for the other formats.
  private var tally: PhotoTally? {
    if case .counts(let facet, _) = format { PhotoTally(facet, zone: zone) } else { nil }
  }

  private func line(_ count: PhotoCount, of facet: PhotoFacet) -> String {
    if case .counts(_, isJSON: true) = format { return PhotoCountLine.json(count, of: facet) }
    return PhotoCountLine.text(count)
  }
}

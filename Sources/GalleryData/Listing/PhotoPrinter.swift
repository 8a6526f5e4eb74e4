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
    /// A line for each value of a property, with how many photos have it; `-` or null for those without a value.
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
    while let part = try await photos.nextPart() {
      guard tally == nil else {
        for photo in part { tally?.add(photo) }
        continue
      }
      var lines: [UInt8] = []
      for photo in part { append(photo, to: &lines) }
      guard write(lines) else { return nil }
    }
    if let tally, !print(tally, write) { return nil }
    return photos.notes
  }

  private func print(_ tally: PhotoTally, _ write: @Sendable ([UInt8]) -> Bool) -> Bool {
    let lines = tally.photoCounts.map { line($0, of: tally.facet) + "\n" }.joined()
    return lines.isEmpty || write(Array(lines.utf8))
  }

  private func append(_ photo: Photo, to lines: inout [UInt8]) {
    let offset = photo.createdAt.map { ClockDay.offset(of: zone, at: $0) } ?? 0
    if case .json = format {
      PhotoRecord.append(photo, offset: offset, to: &lines)
    } else {
      appendColumns(of: photo, to: &lines, offset: photo.utcOffset ?? offset)
    }
    lines.append(UInt8(ascii: "\n"))
  }

  /// For humans and for `cut`; columns are added at the end only.
  ///
  /// - Parameter offset: Of the clock that the photo's day is of, at its date, in seconds.
  private func appendColumns(of photo: Photo, to lines: inout [UInt8], offset: Int) {
    let status: String? =
      switch photo.saleStatus {
      case .forSale: "for sale"
      case .notForSale: "not for sale"
      case .unstated: nil
      }
    let day = photo.createdAt.flatMap { RFC3339.day($0, offset: offset) } ?? photo.dateText
    lines += photo.id.utf8
    for text in [
      status, photo.price.map(price), day, photo.name, photo.camera, photo.rating.map(String.init),
    ] {
      lines.append(UInt8(ascii: "\t"))
      lines += (text ?? "-").utf8
    }
  }

  /// `120.00 EUR`, and `from 120.00 EUR` if there are more expensive forms.
  private func price(_ price: Price) -> String {
    [price.isLowest ? "from" : nil, price.amount, price.currency].compactMap(\.self)
      .joined(separator: " ")
  }

  /// Counts the photos instead of printing them; nil for the other formats.
  private var tally: PhotoTally? {
    if case .counts(let facet, _) = format { PhotoTally(facet, zone: zone) } else { nil }
  }

  /// The count, a tab and the value, or `{"camera":"NIKON D500","count":12}`. Ratings are numbers as in `PhotoRecord`, with -1
  /// for rejected photos.
  private func line(_ count: PhotoCount, of facet: PhotoFacet) -> String {
    guard case .counts(_, isJSON: true) = format else {
      return "\(count.count)\t\(count.value ?? "-")"
    }
    var value = JSONOutput.text(count.value)
    if facet == .rating, let rating = count.value {
      value = rating == PhotoFacet.rejected ? "\(PhotoRating.rejected)" : rating
    }
    return "{\"\(facet.rawValue)\":\(value),\"count\":\(count.count)}"
  }
}

import Foundation

/// All photos of a source as rows, which are filtered, ordered and counted together.
///
/// A row has a number that means nothing outside of these rows; what outlives an answer is kept by the ids of photos.
public protocol PhotoRows: Sendable {
  /// The rows of a query in its order: sorted and grouped or, for a search, the best matches first. Grouped by folder but not sorted,
  /// they are in the source's order, and a folder may have several sections.
  ///
  /// - Parameters:
  ///   - keeping: Photos that are among them even if they don't meet the query any more.
  ///   - limit: How many rows are enough, from the first on.
  /// - Returns: nil if the task was cancelled, and if the rows can't be asked any more.
  func answer(_ query: PhotoQuery, keeping: Set<Photo.ID>, limit: Int?) async -> RowAnswer?

  /// The photos of rows; nil for a row that has gone.
  ///
  /// - Returns: One for each number, in their order.
  func photos(_ numbers: [Int64]) async -> [Photo?]

  /// - Returns: nil if it isn't one of them.
  func number(of id: Photo.ID) async -> Int64?

  /// Counts the photos of a request's query; of the rows, not of the source, nothing is said.
  ///
  /// - Parameter photosOfState: The photos with states that photos don't have of themselves.
  /// - Returns: nil as for `answer`.
  func counts(
    for request: CountRequest, photosOfState: [PhotoState: Set<Photo.ID>]
  ) async -> FacetCounts?

  /// Replaces photos that have changed.
  func replace(_ photos: [Photo]) async
}

extension PhotoRows {
  func answer(_ query: PhotoQuery, keeping: Set<Photo.ID> = []) async -> RowAnswer? {
    await answer(query, keeping: keeping, limit: nil)
  }
}

/// What was found for a query: rows by their numbers, eight bytes each, in order.
public struct RowAnswer: Sendable {
  public var numbers: [Int64]
  /// Empty if the query doesn't group.
  public var sections: [PhotoSection]

  public init(_ numbers: [Int64], sections: [PhotoSection] = []) {
    (self.numbers, self.sections) = (numbers, sections)
  }
}

/// All photos of a source that was read to its end.
public struct ReadRows: Sendable {
  public var rows: any PhotoRows
  public var count: Int
  /// What a page of all of them says, without its photos.
  public var page: PhotoPage

  public init(_ rows: any PhotoRows, count: Int, _ page: PhotoPage) {
    (self.rows, self.count, self.page) = (rows, count, page)
  }
}

/// Photos that were loaded: each is looked at for each question.
actor LoadedRows: PhotoRows {
  private var photos: [Photo] = []
  private var numbers: [Photo.ID: Int64] = [:]
  private let zone: TimeZone

  /// - Parameter zone: In which days begin, and for photos whose camera's clock isn't known.
  init(zone: TimeZone) {
    self.zone = zone
  }

  /// A feed that changes while it is being read may list a photo twice: it stays where it was first.
  func add(_ new: [Photo]) {
    for photo in new where numbers[photo.id] == nil {
      numbers[photo.id] = Int64(photos.count)
      photos.append(photo)
    }
  }

  func answer(_ query: PhotoQuery, keeping: Set<Photo.ID>, limit: Int?) async -> RowAnswer? {
    await Self.answer(query, of: photos, LocalFilter(query, zone: zone), keeping, zone)
  }

  @concurrent
  private static func answer(
    _ query: PhotoQuery, of photos: [Photo], _ filter: LocalFilter, _ keeping: Set<Photo.ID>,
    _ zone: TimeZone
  ) async -> RowAnswer? {
    guard let found = matches(filter, in: photos, keeping) else { return nil }
    let answer: RowAnswer
    if let search = query.search, query.sort == nil, query.arrangedGrouping == nil,
      query.grouping != .folder
    {
      answer = RowAnswer(SearchRanking.order(of: found, in: photos, by: search).map(Int64.init))
    } else {
      let ordering = PhotoOrdering(sort: query.sort, grouping: query.arrangedGrouping, zone: zone)
      var (order, sections) = ordering.arranged(found.map { photos[$0] })
      if query.grouping == .folder, query.sort == nil {
        sections = PhotoSection.sections(of: found.lazy.map { photos[$0] }, by: \.folderSection)
      }
      answer = RowAnswer(order.map { Int64(found[$0]) }, sections: sections)
    }
    return Task.isCancelled ? nil : answer
  }

  /// The indices of the photos that match; nil if the task was cancelled.
  private static func matches(
    _ filter: LocalFilter, in photos: [Photo], _ keeping: Set<Photo.ID>
  ) -> [Int]? {
    guard !filter.isOpen else { return Array(photos.indices) }
    var found: [Int] = []
    for index in photos.indices {
      if index % 1_024 == 0, Task.isCancelled { return nil }
      if filter.keeps(photos[index]) || keeping.contains(photos[index].id) { found.append(index) }
    }
    return found
  }

  func photos(_ numbers: [Int64]) -> [Photo?] {
    numbers.map { photos.indices.contains(Int($0)) ? photos[Int($0)] : nil }
  }

  func number(of id: Photo.ID) -> Int64? { numbers[id] }

  func replace(_ changed: [Photo]) {
    for photo in changed {
      if let number = numbers[photo.id] { photos[Int(number)] = photo }
    }
  }

  func counts(
    for request: CountRequest, photosOfState: [PhotoState: Set<Photo.ID>]
  ) async -> FacetCounts? {
    let filter = LocalFilter(request.query, compared: photosOfState, zone: zone)
    return await Self.counts(for: request, of: photos, filter, zone)
  }

  @concurrent
  private static func counts(
    for request: CountRequest, of photos: [Photo], _ filter: LocalFilter, _ zone: TimeZone
  ) async -> FacetCounts? {
    let indices =
      request.countsDays
      ? await answer(request.query, of: photos, filter, [], zone)?.numbers.map(Int.init)
      : matches(filter, in: photos, [])
    guard let found = indices else { return nil }
    var counts =
      request.countsDays
      ? FacetCounts(daysOf: found.enumerated().lazy.map { ($0, photos[$1]) }, zone: zone)
      : FacetCounts()
    for facet in request.facets {
      var tally = PhotoTally(facet, zone: zone)
      for index in found { tally.add(photos[index]) }
      counts.values[facet] = tally.photoCounts
    }
    (counts.photoCount, counts.readCount) = (found.count, photos.count)
    return Task.isCancelled ? nil : counts
  }
}

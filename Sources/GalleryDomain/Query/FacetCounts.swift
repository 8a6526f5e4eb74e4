import Foundation

/// How many photos have each value of some properties.
public struct FacetCounts: Hashable, Sendable {
  /// For each property that was asked for, its values that occur, in the order of the property.
  public var values: [PhotoFacet: [PhotoCount]] = [:]
  /// The photos that pass the query, and are counted.
  public var photoCount = 0
  /// How many photos of the source were looked at.
  public var readCount = 0
  /// How many photos the source has, as far as it knows.
  public var totalCount = 0
  /// Whether all photos of the source were looked at, and read.
  public var isComplete = false
  /// The days on which photos were taken, in their order, if they were asked for.
  public var days: [DayCount] = []

  public init() {}

  /// Counts the days of photos that are loaded, with their rows.
  ///
  /// - Parameter zone: For photos whose camera's clock isn't known.
  public init(daysOf photos: some Sequence<(row: Int, photo: Photo)>, zone: TimeZone) {
    var counted = DayCounts()
    for (row, photo) in photos {
      counted.add(
        photo.statedDate.flatMap { ClockDay(of: $0, utcOffset: photo.utcOffset, in: zone) },
        row: row)
      photoCount += 1
    }
    (readCount, totalCount, days) = (photoCount, photoCount, counted.dayCounts)
  }

  /// Photos that don't say on which day they were taken.
  public var undatedCount: Int { photoCount - days.reduce(0) { $0 + $1.count } }
}

/// The photos that were taken on a day.
public struct DayCount: Hashable, Sendable {
  /// By the camera's clock if it is known, otherwise in the local time zone.
  public var day: DatePeriod
  public var count: Int
  /// The row of the first of them in the list; nil if it isn't known.
  public var row: Int?

  public init(_ day: DatePeriod, count: Int, row: Int?) {
    self.day = day
    self.count = count
    self.row = row
  }
}

/// What to count of a source.
public struct CountRequest: Hashable, Sendable {
  /// Only these photos; the order only matters for the rows of days.
  public var query: PhotoQuery
  public var facets: Set<PhotoFacet>
  /// Whether `FacetCounts.days` is asked for.
  public var countsDays: Bool
  /// What the user has selected, if the filter asks for it.
  public var selection: [Photo.ID] = []
  /// Whether photos of all folders count that are remembered, where some are; those of the source otherwise.
  public var countsAllFolders = false

  public init(_ query: PhotoQuery, by facets: Set<PhotoFacet> = [], countsDays: Bool = false) {
    self.query = query
    self.facets = facets
    self.countsDays = countsDays
  }
}

/// The photos of each day.
package struct DayCounts {
  private struct Day {
    var count = 0
    /// The row of the first of them.
    let firstRow: Int
  }

  private var days: [ClockDay: Day] = [:]

  package init() {}

  /// - Parameter day: nil for a photo that doesn't say on which day it was taken.
  package mutating func add(_ day: ClockDay?, row: Int) {
    guard let day else { return }
    days[day, default: Day(firstRow: row)].count += 1
  }

  /// In the order of the days.
  package var dayCounts: [DayCount] {
    days.sorted { $0.key < $1.key }.compactMap { day, counted in
      day.period(.day).map { DayCount($0, count: counted.count, row: counted.firstRow) }
    }
  }
}

import Foundation
import GalleryDomain
import GalleryTestSupport
import PhotoSQL
import Testing

/// Rows of a database are found, ordered, grouped and counted as photos are.
@Suite(.timeLimit(.minutes(10))) struct PhotoSelectTests {
  private static let zones = ["Europe/Lisbon", "America/Los_Angeles", "Asia/Kathmandu", "UTC"]

  private static func folder(
    _ made: inout RandomPhotos, isReversed: Bool = false
  ) throws -> ([Photo], RowDatabase, TimeZone) {
    let zone = try #require(TimeZone(identifier: made.one(zones)))
    let photos = made.photos(60)
    return (photos, try RowDatabase(photos, isReversed: isReversed, zone: zone), zone)
  }

  @Test(
    "Any query finds the rows of the photos that it finds in memory, in the same order",
    arguments: 0..<12 as Range<UInt64>)
  func query(seed: UInt64) throws {
    var made = RandomPhotos(seed: seed)
    let zone = try #require(TimeZone(identifier: made.one(Self.zones)))
    let (photos, strangers) = (made.photos(60), made.photos([0, 10, 100][Int(seed % 3)]))
    let database = try RowDatabase(
      photos, strangers: strangers, isReversed: seed % 2 == 1, zone: zone)
    let selected = photos.prefix(20).map(\.id)
    for _ in 0..<60 {
      let query = made.query()
      let select = PhotoSelect(
        query, in: database.scope,
        rowsOfState: [.selected: selected.compactMap { database.rows[$0] }],
        zone: zone)
      let expected = Self.answer(query, of: photos, selected: selected, zone)
      let statement = select.rows()
      let found = try database.answer(select)
      try #require(
        found.ids == expected.ids, "\(query)\n\(statement.sql)\n\(statement.arguments)")
      let first = try database.answer(select, limit: 7)
      try #require(first.ids == Array(expected.ids.prefix(7)), "\(query)")
      let count = try database.counts(select.count()).first?.count
      try #require(count == expected.ids.count)
      if select.hasSections {
        try #require(found.sections == expected.sections, "\(query)\n\(statement.sql)")
      }
    }
  }

  @Test(
    "What is found at the beginning of the index of dates is what comes first",
    arguments: 0..<6 as Range<UInt64>)
  func firstRows(seed: UInt64) throws {
    var made = RandomPhotos(seed: 2_000 + seed)
    let (photos, database, zone) = try Self.folder(&made, isReversed: seed % 2 == 1)
    var foundCount = 0
    for _ in 0..<60 {
      var query = made.query()
      (query.sort, query.grouping) = (PhotoSort(.date, isDescending: made.one([false, true])), nil)
      let select = PhotoSelect(query, in: database.scope, zone: zone)
      guard let first = try select.firstRows(limit: 3, among: 20).map(database.ids),
        first.count == 3
      else { continue }
      let expected = Self.answer(query, of: photos, selected: [], zone)
      try #require(first == Array(expected.ids.prefix(3)), "\(query)")
      foundCount += 1
    }
    #expect(foundCount > 0)
  }

  @Test(
    "Any facet has the values and numbers that it has of the photos in memory",
    arguments: 0..<8 as Range<UInt64>)
  func facets(seed: UInt64) throws {
    var made = RandomPhotos(seed: 1_000 + seed)
    let (photos, database, zone) = try Self.folder(&made)
    for facet in PhotoFacet.allCases {
      var query = made.query()
      (query.sort, query.grouping) = (nil, nil)
      let filter = LocalFilter(query, zone: zone)
      var expected = PhotoTally(facet, zone: zone)
      for photo in photos where filter.keeps(photo) { expected.add(photo) }
      let select = PhotoSelect(query, in: database.scope, zone: zone)
      var found = ValueTally(facet)
      for (value, count) in try database.counts(select.counts(of: facet)) {
        found.add(select.values(of: facet, in: value), count)
      }
      try #require(found.photoCounts == expected.photoCounts, "\(facet) \(query)")
    }
  }

  /// What the evaluator of photos in memory says.
  private static func answer(
    _ query: PhotoQuery, of photos: [Photo], selected: [Photo.ID], _ zone: TimeZone
  ) -> (ids: [Photo.ID], sections: [Int]) {
    let filter = LocalFilter(query, selection: selected, zone: zone)
    var found = photos.filter(filter.keeps)
    var capabilities = SourceCapabilities.localList
    capabilities.isReadWhole = true
    if let search = query.search, query.isRanked(knowing: capabilities) {
      let words = LocalFilter.words(of: search).prefix(SearchRanking.wordLimit).map(FoldedText.init)
      let costs = found.map { photo in
        words.reduce(0) { $0 + Int(SearchRanking.cost(of: $1, in: photo)) }
      }
      found = found.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { found[$0] }
      return (found.map(\.id), [])
    }
    let grouping = query.grouping == .off ? nil : query.grouping
    let ordering = PhotoOrdering(sort: query.sort, grouping: grouping, zone: zone)
    let (order, sections) = ordering.arranged(found)
    return (order.map { found[$0].id }, sections.map(\.count))
  }
}

import ExpectationSupport
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

/// A folder whose library has rows finds, orders and counts what it finds, orders and counts without one.
@Suite(.timeLimit(.minutes(10)))
struct FolderRowsTests {
  private static func page(
    _ query: PhotoQuery, of repository: LocalQueryRepository
  ) async throws -> PhotoPage {
    try await repository.page(for: PageRequest(query, pageSize: 500))
  }

  private static func queries(_ seed: UInt64) -> [PhotoQuery] {
    var made = RandomPhotos(seed: seed)
    return (0..<8).map { _ in
      var query = made.query()
      // Otherwise there is nothing that needs all photos.
      if query.sort == nil, !query.leavesPhotosOut { query.sort = PhotoSort(.date) }
      return query
    }
  }

  @Test(
    "Whatever happens to the files, rows find, order and count what photos are found, ordered and counted",
    arguments: 1...6 as ClosedRange<UInt64>)
  func history(seed: UInt64) async throws {
    let folder = try PictureFolder(seed: seed)
    for _ in 0..<20 { try folder.write(folder.randomName(), folder.randomText()) }
    var library = folder.library()
    for round in 0..<8 {
      try await folder.change()
      let (rows, photos) = (try folder.queries(library), try folder.queries(nil))
      for query in Self.queries(seed * 100 + UInt64(round)) {
        let (found, expected) = try await (
          Self.page(query, of: rows), Self.page(query, of: photos)
        )
        try #require(
          Self.names(found) == Self.names(expected), "\(query) in round \(round)")
        try #require(found.photos == expected.photos, "\(query)")
        try #require(found.sections == expected.sections, "\(query)")
        try #require(found.totalCount == expected.totalCount)
        if !query.filter.dependsOnSelection { try #require(found.sortReach == expected.sortReach) }
        let request = CountRequest(query, by: Set(PhotoFacet.allCases), countsDays: true)
        let counts = await (Self.counts(request, of: rows), Self.counts(request, of: photos))
        try #require(counts.0 == counts.1, "\(query)")
        #expect(counts.0?.isComplete ?? true)
      }
      await library.finishWriting()
      if Bool.random(using: &folder.random) { library = folder.library() }
    }
    #expect(folder.log.lines.isEmpty)
  }

  private static func counts(
    _ request: CountRequest, of repository: LocalQueryRepository
  ) async -> FacetCounts? {
    var last: FacetCounts?
    for await counts in await repository.counts(for: request) { last = counts }
    return last
  }

  private static let byRating = PhotoQuery(sort: PhotoSort(.rating, isDescending: true))

  private static func names(_ page: PhotoPage?) -> [String]? { page?.photos.map(\.id) }

  /// A folder of which another run has read everything.
  private static func known() async throws -> PictureFolder {
    let folder = try PictureFolder()
    for name in everyName { try folder.write(name, "r \(name.dropLast(4).suffix(1))") }
    let library = folder.library()
    _ = try await page(byRating, of: try folder.queries(library))
    await library.finishWriting()
    _ = folder.reader.takeNames()
    return folder
  }

  /// The same in the next run, which has shown it.
  private static func shown() async throws -> (PictureFolder, LocalQueryRepository) {
    let folder = try await known()
    let repository = try folder.queries(folder.library())
    _ = try await page(byRating, of: repository)
    return (folder, repository)
  }

  private static let everyName = ["a/b/4.jpg", "a/3.jpg", "2.jpg", "1.jpg"]

  @Test(
    "The next run shows what the last one had before it has listed the folder, and reads nothing")
  func stored() async throws {
    let folder = try await Self.known()
    let repository = try folder.queries(folder.library())
    for query in [
      Self.byRating, PhotoQuery(search: "jpg", filter: FilterReading("rating:>2").expression),
    ] {
      let stored = await repository.storedPage(for: PageRequest(query))
      #expect(stored?.storedAt != nil)
      let count = query.search == nil ? 4 : 2
      expectEqual(Self.names(stored)?.count, count)
    }
    let request = PageRequest(Self.byRating, page: 2, pageSize: 3, anchor: "1.jpg")
    let second = await repository.storedPage(for: request)
    expectEqual(Self.names(second), ["1.jpg"])
    expectEqual(second?.anchorRow, 3)
    // A list in the folder's order comes from the directory.
    await #expect(repository.storedPage(for: PageRequest()) == nil)

    let page = try await Self.page(Self.byRating, of: repository)
    expectEqual(Self.names(page), Self.everyName)
    expectEqual(page.storedAt, nil)
    expectEqual(folder.reader.takeNames(), [])
    await #expect(repository.storedPage(for: PageRequest(Self.byRating)) == nil)
  }

  @Test("A known folder comes with the photo that the focus returns to, near or far")
  func returning() async throws {
    let folder = try PictureFolder()
    for number in 0..<520 {
      try folder.write(number < 400 ? "\(number).jpg" : "a/\(number).jpg", "r \(number % 6)")
    }
    let library = folder.library()
    // Those of other folders aren't counted.
    let other = try PictureFolder()
    try other.write("other.jpg", "r 3")
    _ = try await Self.page(
      Self.byRating, of: try other.queries(library))
    let former = try folder.queries(library)
    let first = try await Self.page(Self.byRating, of: former)
    let second = try await former.page(for: PageRequest(Self.byRating, page: 2, pageSize: 500))
    let names = (first.photos + second.photos).map(\.id)
    await library.finishWriting()

    for row in [0, 3, 499, 500, 519] {
      let repository = try folder.queries(folder.library())
      var request = PageRequest(Self.byRating, pageSize: 50, anchor: names[row])
      let stored = try #require(await repository.storedPage(for: request))
      expectEqual(stored.anchorRow, row)
      expectEqual(stored.totalCount, 520)
      request.page = 11
      request.part = stored.part
      let last = try #require(await repository.storedPage(for: request))
      expectEqual(last.photos.map(\.id), names.suffix(20))
    }
    // A photo that isn't there any more.
    let repository = try folder.queries(folder.library())
    let request = PageRequest(Self.byRating, pageSize: 50, anchor: "none.jpg")
    let stored = try #require(await repository.storedPage(for: request))
    #expect(stored.anchorRow == nil && stored.totalCount == 520)
  }

  @Test("What is known of an order can be asked for while files are read, and its pages stay")
  func parts() async throws {
    let folder = try PictureFolder(files: 400, readable: 150) { "r \($0 % 6)" }
    let library = folder.library()
    let repository = try folder.queries(library)
    let request = PageRequest(Self.byRating, pageSize: 50)
    async let all = Self.page(Self.byRating, of: repository)
    try await folder.read(150, for: library)

    let early = try #require(await repository.storedPage(for: request))
    let count = try #require(early.totalCount)
    #expect((100...150).contains(count))
    expectEqual(early.sortReach?.readCount, count)
    expectEqual(Set(early.photos.prefix(16).map(\.rating)), [5])
    try await folder.read(350, for: library)

    let later = try #require(await repository.storedPage(for: request))
    #expect(later.totalCount ?? 0 > count && later.part != early.part)
    // The pages of a part are of the same answer, also when all have been read.
    var next = PageRequest(Self.byRating, page: 2, pageSize: 50, anchor: early.photos[3].id)
    next.part = early.part
    let second = try #require(await repository.storedPage(for: next))
    expectEqual(second.totalCount, count)
    expectEqual(second.anchorRow, 3)
    #expect(Set(second.photos.map(\.id)).isDisjoint(with: early.photos.map(\.id)))
    folder.readAll()
    try await expectEqual(all.totalCount, 400)
    try await expectEqual(all.part, nil)
    await #expect(repository.storedPage(for: next)?.photos == second.photos)
    await #expect(repository.storedPage(for: request) == nil)
    expectEqual(folder.reader.takeNames().count, 400)
  }

  @Test("A photo that is rated out of a filter stays while files are read, and goes with a refresh")
  func staying() async throws {
    let folder = try PictureFolder(files: 90, readable: 30) { "r \($0 % 2 * 4)" }
    let library = folder.library()
    let repository = try folder.queries(library)
    let query = PhotoQuery(filter: FilterReading("rating:4").expression)
    async let all = Self.page(query, of: repository)
    try await folder.read(30, for: library)
    let first = try #require(await repository.storedPage(for: PageRequest(query)))

    var rated = try #require(first.photos.dropFirst(3).first)
    try folder.write(rated.id, "r 1")
    rated.rating = 1
    await repository.photosChanged([rated])
    try await folder.read(60, for: library)

    let next = try #require(await repository.storedPage(for: PageRequest(query)))
    #expect(next.photos.count > first.photos.count)
    expectEqual(next.photos.prefix(4).map(\.id), first.photos.prefix(4).map(\.id))
    expectEqual(next.photos[3].rating, 1)
    folder.readAll()
    let end = try await all
    expectEqual(end.totalCount, 45)
    expectEqual(end.photos[3].rating, 1)
    let fresh = try await repository.page(for: PageRequest(query, isRefresh: true))
    expectEqual(fresh.totalCount, 44)
    #expect(!fresh.photos.contains { $0.id == rated.id })
  }

  @Test("The first matches by date come before all, of which the next page may be asked at once")
  func firstMatches() async throws {
    let folder = try PictureFolder(files: 30) { "t Bog\nd 2017:10:\($0) 02:30:00" }
    let repository = try folder.queries(folder.library())
    _ = try await Self.page(PhotoQuery(sort: PhotoSort(.date)), of: repository)
    func request(_ search: String) -> PageRequest {
      PageRequest(PhotoQuery(search: search, sort: PhotoSort(.date)), pageSize: 10)
    }

    var page = try #require(await repository.storedPage(for: request("bog")))
    #expect(page.photos.map(\.id) == (1...10).map { "\($0).jpg" })
    #expect(page.totalCount == nil && page.hasMorePages)
    var next = request("bog")
    (next.page, next.part) = (2, page.part)
    page = try #require(await repository.storedPage(for: next))
    #expect(page.photos.map(\.id) == (11...20).map { "\($0).jpg" } && page.totalCount == 30)
    try await expectEqual(repository.page(for: request("bog")).totalCount, 30)
    // Of few, nothing is left to be found.
    #expect(await repository.storedPage(for: request("3.jpg")) == nil)
    try await expectEqual(repository.page(for: request("3.jpg")).totalCount, 4)
  }

  @Test("A filter that asks for names alone finds them before files have been read")
  func byName() async throws {
    let folder = try PictureFolder(files: 30, readable: 0) { _ in "r 1" }
    let repository = try folder.queries(folder.library())
    let query = PhotoQuery(filter: FilterReading("path:1").expression)
    var request = PageRequest(query, pageSize: 8)
    request.isPreview = true

    let early = try await repository.page(for: request)
    #expect(early.totalCount == 12 && early.sortReach == nil)
    // They can be marked while the others are read.
    request.page = 2
    var marked = try #require(await repository.page(for: request).photos.first)
    marked.rating = 5
    await repository.photosChanged([marked])
    try await expectEqual(repository.page(for: request).photos.first?.rating, 5)
    folder.readAll()
    let all = try await Self.page(query, of: repository)
    #expect(all.photos.count == 12 && all.sortReach?.isWhole == true)
  }

  @Test("As long as a filter has found nothing, its rows are none and not those of the folder")
  func nothingYet() async throws {
    let folder = try PictureFolder(files: 60, readable: 40) { "r \($0 / 60)" }
    let library = folder.library()
    let repository = try folder.queries(library)
    let query = PhotoQuery(filter: FilterReading("rating:1").expression)
    let request = PageRequest(query)
    async let all = Self.page(query, of: repository)

    let first = try #require(await repository.storedPage(for: request))
    #expect(first.photos.isEmpty && first.part != nil)
    try await folder.read(40, for: library)
    let next = try #require(await repository.storedPage(for: request))
    #expect(next.photos.isEmpty && next.sortReach?.readCount ?? 0 > 0 && next.part != first.part)

    folder.readAll()
    try await expectEqual(Self.names(all), ["60.jpg"])
  }

  @Test("Reading all photos that a search finds in groups finds those that the list has")
  func passOfSearch() async throws {
    let folder = try PictureFolder(files: 30) { "k word \($0)" }
    let repository = try folder.queries(folder.library())
    let query = PhotoQuery(search: "word", grouping: .folder)
    var names: [String] = []
    for try await photo in repository.photos(query) { names.append(photo.id) }
    try await expectEqual(names, Self.page(query, of: repository).photos.map(\.id))
    expectEqual(names.count, 30)
  }

  @Test("The next match is one that a file says, in the folder's order and in any other")
  func matches() async throws {
    let folder = try PictureFolder(files: 9) { ($0 % 4 == 0 ? "k lake\n" : "") + "r \($0 % 6)" }
    let repository = try folder.queries(folder.library())
    _ = try await Self.page(PhotoQuery(search: "lake"), of: repository)
    for (query, names) in [
      (PhotoQuery.everything, ["4.jpg", "8.jpg"]), (Self.byRating, ["4.jpg", "8.jpg"]),
      (PhotoQuery(sort: PhotoSort(.name, isDescending: true)), ["8.jpg", "4.jpg"]),
    ] {
      let rows = try await Self.page(query, of: repository).photos.map(\.id)
      var request = PageRequest(query, pageSize: 1, anchor: rows.first)
      request.match = MatchStep("lake", from: 0, count: 1)
      for name in names {
        let page = try await repository.page(for: request)
        expectEqual(page.anchorRow.map { rows[$0] }, name)
        request.anchor = name
      }
      let last = try await repository.page(for: request)
      #expect(last.anchorRow == nil && last.totalCount == 2)
    }
  }

  @Test("The next match is found among the rows of a part, too")
  func matchesOfPart() async throws {
    let folder = try await Self.known()
    let repository = try folder.queries(folder.library())
    let stored = try #require(await repository.storedPage(for: PageRequest(Self.byRating)))
    expectEqual(Self.names(stored), Self.everyName)
    var request = PageRequest(Self.byRating, pageSize: 1, anchor: "a/b/4.jpg")
    request.part = stored.part
    for (word, row) in [("3", 1), ("jpg", 1), ("1", 3), ("4", nil)] {
      request.match = MatchStep(word, from: 0, count: 1)
      await #expect(repository.storedPage(for: request)?.anchorRow == row)
    }
  }

  @Test("A folder in another one has its rows, and the other one's are read as far as they are new")
  func nested() async throws {
    let folder = try await Self.known()
    try folder.write("a/5.jpg", "r 5")
    let library = folder.library()
    let repository = try folder.queries(library, below: "/a")
    try await expectEqual(
      Self.names(Self.page(Self.byRating, of: repository)), ["5.jpg", "b/4.jpg", "3.jpg"])
    expectEqual(folder.reader.takeNames(), ["5.jpg"])
    let grouped = PhotoQuery(sort: PhotoSort(.rating), grouping: .folder)
    try await expectEqual(
      Self.page(grouped, of: repository).sections,
      .whole([
        PhotoSection(.folder([]), start: 0, count: 2),
        PhotoSection(.folder(Array("b".utf8)), start: 2, count: 1),
      ]))

    let outer = try folder.queries(library)
    try await expectEqual(
      Self.names(Self.page(Self.byRating, of: outer)), ["a/5.jpg"] + Self.everyName)
    expectEqual(folder.reader.takeNames(), [])
  }

  @Test("A refresh reads what has changed, and forgets what has gone")
  func refresh() async throws {
    let (folder, repository) = try await Self.shown()
    try folder.write("1.jpg", "r 5\nt new")
    folder.remove("2.jpg")
    try folder.write("a/7.jpg", "r 4")

    var request = PageRequest(Self.byRating)
    request.isRefresh = true
    try await expectEqual(
      Self.names(repository.page(for: request)), ["1.jpg", "a/7.jpg", "a/b/4.jpg", "a/3.jpg"])
    expectEqual(folder.reader.takeNames(), ["1.jpg", "7.jpg"])
    let found = PhotoQuery(search: "new")
    try await expectEqual(Self.names(Self.page(found, of: repository)), ["1.jpg"])
  }

  @Test(
    "A photo that is marked moves with the next list, and keeps its mark until its file says it")
  func marked() async throws {
    let folder = try await Self.known()
    let repository = try folder.queries(folder.library())
    var photo = try #require(try await Self.page(Self.byRating, of: repository).photos.last)
    photo.rating = 5
    await repository.photosChanged([photo])

    let five = PhotoQuery(filter: FilterReading("rating:5").expression, sort: PhotoSort(.name))
    try await expectEqual(Self.page(five, of: repository).photos, [photo])
    try await expectEqual(
      Self.names(Self.page(Self.byRating, of: repository)),
      ["1.jpg", "a/b/4.jpg", "a/3.jpg", "2.jpg"])
    expectEqual(folder.reader.takeNames(), [])
  }

  @Test("Counts are those of the last run until the files have been checked")
  func counted() async throws {
    let folder = try await Self.known()
    try folder.write("9.jpg", "r 4")
    let repository = try folder.queries(folder.library())
    var request = CountRequest(.everything, by: [.rating])
    request.countsDays = true
    var counts = await repository.counts(for: request).makeAsyncIterator()
    var seen: [FacetCounts] = []
    while let next = await counts.next() { seen.append(next) }
    let last = try #require(seen.last)
    expectEqual(last.values[.rating]?.map(\.count), [2, 1, 1, 1])
    #expect(last.isComplete && last.totalCount == 5)
    #expect(seen.dropLast().allSatisfy { !$0.isComplete && $0.photoCount <= 5 })
  }

  @Test("Keywords of all folders that are remembered count where they are asked for")
  func countedElsewhere() async throws {
    let folder = try PictureFolder()
    try folder.write("a/1.jpg", "k sea\nk boat")
    try folder.write("a/b/2.jpg", "k sea")
    let library = folder.library()
    _ = try await Self.page(Self.byRating, of: folder.queries(library))
    await library.finishWriting()
    try folder.write("A/3.jpg", "k hill")
    for (isKnown, found) in [(true, ["sea", "boat", "hill"]), (false, ["hill"])] {
      let queries = try folder.queries(isKnown ? library : nil, below: "/A")
      var request = CountRequest(.everything, by: [.keyword])
      request.countsAllFolders = true

      let counts = await Self.counts(request, of: queries)

      expectEqual(
        Set(counts?.values[.keyword]?.compactMap(\.value) ?? []), Set(found), "\(isKnown)")
      if isKnown { expectEqual(counts?.values[.keyword]?.first?.count, 2) }
    }
  }

  @Test("In another time zone nothing is asked of the rows until they have been made again")
  func zones() async throws {
    let folder = try PictureFolder()
    try folder.write("1.jpg", "d 2020:01:01 00:30:00")
    try folder.write("2.jpg", "d 2020:01:01 06:00:00+14:00")
    try folder.write("3.jpg")
    let query = PhotoQuery(
      filter: FilterReading("date:2020-01-01").expression, sort: PhotoSort(.date))
    let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
    for zone in [TimeZone.gmt, auckland] {
      let library = folder.library(.gmt)
      let run = try folder.run(library, zone: zone)
      let rows = LocalQueryRepository(run, zone: zone)
      let photos = try folder.queries(nil, zone: zone)
      try await expectEqual(
        Self.page(query, of: rows).photos, Self.page(query, of: photos).photos)
      await library.finishWriting()
      await #expect(library.hasRows(in: zone) == (zone == .gmt))
      await #expect((run.knownRows() != nil) == (zone == .gmt))
      guard zone == auckland else { continue }

      await run.makeRows()
      await #expect(library.hasRows(in: zone))
      let later = try folder.queries(library, zone: zone)
      try await expectEqual(
        Self.names(later.storedPage(for: PageRequest(query))),
        Self.names(Self.page(query, of: photos)))
    }
  }

  @Test(
    "The raw file of a pair is a row only where pairs are two photos, and goes with its picture")
  func pairs() async throws {
    let folder = try PictureFolder()
    for name in ["1.jpg", "1.cr2", "2.jpg"] { try folder.write(name, "r 1") }
    let library = folder.library()
    for showsPairs in [true, false, true, false] {
      let repository = try folder.queries(library, showsPairs: showsPairs)
      let page = try await Self.page(Self.byRating, of: repository)
      expectEqual(
        Self.names(page), showsPairs ? ["1.cr2", "1.jpg", "2.jpg"] : ["1.jpg", "2.jpg"])
      let pair = page.photos.first { $0.id == "1.jpg" }
      expectEqual(pair?.companions.count, showsPairs ? 0 : 1)
      let counts = await Self.counts(CountRequest(.everything, by: [.format]), of: repository)
      expectEqual(counts?.photoCount, showsPairs ? 3 : 2)
    }
    folder.remove("1.cr2")
    let repository = try folder.queries(library)
    let page = try await Self.page(Self.byRating, of: repository)
    expectEqual(page.photos.first?.companions, [])
  }

  @Test("A photo keeps its raw file whatever another program lists, and has no new rows beside it")
  func otherListings() async throws {
    let folder = try PictureFolder()
    for name in ["1.jpg", "1.cr2", "2.jpg"] { try folder.write(name, "r 1") }
    let library = folder.library()
    let repository = try folder.queries(library)
    _ = try await Self.page(Self.byRating, of: repository)
    let other = try folder.queries(folder.library(), showsPairs: true)
    try await expectEqual(Self.page(Self.byRating, of: other).totalCount, 3)

    let page = try await Self.page(PhotoQuery(sort: PhotoSort(.name)), of: repository)
    expectEqual(Self.names(page), ["1.jpg", "2.jpg"])
    expectEqual(page.photos.map(\.companions.count), [1, 0])
  }

  @Test("Texts that photos share go with the last of them")
  func sharedTexts() async throws {
    let folder = try PictureFolder()
    for (name, camera) in [("1.jpg", "Common"), ("2.jpg", "Common"), ("3.jpg", "Rare")] {
      try folder.write(name, "c \(camera)")
    }
    let library = folder.library()
    _ = try await Self.page(
      Self.byRating, of: try folder.queries(library))
    func cameras() async -> [String]? {
      await library.database.read {
        try String.fetchAll($0, sql: "SELECT text FROM spelling WHERE text IN ('Common', 'Rare')")
      }
    }
    await expectEqual(cameras()?.sorted(), ["Common", "Rare"])

    let directory = try #require(LibraryDirectory(at: Array(folder.path.utf8)))
    await library.forget([Array("2.jpg".utf8), Array("3.jpg".utf8)], in: directory)
    await expectEqual(cameras(), ["Common"])
    await library.forget(nil, in: directory)
    await expectEqual(cameras(), [])
  }

  @Test("A page that is cancelled doesn't have the files read again")
  func cancelled() async throws {
    let (folder, repository) = try await Self.shown()
    try folder.write("9.jpg", "r 5")
    let cancelled = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try? await Self.page(Self.byRating, of: repository)
    }.value
    #expect(cancelled?.photos.isEmpty != false || cancelled?.photos.count == 4)
    // It would have been found otherwise.
    try await expectEqual(Self.names(Self.page(Self.byRating, of: repository)), Self.everyName)
  }

  @Test("Rows that are forgotten while they are shown are read again for the next list")
  func forgotten() async throws {
    let folder = try await Self.known()
    let library = folder.library()
    let repository = try folder.queries(library)
    _ = try await Self.page(Self.byRating, of: repository)

    _ = try await folder.library().forget(from: nil)

    var request = PageRequest(Self.byRating, page: 2, pageSize: 2)
    _ = try await repository.page(for: request)
    request.page = 1
    try await expectEqual(Self.names(repository.page(for: request)), ["a/b/4.jpg", "a/3.jpg"])
  }

  @Test("A library that can't be written leaves photos in memory, and says so once")
  func unwritable() async throws {
    let folder = try PictureFolder(files: 2) { "r \($0)" }
    try folder.home.write("vitrine")
    let repository = try folder.queries(folder.library())
    try await expectEqual(
      Self.names(Self.page(Self.byRating, of: repository)), ["2.jpg", "1.jpg"])
    #expect(folder.log.lines.count <= 1)
  }

  @Test("Files that can't be read are rows all the same, and are tried again")
  func unreadable() async throws {
    let folder = try PictureFolder()
    try folder.write("1.jpg", "?")
    try folder.write("2.jpg", "r 2")
    symlink("nowhere", "\(folder.path)/3.jpg")
    let library = folder.library()
    for _ in 0..<2 {
      let repository = try folder.queries(library)
      let page = try await Self.page(Self.byRating, of: repository)
      expectEqual(Self.names(page)?.prefix(2), ["2.jpg", "1.jpg"])
      #expect(folder.reader.takeNames().contains("1.jpg"))
    }
  }
}

import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryDomain

/// With photos that no folder on a disk has, and terms as users type them.
extension RandomPhotos {
  mutating func anyPhoto(_ number: Int) -> Photo {
    var photo = photo(number)
    let folder = photo.id.lastIndex(of: "/").map { "\(photo.id[..<$0])/" } ?? ""
    photo.imageURL = Bool.random(using: &random) ? photo.file?.url : nil
    photo.needsDetails = Bool.random(using: &random)
    if let companion = some([
      "/pictures/\(folder)IMG_\(number).CR2", "/elsewhere/x", "/pictures/b/d/y",
    ]) {
      photo.companions = [companion, "/pictures/\(folder)z"].compactMap { FileReference(path: $0) }
    }
    return unusual(photo, number)
  }

  /// One in eight is a photo that no folder on a disk has.
  private mutating func unusual(_ photo: Photo, _ number: Int) -> Photo {
    var photo = photo
    switch Int.random(in: 0..<80, using: &random) {
    case 0: photo.thumbnailURL = URL(string: "https://x.example/t")
    case 1: photo.pageURL = URL(string: "https://x.example/p")
    case 2: photo.remotePath = Array("b/\(number).jpg".utf8)
    case 3: photo.remoteCompanions = [[1]]
    case 4: photo.priceUntil = Date(timeIntervalSince1970: 1)
    case 5: photo.purchase = PurchaseReference(itemID: "1")
    case 6: photo.isUploadDate = true
    case 7: photo.file = nil
    case 8: photo.imageURL = URL(string: "https://x.example/i")
    case 9: (photo.width, photo.rating) = (.max, .min)
    case 10: photo.utcOffset = .max
    case 11: photo.file = FileReference(path: "name")
    case 12...15:
      // An id that is not the path, as of a name that isn't UTF-8.
      var other = Photo(id: "b/\\xFF\(number).jpg", name: photo.name)
      other.file = FileReference(path: Array("/pictures/b/".utf8) + [0xFF] + "\(number).jpg".utf8)
      other.imageURL = other.file?.url
      photo = other
    default: break
    }
    return photo
  }

  /// A term of a filter, as users type it. A new kind of field has to be added here.
  mutating func term(_ field: FilterField) -> String {
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let sign = any(["", "", "-"])
    let comparison = any(["", ">", "<", ">=", "<="])
    let value =
      switch field.kind {
      case .text:
        any(["", "="])
          + any([
            "bog", "élan", "elan", "long", "canon", "\"nikon d500\"", "b/", "b/c", "red", "purple",
            "*",
            "cc0", "sea", "img_1", "日本", "a\u{301}",
          ])
      case .word: any(["jpg", "cr2", "JPG,cr2", "png"])
      case .number: any([comparison + any(["0", "1", "2.8", "50", "100", "6000"]), "1..100"])
      case .bytes: any([comparison + any(["0", "1", "5MB", "2kB"]), "1..9MB"])
      case .price: any([comparison + any(["9", "10EUR", "9.50"]), "9..10", "1..9USD"])
      case .currency: any(["EUR", "usd", "JPY"])
      case .date: any([comparison + any(["1966", "1970", "1966-07", "2001-09-09"]), "1960..1980"])
      case .sale: any(["yes", "no"])
      case .state: "rejected"
      }
    return "\(sign)\(field.rawValue):\(value)"
  }

  /// Terms of one field, and of others.
  mutating func filter(_ field: FilterField) -> String {
    var terms = [term(field)]
    for _ in 0..<(Int.random(in: 0...5, using: &random) / 3) {
      if let other = FilterField.allCases.randomElement(using: &random) {
        terms.append(term(other))
      }
    }
    if Int.random(in: 0..<8, using: &random) == 0 { terms.append("bog") }
    return terms.joined(separator: " ")
  }

  mutating func photos(_ count: Int) -> [Photo] { (0..<count).map { anyPhoto($0) } }
}

/// A source that is read whole answers filters, searches and orders of its own.
@Suite(.timeLimit(.minutes(10)))
struct WholeQueryTests {
  private static let filters = [
    "", "bog", "-bog", "title:*", "-title:*", "alt:*", "-alt:*", "alt:bog", "copyright:sea",
    "-tag:*",
    "author:*|bog", "title:élan", "title:=bog", "description:long", "author:bog", "camera:nikon",
    "camera:=\"canon eos 5d\"", "lens:bog", "tag:sea", "-tag:sea", "place:elan", "place:=bog",
    "-place:usa", "d.c.", "licence:cc0", "id:b/",
    "path:b/c",
    "ext:jpg", "ext:cr2,jpg", "label:red", "label:purple", "price:<10", "price:9..10EUR",
    "currency:USD",
    "date:1970", "date:>2001", "-date:1966", "date:1966", "sale:yes", "-sale:yes", "iso:>=100",
    "focal:50",
    "width:6000", "height:<5", "mp:>20", "rating:5", "rating:0..1", "size:>1MB", "is:rejected",
    "camera:canon rating:>0 -tag:sea",
  ]

  @Test(arguments: 1...3)
  func `every filter, order and grouping of a folder is that of a plain list`(seed: UInt64)
    async throws
  {
    var made = RandomPhotos(seed: seed)
    let photos = made.photos(700)
    let folder = TestSource(photos, capabilities: .whole, isListedUnread: true)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    // Everything first, so that filters are of what is kept.
    var everything = PageRequest(PhotoQuery(sort: PhotoSort(.date)))
    everything.pageSize = 500
    _ = try await repository.page(for: everything)
    let readPages = await folder.requests.count
    expectEqual(readPages, 2)

    let random = FilterField.allCases.flatMap { field in (0..<4).map { _ in made.filter(field) } }
    for text in Self.filters + random {
      let reading = FilterReading(text)
      #expect(reading.faults.isEmpty, "\(text)")
      let filter = reading.expression
      let matcher = FilterMatcher(filter, zone: .gmt)
      let matching = photos.filter(matcher.matches)
      let key = ([nil] + PhotoSort.Key.allCases).randomElement(using: &made.random) ?? nil
      let sort = key.map { PhotoSort($0, isDescending: Bool.random(using: &made.random)) }
      let grouping = ([nil] + PhotoGrouping.allCases).randomElement(using: &made.random) ?? nil
      let query = PhotoQuery(filter: filter, sort: sort, grouping: grouping)
      // That is the source's own list.
      guard !query.isEverythingInOrder else { continue }
      let (order, sections) = PhotoOrdering(
        sort: sort, grouping: query.arrangedGrouping, zone: .gmt
      ).arranged(matching)

      var request = PageRequest(query, pageSize: 500, anchor: order.last.map { matching[$0].id })
      let first = try await repository.page(for: request)
      request.page = 2
      let second = try await repository.page(for: request)

      expectEqual(first.photos + second.photos, order.map { matching[$0] }, "\(text) \(query)")
      expectEqual(first.totalCount, matching.count)
      expectEqual(first.anchorRow, (order.isEmpty ? nil : order.count - 1))
      expectEqual(first.sortReach, SortReach(readCount: 700, isWhole: true))
      expectEqual(first.sections, (query.arrangedGrouping == nil ? .none : .whole(sections)))
    }
    await expectEqual(folder.requests.count, readPages)
  }

  @Test func `photos that were marked move with the next first page, and are found by filters`()
    async throws
  {
    let photos = (1...9).map { Photo(id: "\($0)", name: "\($0)", rating: $0 % 5) }
    let folder = TestSource(photos, capabilities: .whole, isListedUnread: true)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let sorted = PhotoQuery(sort: PhotoSort(.rating, isDescending: true))
    func ids(_ query: PhotoQuery, page: Int = 1, isAgain: Bool = false) async throws -> String {
      var request = PageRequest(query, page: page, pageSize: 5)
      request.isAgain = isAgain
      return try await repository.page(for: request).photos.map(\.id).joined()
    }
    try await expectEqual(ids(sorted), "49382")

    var marked = photos[0]
    marked.rating = 5
    await repository.photosChanged([marked])

    // Rows on the screen stay where they are.
    try await expectEqual(ids(sorted, page: 2), "7165")
    try await expectEqual(ids(sorted, isAgain: true), "49382")
    let five = PhotoQuery(filter: FilterReading("rating:5").expression, sort: PhotoSort(.name))
    try await expectEqual(ids(five), "1")
    try await expectEqual(ids(sorted), "14938")
    await expectEqual(folder.requests.count, 1)
  }

  @Test func `a refresh reads the folder again, for all filters at once`() async throws {
    var made = RandomPhotos(seed: 1)
    let folder = TestSource(made.photos(10), capabilities: .whole, isListedUnread: true)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let sorted = PhotoQuery(sort: PhotoSort(.date))
    let filtered = PhotoQuery(filter: FilterReading("rating:5").expression, sort: PhotoSort(.date))
    var counts: [Int] = []
    for request in [
      PageRequest(sorted), PageRequest(filtered), PageRequest(filtered, isRefresh: true),
      PageRequest(PhotoQuery(filter: FilterReading("iso:100").expression, sort: PhotoSort(.date))),
    ] {
      _ = try await repository.page(for: request)
      counts.append(await folder.requests.count)
    }

    expectEqual(counts, [1, 1, 2, 2])
  }

  @Test(arguments: [nil, PhotoSort(.date, isDescending: true)])
  func `terms that are added one after the other find what they find at once`(sort: PhotoSort?)
    async throws
  {
    var made = RandomPhotos(seed: 12)
    let photos = made.photos(150)
    let repository = LocalQueryRepository(
      TestSource(photos, capabilities: .whole, isListedUnread: true), zone: .gmt)
    _ = try await repository.page(for: PageRequest(PhotoQuery(sort: PhotoSort(.date))))

    for text in ["bog rating:>0 camera:nikon img_1", "-sea rating:0..1 élan bog", "lon,bo,b/ -img"]
    {
      for length in 1...text.count {
        let typed = String(text.prefix(length))
        let words = typed.filter { $0.isLetter || $0.isNumber || $0 == " " }
        for query in [
          PhotoQuery(filter: FilterReading(typed).expression, sort: sort),
          PhotoQuery(search: words, filter: FilterReading("-is:rejected").expression, sort: sort),
        ] where query.search != "" {
          var request = PageRequest(query, pageSize: 500)
          request.isPreview = true
          let typedPage = try await repository.page(for: request)

          let other = LocalQueryRepository(
            TestSource(photos, capabilities: .whole, isListedUnread: true), zone: .gmt)
          request.isPreview = false
          let wholePage = try await other.page(for: request)
          expectEqual(typedPage.photos, wholePage.photos, "\(typed)")
        }
      }
    }
  }

  @Test(
    arguments: [nil, PhotoSort(.rating), PhotoSort(.date, isDescending: true)],
    [nil, PhotoGrouping.camera])
  func `matches are found from any row, in the order of the rows, without reading anything again`(
    sort: PhotoSort?, grouping: PhotoGrouping?
  ) async throws {
    var made = RandomPhotos(seed: 5)
    let photos = made.photos(60)
    let folder = TestSource(photos, capabilities: .whole, isListedUnread: true)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let query = PhotoQuery(sort: sort, grouping: grouping)
    let filter = LocalFilter(PhotoQuery(search: "bog"), zone: .gmt)
    let matching = Set(photos.filter(filter.keeps).map(\.id))
    let rows = try await repository.page(for: PageRequest(query, pageSize: 500)).photos.map(\.id)
    let matches = rows.indices.filter { matching.contains(rows[$0]) }
    #expect(matches.count > 4)

    for row in -1...rows.count {
      for count in [-2, -1, 1, 3] {
        var request = PageRequest(query, pageSize: 1)
        request.match = MatchStep("bog", from: row, count: count)
        let page = try await repository.page(for: request)
        expectEqual(page.anchorRow, request.match?.page(of: matches).anchorRow)
        expectEqual(page.totalCount, matches.count)
        // Where the photo of the row is now counts more than the row.
        guard rows.indices.contains(row) else { continue }
        request.anchor = rows[row]
        request.match?.row = 0
        try await expectEqual(repository.page(for: request).anchorRow, page.anchorRow)
      }
    }
  }

  @Test func `a search that is cancelled finds nothing, and the next one all`()
    async throws
  {
    let photos = (0..<3_000).map { Photo(id: "\($0).jpg", name: "Lake \($0)") }
    let repository = LocalQueryRepository(
      TestSource(photos, capabilities: .whole, isListedUnread: true), zone: .gmt)
    let sorted = PhotoQuery(sort: PhotoSort(.name))
    _ = try await repository.page(for: PageRequest(sorted))
    var query = sorted
    query.search = "lake"
    let search = query

    let cancelled = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Result { () async throws(PhotoSourceError) in
        try await repository.page(for: PageRequest(search)).totalCount
      }
    }.value
    expectEqual(cancelled, .failure(.cancelled))
    for search in ["lake", "lakes", "lake 299"] {
      query.search = search
      let page = try await repository.page(for: PageRequest(query))
      let matching = photos.filter(LocalFilter(query).keeps)
      expectEqual(page.totalCount, matching.count)
    }
  }
}

import ExpectationSupport
import Foundation
import GalleryTestSupport
import Synchronization
import Testing

@testable import GalleryDomain

/// What was read of a source whole, in the next run.
@Suite(.timeLimit(.minutes(10)))
struct KeptReadingTests {
  /// Keeps bytes in memory.
  private final class Store: ReadingStore {
    let kept = Mutex<[ReadingKey: [UInt8]]>([:])
    let keptCount = Mutex(0)

    func read<Value: Sendable>(
      _ key: ReadingKey, _ body: @Sendable (inout KeptColumns) throws(DamagedBytes) -> Value
    ) async -> Value? {
      guard let bytes = kept.withLock({ $0[key] }) else { return nil }
      return Self.read(bytes, body)
    }

    static func read<Value>(
      _ bytes: [UInt8], _ body: (inout KeptColumns) throws(DamagedBytes) -> Value
    ) -> Value? {
      var rest = bytes[...]
      var columns = KeptColumns(byteCount: bytes.count) { buffer in
        buffer.copyBytes(from: rest.prefix(buffer.count))
        rest = rest.dropFirst(buffer.count)
        return true
      }
      return try? body(&columns)
    }

    func keep(_ columns: @escaping @Sendable () -> [KeptColumn], under key: ReadingKey) {
      var bytes: [UInt8] = []
      for column in columns() { column.withBytes { bytes += $0 } }
      kept.withLock { $0[key] = bytes }
      keptCount.withLock { $0 += 1 }
    }
  }

  /// A folder whose files have versions; it may be read only so far.
  private actor Folder: PhotoRepository {
    var photos: [Photo]
    private(set) var versions: [Photo.ID: UInt64] = [:]
    private(set) var readIDs: [Photo.ID] = []
    /// Pages wait until this is open.
    var gate: AsyncStream<Void>?

    init(_ photos: [Photo]) {
      self.photos = photos
      for photo in photos { versions[photo.id] = UInt64(photo.id.utf8.count) + 1 }
    }

    func change(_ photos: [Photo], _ newVersions: [Photo.ID: UInt64] = [:]) {
      self.photos = photos
      versions.merge(newVersions) { $1 }
      readIDs = []
    }

    func close(_ gate: AsyncStream<Void>) { self.gate = gate }

    nonisolated var title: String { "folder" }
    nonisolated var readingKey: ReadingKey? { ReadingKey(folders: [Array("/p".utf8)], detail: []) }
    nonisolated var capabilities: SourceCapabilities {
      var capabilities = SourceCapabilities(search: .here)
      capabilities.isReadWhole = true
      return capabilities
    }

    func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      if let gate { for await _ in gate {} }
      var page = PhotoPage(of: photos, for: request)
      page.photos = page.photos.map {
        var photo = Photo(id: $0.id, name: "unread", file: $0.file, needsDetails: true)
        photo.companions = $0.companions
        return photo
      }
      return page
    }

    func versions(of photos: [Photo]) -> [UInt64] { photos.map { versions[$0.id] ?? 0 } }

    func files(for request: PageRequest) async throws(PhotoSourceError) -> FilePage? {
      var page = try await page(for: request)
      let photos = page.photos
      page.photos = []
      var files = FileList()
      for photo in photos {
        let path = photo.file?.path ?? []
        let name = FilePath.lastComponent(path)
        files.begin(path.dropLast(name.count + 1), idByteCount: photo.id.utf8.count - name.count)
        files.append(
          name, companions: photo.companions.map { Array(FilePath.lastComponent($0.path)) })
      }
      files.versions = photos.map { versions[$0.id] ?? 0 }
      return FilePage(page, files) { places in places.map { photos[$0] } }
    }

    func details(of photo: Photo, urgency: ReadingUrgency) -> Photo {
      readIDs.append(photo.id)
      return photos.first { $0.id == photo.id } ?? photo
    }
  }

  private static func photos(_ count: Int, seed: UInt64) -> [Photo] {
    var made = RandomPhotos(seed: seed)
    made.hasUnusual = false
    return made.photos(count).map {
      var photo = $0
      photo.needsDetails = false
      return photo
    }
  }

  private static func queries(_ random: inout some RandomNumberGenerator) -> [PhotoQuery] {
    let sort = PhotoSort.Key.allCases.randomElement(using: &random).map {
      PhotoSort($0, isDescending: Bool.random(using: &random))
    }
    let grouping = ([nil] + PhotoGrouping.allCases).randomElement(using: &random) ?? nil
    return [
      PhotoQuery(sort: sort, grouping: grouping),
      PhotoQuery(filter: FilterReading("rating:>0").expression, sort: sort),
      PhotoQuery(search: "bog"),
    ]
  }

  @Test(arguments: 1...3)
  func `the next run shows what the last one had, and reads what has changed`(seed: UInt64)
    async throws
  {
    var random = SplitMix64(state: seed)
    let (folder, store) = (Folder(Self.photos(540, seed: seed)), Store())
    var last: [Photo] = []
    var made = RandomPhotos(seed: seed + 100)
    made.hasUnusual = false

    for run in 0..<4 {
      let repository = LocalQueryRepository(folder, store: store, zone: .gmt)
      for query in Self.queries(&random) {
        var request = PageRequest(query, pageSize: 500)
        let stored = await repository.storedPage(for: request)
        request.page = 2
        let further = await repository.storedPage(for: request)
        let plain = LocalQueryRepository(Folder(last), zone: .gmt)
        request.page = 1
        let expected = try await plain.page(for: request)

        expectEqual(stored?.photos, run == 0 ? nil : expected.photos, "\(query)")
        expectEqual(stored?.sections, run == 0 ? nil : expected.sections)
        expectEqual(stored?.totalCount, run == 0 ? nil : expected.totalCount)
        expectEqual(stored?.storedAt == nil, run == 0)
        request.page = 2
        expectEqual(
          try await plain.page(for: request).photos, run == 0 ? [] : further?.photos ?? [])
      }
      for query in Self.queries(&random) {
        let photos = await folder.photos
        let plain = LocalQueryRepository(Folder(photos), zone: .gmt)
        let expected = try await plain.page(for: PageRequest(query, pageSize: 500))
        let found = try await repository.page(for: PageRequest(query, pageSize: 500))
        expectEqual(found.photos, expected.photos, "\(query)")
        expectEqual(found.sections, expected.sections)
        expectEqual(found.totalCount, expected.totalCount)
        expectEqual(found.storedAt, nil)
      }
      last = await folder.photos
      if run == 0 { await expectEqual(folder.readIDs.count, 540) }

      // Some are gone, some are new, some have changed, and one has moved.
      var (next, changed): ([Photo], [Photo.ID: UInt64]) = (last, [:])
      let isSame = run == 2
      if !isSame {
        next.removeAll { _ in Int.random(in: 0..<40, using: &random) == 0 }
        for index in next.indices where Int.random(in: 0..<40, using: &random) == 0 {
          next[index].name = "changed \(run)"
          next[index].rating = Int.random(in: 1...5, using: &random)
          changed[next[index].id] = .random(in: 100...(.max), using: &random)
        }
        for number in 0..<Int.random(in: 0...5, using: &random) {
          var photo = made.photo(10_000 * (run + 1) + number)
          photo.needsDetails = false
          next.insert(photo, at: Int.random(in: 0...next.count, using: &random))
          changed[photo.id] = 7
        }
        next.swapAt(3, 400)
      }
      await folder.change(next, changed)
      let keptCount = store.keptCount.withLock(\.self)
      let following = LocalQueryRepository(folder, store: store, zone: .gmt)
      _ = try await following.page(for: PageRequest(PhotoQuery(sort: PhotoSort(.date))))
      await expectEqual(Set(folder.readIDs), Set(changed.keys))
      if isSame {
        // Its order may have to be kept, in two parts.
        #expect(store.keptCount.withLock(\.self) <= keptCount + 2)
        let again = LocalQueryRepository(folder, store: store, zone: .gmt)
        let before = store.keptCount.withLock(\.self)
        _ = try await again.page(for: PageRequest(PhotoQuery(sort: PhotoSort(.date))))
        expectEqual(store.keptCount.withLock(\.self), before)
      }
      last = next
    }
  }

  @Test func `what a filter leaves is there as a whole if everything was kept, and is the same`()
    async throws
  {
    let (folder, store) = (Folder(Self.photos(540, seed: 9)), Store())
    let query = PhotoQuery(filter: FilterReading("rating:>0").expression)
    let request = PageRequest(query, pageSize: 500)
    let first = LocalQueryRepository(folder, store: store, zone: .gmt)
    await #expect(try first.rows(for: request) == nil)
    _ = try await first.page(for: PageRequest(PhotoQuery(sort: PhotoSort(.date))))

    let next = LocalQueryRepository(folder, store: store, zone: .gmt)
    await #expect(try next.rows(for: PageRequest(.everything)) == nil)
    let rows = try #require(try await next.rows(for: request))

    let ids = rows.inHalves(0..<rows.count, from: ([], [])) { ids, photo, _ in ids.append(photo.id)
    }
    var photos = await folder.photos
    expectEqual(ids.flatMap { $0 as [Photo.ID] }, photos.filter { $0.rating ?? 0 > 0 }.map(\.id))
    #expect(rows.count > 0)

    // Many new files would have to be read before the first photo is printed.
    let new = Self.photos(1_600, seed: 10).filter { photo in !photos.contains { $0.id == photo.id }
    }
    photos += new
    #expect(new.count > 1_000)
    await folder.change(photos, Dictionary(uniqueKeysWithValues: new.map { ($0.id, 5) }))
    let later = LocalQueryRepository(folder, store: store, zone: .gmt)
    await #expect(try later.rows(for: request) == nil)
    await #expect(folder.readIDs.count <= 1_000)
  }

  @Test func `a refresh reads only what has changed`() async throws {
    var photos = Self.photos(50, seed: 3)
    let folder = Folder(photos)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let query = PhotoQuery(sort: PhotoSort(.date))
    _ = try await repository.page(for: PageRequest(query))

    photos[7].name = "changed"
    photos[9].companions = photos[9].file.map { [$0] } ?? []
    await folder.change(photos, [photos[7].id: 1_000])
    let page = try await repository.page(for: PageRequest(query, isRefresh: true))

    expectEqual(await Set(folder.readIDs), [photos[7].id, photos[9].id])
    expectEqual(page.photos.first { $0.id == photos[7].id }?.name, "changed")
    expectEqual(page.photos.first { $0.id == photos[9].id }?.companions.count, 1)
  }

  @Test(arguments: ["harbour bog", "photo a", "zz9", "-a b"], [true, false])
  func `what is typed letter by letter finds the same as at once`(
    text: String, isFilter: Bool
  ) async throws {
    var photos = Self.photos(700, seed: 11)
    for index in photos.indices {
      photos[index].name += [" of the harbour", " bog", "", " HARbouR bogs"][index % 4]
    }
    let repository = LocalQueryRepository(Folder(photos), zone: .gmt)
    let sort = PhotoSort(.date, isDescending: true)
    func query(_ text: String) -> PhotoQuery {
      isFilter
        ? PhotoQuery(filter: FilterReading(text).expression, sort: sort, grouping: .month)
        : PhotoQuery(search: text, sort: sort)
    }
    _ = try await repository.page(for: PageRequest(PhotoQuery(sort: sort)))
    // Typed, and the last letters taken back.
    let lengths = Array(1...text.count) + [text.count - 1, text.count - 2, text.count]
    for length in lengths {
      let request = PageRequest(query(String(text.prefix(length))), pageSize: 500)
      let plain = LocalQueryRepository(Folder(photos), zone: .gmt)
      let (found, expected) = (
        try await repository.page(for: request), try await plain.page(for: request)
      )
      expectEqual(found.photos.map(\.id), expected.photos.map(\.id), "\(text.prefix(length))")
      expectEqual(found.totalCount, expected.totalCount)
      expectEqual(found.sections, expected.sections)
    }
  }

  @Test func `after many files are gone, the others are known`() async throws {
    let photos = Self.photos(1_200, seed: 9)
    let folder = Folder(photos)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let query = PhotoQuery(sort: PhotoSort(.date))
    _ = try await repository.page(for: PageRequest(query))
    let rest = Array(photos[..<90] + photos[100..<300] + photos[600...])

    await folder.change(rest)
    let page = try await repository.page(for: PageRequest(query, pageSize: 500, isRefresh: true))

    expectEqual(await folder.readIDs, [])
    expectEqual(page.totalCount, rest.count)
    let plain = LocalQueryRepository(Folder(rest), zone: .gmt)
    expectEqual(
      page.photos, try await plain.page(for: PageRequest(query, pageSize: 500)).photos)
  }

  @Test func `what refreshes replace doesn't stay in memory`() async throws {
    var photos = Self.photos(40, seed: 3)
    var compact = CompactPhotos()
    for photo in photos { compact.append(photo) }
    let size = compact.bytes.count
    var source = SortSource(compact, keptAt: Date())
    for round in 1...50 {
      photos[round % 40].name = "changed \(round)"
      var next = SortSource(limit: .max, base: source.photos)
      next.add(
        PhotoPage([photos[round % 40]]), known: photos.indices.map { $0 == round % 40 ? nil : $0 })
      next.end()
      source = next
      #expect(source.photos.unusedCount <= 20)
      #expect(source.photos.bytes.count < 2 * size + 1_000)
    }
    expectEqual((0..<40).map { source.photos[$0] }, photos)
  }

  @Test func `files of which nothing is certain are read each time`() async throws {
    let photos = Self.photos(20, seed: 4)
    let folder = Folder(photos)
    await folder.change(photos, [photos[5].id: 0])
    let store = Store()
    let query = PhotoQuery(sort: PhotoSort(.name))
    _ = try await LocalQueryRepository(folder, store: store).page(for: PageRequest(query))
    await folder.change(photos)

    _ = try await LocalQueryRepository(folder, store: store).page(for: PageRequest(query))
    expectEqual(await folder.readIDs, [photos[5].id])
  }

  @Test func `a photo that is rated while the folder is read keeps its rating`() async throws {
    let photos = Self.photos(20, seed: 5)
    let folder = Folder(photos)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    await folder.close(gate)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let progress = await repository.progress()
    async let page = repository.page(for: PageRequest(PhotoQuery(sort: PhotoSort(.rating))))
    for await step in progress {
      expectEqual(step.activity, .sorting)
      break
    }
    var rated = photos[3]
    rated.rating = 5
    await repository.photosChanged([rated])
    opening.finish()

    let found = try await page.photos.first { $0.id == rated.id }
    expectEqual(found?.rating, 5)
  }

  @Test func `while files are checked, counts are those of the last run, and not complete`()
    async throws
  {
    let photos = Self.photos(30, seed: 6)
    let (folder, store) = (Folder(photos), Store())
    let query = PhotoQuery(sort: PhotoSort(.date))
    _ = try await LocalQueryRepository(folder, store: store).page(for: PageRequest(query))
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    await folder.close(gate)
    let repository = LocalQueryRepository(folder, store: store)
    _ = await repository.storedPage(for: PageRequest(query))

    var counts: [FacetCounts] = []
    for await count in await repository.counts(for: CountRequest(.everything, by: [.camera])) {
      if counts.isEmpty { opening.finish() }
      counts.append(count)
    }
    expectEqual(counts.first?.photoCount, 30)
    expectEqual(counts.first?.isComplete, false)
    expectEqual(counts.last?.isComplete, true)
    expectEqual(counts.first?.values, counts.last?.values)
  }

  @Test func `bytes that are not those that were kept never trap`() async throws {
    let (folder, store) = (Folder(Self.photos(40, seed: 7)), Store())
    let query = PhotoQuery(sort: PhotoSort(.date), grouping: .day)
    _ = try await LocalQueryRepository(folder, store: store, zone: .gmt).page(
      for: PageRequest(query))
    let bytes = try #require(store.kept.withLock { $0.values.first })
    func isRead(_ bytes: [UInt8], _ zone: TimeZone = .gmt) -> Bool {
      let reading = Store.read(bytes) { columns throws(DamagedBytes) in
        try SortReading(&columns, zone: zone)
      }
      return (reading ?? nil) != nil
    }

    #expect(isRead(bytes))
    #expect(!isRead(bytes, TimeZone(identifier: "Asia/Tokyo") ?? .current))
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(!isRead(Array(bytes.prefix(count))))
    }
    var random = SplitMix64(state: 8)
    for _ in 0..<2_000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<min(bytes.count, 2_000), using: &random)] = .random(
        in: 0...(.max), using: &random)
      _ = isRead(damaged)
    }
  }
}

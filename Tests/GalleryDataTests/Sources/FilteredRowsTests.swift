import ExpectationSupport
import GalleryDomain
import Synchronization
import Testing
import WaitSupport

@testable import GalleryData

/// The one loop that filters the rows of a list, however the list gets them.
@Suite(.timeLimit(.minutes(10))) struct FilteredRowsTests {
  private static let sea = PhotoQuery(search: "sea")

  @Test func `a list is searched as far as a page needs, and never twice`() async throws {
    let list = StubRows(complete: 50_000)
    let rows = FilteredRows(Self.sea)

    let first = try await rows.page(for: PageRequest(Self.sea, anchor: "30"), of: list)
    expectEqual(first.photos.map(\.id), (0..<100).map { "\($0 * 10)" })
    #expect(first.hasMorePages)
    expectEqual(first.totalCount, nil)
    expectEqual(first.anchorRow, 3)
    expectEqual(list.searched, Array(0..<20_000))

    let later = try await rows.page(for: PageRequest(Self.sea, page: 21, anchor: "31"), of: list)
    expectEqual(later.photos.first?.id, "20000")
    expectEqual(later.anchorRow, nil)
    // A page and one photo more.
    expectEqual(list.searched, Array(0..<22_000))

    let last = try await rows.page(for: PageRequest(Self.sea, page: 50), of: list)
    expectEqual(last.photos.last?.id, "49990")
    expectEqual(last.totalCount, 5_000)
    #expect(!last.hasMorePages)
    expectEqual(list.searched, Array(0..<50_000))
  }

  @Test(arguments: [0, 1, 1_999, 2_000, 2_001, 19_999, 20_000, 20_001])
  func `a short list is counted at once`(count: Int) async throws {
    let list = StubRows(complete: count)

    let page = try await FilteredRows(Self.sea).page(for: PageRequest(Self.sea), of: list)

    expectEqual(page.photos.count, min(100, (count + 9) / 10))
    expectEqual(page.totalCount, (count <= 20_000 ? (count + 9) / 10 : nil))
    expectEqual(page.hasMorePages, (count > 1_000))
  }

  @Test func `a list that grows is searched as it grows`() async throws {
    let list = StubRows()
    let rows = FilteredRows(Self.sea)
    list.grow(to: 3_000)
    let task = Task { try await rows.page(for: PageRequest(Self.sea), of: list) }
    try await wait(for: "the first piece") { list.searched == Array(0..<2_000) }

    list.grow(to: 4_500, isComplete: true)

    let page = try await task.value
    expectEqual(page.totalCount, 450)
    expectEqual(list.searched, Array(0..<4_500))
  }

  @Test func `enough rows are a page, though the list still grows`() async throws {
    let list = StubRows()
    list.grow(to: 20_000)

    let page = try await FilteredRows(Self.sea).page(for: PageRequest(Self.sea), of: list)

    expectEqual(page.photos.count, 100)
    expectEqual(page.totalCount, nil)
    #expect(page.hasMorePages)
  }

  @Test func `callers at the same time get the same rows, each once`() async throws {
    let list = StubRows(complete: 30_000)
    let rows = FilteredRows(Self.sea)

    async let first = rows.page(for: PageRequest(Self.sea, page: 30), of: list)
    async let second = rows.page(for: PageRequest(Self.sea, page: 30), of: list)
    async let third = rows.page(for: PageRequest(Self.sea), of: list)

    let ids = (2_900..<3_000).map { "\($0 * 10)" }
    try await expectEqual(first.photos.map(\.id), ids)
    try await expectEqual(second.photos.map(\.id), ids)
    try await expectEqual(third.photos.map(\.id), (0..<100).map { "\($0 * 10)" })
  }

  @Test func `a search that is cancelled continues where it was`() async throws {
    let list = StubRows(complete: 30_000)
    let rows = FilteredRows(Self.sea)
    list.beforeRow(6_000) { withUnsafeCurrentTask { $0?.cancel() } }
    let task = Task { try await rows.page(for: PageRequest(Self.sea), of: list) }

    await #expect(throws: PhotoSourceError.cancelled) { try await task.value }
    expectEqual(list.searched, Array(0..<8_000))

    let page = try await rows.page(for: PageRequest(Self.sea, page: 30), of: list)
    // What was read while it was cancelled may be unread.
    expectEqual(list.searched, Array(0..<8_000) + Array(6_000..<30_000))
    expectEqual(page.totalCount, 3_000)
  }

  @Test func `a list that fails says why, and may be searched again`() async throws {
    let list = StubRows()
    let rows = FilteredRows(Self.sea)
    list.fail(.noNetwork)
    await #expect(throws: PhotoSourceError.noNetwork) {
      try await rows.page(for: PageRequest(Self.sea), of: list)
    }

    list.grow(to: 10, isComplete: true)

    try await expectEqual(rows.page(for: PageRequest(Self.sea), of: list).totalCount, 1)
  }

  @Test func `files are read where the filter depends on them`() async throws {
    let list = StubRows(complete: 2_500)
    let query = PhotoQuery(filter: .forSale)

    let page = try await FilteredRows(query).page(for: PageRequest(query), of: list)

    expectEqual(page.totalCount, 1_250)
    expectEqual(list.readCount, 2_497)
  }

  @Test func `sections are those of the rows that were found`() async throws {
    let list = StubRows(complete: 25, folderSize: 10)

    let page = try await FilteredRows(Self.sea).page(for: PageRequest(Self.sea), of: list)

    expectEqual(
      page.sections, .whole((0..<3).map { PhotoSection(.folder([UInt8($0)]), start: $0, count: 1) })
    )
  }

  @Test func `rows are kept for the same query only`() {
    var kept: FilteredRows?
    let first = kept.rows(of: Self.sea)

    #expect(kept.rows(of: Self.sea) === first)
    #expect(kept.rows(of: PhotoQuery(search: "land")) !== first)
  }
}

/// Photos by number: every tenth is called *sea*; every second is for sale, as its file says; row 7 of each thousand has no photo.
private final class StubRows: RowList {
  private struct State {
    var count = 0
    var isComplete = false
    var failure: PhotoSourceError?
    var searched: [Int] = []
    var readCount = 0
    var actions: [Int: @Sendable () -> Void] = [:]
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let folderSize: Int?

  init(complete count: Int? = nil, folderSize: Int? = nil) {
    self.folderSize = folderSize
    if let count { grow(to: count, isComplete: true) }
  }

  /// The rows whose photos were requested in whole pieces, in order.
  var searched: [Int] { state.withLock(\.searched) }
  var readCount: Int { state.withLock(\.readCount) }

  func grow(to count: Int, isComplete: Bool = false) {
    let ready = state.withLock { state in
      (state.count, state.isComplete, state.failure) = (count, isComplete, nil)
      defer { state.waiters.removeAll { isComplete || $0.count <= count } }
      return state.waiters.filter { isComplete || $0.count <= count }
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  func fail(_ error: PhotoSourceError) { state.withLock { $0.failure = error } }

  func beforeRow(_ row: Int, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.actions[row] = action }
  }

  func rowCount(
    atLeast count: Int
  ) async throws(PhotoSourceError) -> (count: Int, isComplete: Bool) {
    if let failure = state.withLock(\.failure) { throw failure }
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard !state.isComplete, state.count < count else { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
    return state.withLock { ($0.count, $0.isComplete) }
  }

  func photos(at rows: [Int]) async -> [Photo?] {
    // Pages are requested by the rows that were found, which are not neighbours.
    if rows.count == 1 || rows.first.map({ $0 + 1 }) == rows.dropFirst().first {
      let action = state.withLock { state in
        state.searched += rows
        return rows.first.flatMap { state.actions.removeValue(forKey: $0) }
      }
      action?()
    }
    return rows.map { row in
      row % 1_000 == 7 ? nil : Photo(id: "\(row)", name: row % 10 == 0 ? "sea" : "land")
    }
  }

  func details(of photos: [Photo]) async -> [Photo] {
    state.withLock { $0.readCount += photos.count }
    return photos.map { photo in
      var photo = photo
      photo.saleStatus = (Int(photo.id) ?? 1).isMultiple(of: 2) ? .forSale : .unstated
      return photo
    }
  }

  func folders(of rows: [Int]) async -> [[UInt8]] {
    folderSize.map { size in rows.map { [UInt8($0 / size)] } } ?? []
  }

  func row(of id: Photo.ID) async -> Int? { Int(id) }
}

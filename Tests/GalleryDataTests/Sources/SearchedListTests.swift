import ExpectationSupport
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

/// The one loop that searches photos piece by piece, wherever they are.
@Suite(.timeLimit(.minutes(10))) struct SearchedListTests {
  private static let sea = PhotoQuery(search: "sea")

  /// Pieces of ten photos that pass, each with an id of its own.
  private final class Pieces: Sendable {
    private let numbers = Mutex<[Int]>([])
    private let count: Int

    init(_ count: Int) { self.count = count }

    /// Those that were searched.
    var searched: [Int] { numbers.withLock(\.self) }

    func photos(_ piece: Int) -> (photos: [Photo], isLast: Bool) {
      numbers.withLock { $0.append(piece) }
      let photos = (0..<10).map { Photo(id: "\(piece * 10 + $0)", name: "sea") }
      return (piece < count ? photos : [], piece + 1 >= count)
    }
  }

  private func request(_ page: Int = 1, anchor: Photo.ID? = nil) -> PageRequest {
    PageRequest(Self.sea, page: page, pageSize: 20, anchor: anchor)
  }

  @Test func `a list is searched as far as a page needs, and never twice`() async throws {
    let pieces = Pieces(9)
    let photos = SearchedList(Self.sea) { pieces.photos($0) }

    let first = try await photos.page(for: request(anchor: "3"))
    expectEqual(first.ids, (0..<20).map(String.init))
    #expect(first.hasMorePages)
    expectEqual(first.totalCount, nil)
    expectEqual(first.anchorRow, 3)
    expectEqual(pieces.searched, Array(0..<4))

    let third = try await photos.page(for: request(3, anchor: "200"))
    expectEqual(third.ids, (40..<60).map(String.init))
    expectEqual(third.anchorRow, nil)
    // A page and one photo more.
    expectEqual(pieces.searched, Array(0..<7))

    let last = try await photos.page(for: request(5))
    expectEqual(last.ids, (80..<90).map(String.init))
    expectEqual(last.totalCount, 90)
    #expect(!last.hasMorePages)
    try await expectEqual(photos.page(for: request()).totalCount, 90)
    try await expectEqual(photos.page(for: request(6)).photos, [])
    expectEqual(pieces.searched, Array(0..<9))
  }

  @Test(arguments: 0...3) func `a short list is counted at once`(count: Int) async throws {
    let pieces = Pieces(count)

    let page = try await SearchedList(Self.sea) { pieces.photos($0) }.page(
      for: request())

    expectEqual(page.totalCount, count * 10)
    expectEqual(page.photos.count, min(20, count * 10))
    expectEqual(page.hasMorePages, count > 2)
  }

  @Test func `a photo that comes again counts once, at its first place`() async throws {
    let photos = SearchedList(Self.sea) { piece in
      ([Photo(id: "\(piece)", name: "sea"), Photo(id: "1", name: "sea again")], piece == 1)
    }

    let page = try await photos.page(for: request())

    expectEqual(page.ids, ["0", "1"])
    expectEqual(page.photos.map(\.name), ["sea", "sea again"])
  }

  @Test func `callers at the same time get the same rows, each once`() async throws {
    let pieces = Pieces(30)
    let photos = SearchedList(Self.sea) { piece in
      await Task.yield()
      return pieces.photos(piece)
    }

    async let first = photos.page(for: request(10))
    async let second = photos.page(for: request(10))
    async let third = photos.page(for: request())

    let ids = (180..<200).map(String.init)
    try await expectEqual(first.ids, ids)
    try await expectEqual(second.ids, ids)
    try await expectEqual(third.ids, (0..<20).map(String.init))
  }

  @Test func `a search that is cancelled continues where it was`() async throws {
    let pieces = Pieces(30)
    let photos = SearchedList(Self.sea) { piece in
      if piece == 2, pieces.searched == [0, 1] { withUnsafeCurrentTask { $0?.cancel() } }
      return pieces.photos(piece)
    }
    let task = Task { try await photos.page(for: request()) }

    await #expect(throws: PhotoSourceError.cancelled) { try await task.value }
    expectEqual(pieces.searched, [0, 1, 2])

    let page = try await photos.page(for: request(3))
    expectEqual(page.ids, (40..<60).map(String.init))
    // What was read while it was cancelled may be unread.
    expectEqual(pieces.searched, [0, 1, 2, 2, 3, 4, 5, 6])
  }

  @Test func `a list that fails says why, and may be searched again`() async throws {
    let isDown = Mutex(true)
    let photos = SearchedList(Self.sea) { (piece) async throws(PhotoSourceError) in
      if piece == 1, isDown.withLock({ $0 }) { throw .noNetwork }
      return ([Photo(id: "\(piece)", name: "sea")], piece == 2)
    }
    await #expect(throws: PhotoSourceError.noNetwork) { try await photos.page(for: request()) }

    isDown.withLock { $0 = false }

    let page = try await photos.page(for: request())
    expectEqual(page.ids, ["0", "1", "2"])
    expectEqual(page.totalCount, 3)
  }
}

import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Synchronization
import Testing

/// A source with pages from a test.
private final class PagedSource: PhotoRepository {
  let capabilities: SourceCapabilities
  private let pages: [Result<PhotoPage, PhotoSourceError>]
  private let asked = Mutex<[PageRequest]>([])
  /// Called before each answer.
  let willAnswer: @Sendable (Int) -> Void

  init(
    isRemote: Bool = true, search: SourceCapabilities.Search = .here,
    _ pages: [Result<PhotoPage, PhotoSourceError>],
    willAnswer: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    capabilities = SourceCapabilities(search: search, isRemote: isRemote)
    self.pages = pages
    self.willAnswer = willAnswer
  }

  var askedPages: [Int] { asked.withLock { $0.map(\.page) } }
  var queries: [PageRequest] { asked.withLock { $0 } }
  var title: String { "test" }

  func page(for query: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    asked.withLock { $0.append(query) }
    willAnswer(query.page)
    guard query.page <= pages.count else { throw .cancelled }
    return try pages[query.page - 1].get()
  }

  func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    var photo = photo
    photo.needsDetails = false
    photo.camera = "read"
    return photo
  }
}

private func page(
  _ ids: [String], more: Bool = true, skipped: Int = 0, stored: Bool = false,
  ending: FeedEnding? = nil, needsDetails: Bool = false
) -> Result<PhotoPage, PhotoSourceError> {
  .success(
    PhotoPage(
      photos: ids.map { .stub(id: $0, needsDetails: needsDetails) }, hasMorePages: more,
      skipped: SkippedItems(count: skipped),
      storedAt: stored ? Date(timeIntervalSince1970: 0) : nil,
      ending: ending))
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct CheckBasketTests {
  private func check(_ source: PagedSource, _ ids: String...) async -> BasketCheck {
    await withCheckedContinuation { continuation in
      _ = DefaultCheckBasketUseCase(repository: source).execute(ids.map { .stub(id: $0) }) {
        continuation.resume(returning: $0)
      }
    }
  }

  @Test func `a photo in the list is found, and no page after it is requested`() async {
    let source = PagedSource([page(["a", "x"]), page(["b"]), page(["c"])])

    let check = await check(source, "b", "a")

    expectEqual(check, BasketCheck(found: [.stub(id: "a"), .stub(id: "b")]))
    expectEqual(source.askedPages, [1, 2])
    #expect(
      source.queries.allSatisfy { $0.search == nil && $0.filter == .everything && !$0.isRefresh })
  }

  @Test func `a photo that is not in a complete list is gone`() async {
    let source = PagedSource([page(["a"]), page(["b"], more: false)])

    await expectEqual(
      check(source, "z", "b", "y"), BasketCheck(found: [.stub(id: "b")], gone: ["z", "y"]))
  }

  @Test func `all photos are gone from an empty list`() async {
    await expectEqual(check(PagedSource([page([], more: false)]), "a").gone, ["a"])
  }

  @Test(arguments: [
    [page(["a"], skipped: 1), page(["b"], more: false)],
    [page(["a"]), page(["b"], more: false, ending: .neverEnds)],
    [page(["a"]), page(["b"], more: false, ending: .shrank)],
  ])
  private func `no photo is gone from a list that was not read completely`(
    _ pages: [Result<PhotoPage, PhotoSourceError>]
  ) async {
    let check = await check(PagedSource(pages), "z", "a")
    #expect(check.gone.isEmpty)
    expectEqual(check.found.map(\.id), ["a"])
    #expect(check.isAnswered)
  }

  @Test func `a source with its own search may have photos that are not in its list`() async {
    let source = PagedSource(search: .atSource, [page(["a"], more: false)])
    #expect(await check(source, "z", "a").gone.isEmpty)
  }

  @Test(
    arguments: [
      [.failure(.noNetwork)],
      [page(["a"]), .failure(.timedOut(host: "a.example"))],
      [page(["a"]), page(["b"], more: false, stored: true)],
    ] as [[Result<PhotoPage, PhotoSourceError>]])
  private func `nothing is reported offline`(_ pages: [Result<PhotoPage, PhotoSourceError>]) async {
    let check = await check(PagedSource(pages), "z", "b")
    expectEqual(check, BasketCheck(isAnswered: false))
  }

  @Test func `a source on the network gets at most five requests`() async {
    let source = PagedSource((1...9).map { page(["\($0)"]) })

    let check = await check(source, "3", "9")

    expectEqual(source.askedPages, [1, 2, 3, 4, 5])
    expectEqual(check.found.map(\.id), ["3"])
    #expect(check.gone.isEmpty)
    #expect(check.isAnswered)
  }

  @Test func `a folder is read to its end, and the photos in the basket are read`() async {
    let pages = (1...20).map { page(["\($0)"], more: $0 < 20, needsDetails: true) }
    let source = PagedSource(isRemote: false, search: .none, pages)

    let check = await check(source, "20", "gone", "2")

    expectEqual(source.askedPages, Array(1...20))
    expectEqual(check.found.map(\.id), ["2", "20"])
    #expect(check.found.allSatisfy { $0.camera == "read" && !$0.needsDetails })
    expectEqual(check.gone, ["gone"])
  }

  @Test func `a cancelled check ends its request and reports nothing`() async {
    let source = WaitingSource()
    var hasAnswered = false
    let check = DefaultCheckBasketUseCase(repository: source)
      .execute([.stub(id: "z")]) { _ in hasAnswered = true }
    var steps = source.steps.makeAsyncIterator()
    await expectEqual(steps.next(), "asked")

    check?.cancel()

    await expectEqual(steps.next(), "ended")
    // Another check is answered after anything that the first one would still report.
    _ = await self.check(PagedSource([page([])]), "z")
    #expect(!hasAnswered)
  }
}

/// A source that answers when its task is cancelled.
private struct WaitingSource: PhotoRepository {
  let steps: AsyncStream<String>
  private let step: AsyncStream<String>.Continuation

  init() { (steps, step) = AsyncStream.makeStream() }

  var title: String { "waiting" }
  var capabilities: SourceCapabilities { SourceCapabilities(isRemote: true) }

  func page(for query: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    step.yield("asked")
    let (never, keeping) = AsyncStream<Void>.makeStream()
    // Ends only with the task: its continuation is kept.
    for await _ in never {}
    withExtendedLifetime(keeping) {}
    step.yield("ended")
    throw .cancelled
  }
}

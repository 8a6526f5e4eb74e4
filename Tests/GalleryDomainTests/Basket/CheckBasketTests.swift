import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

private func page(
  _ ids: String..., more: Bool = true, skipped: Int = 0, stored: Bool = false,
  ending: FeedEnding? = nil
) -> PhotoPage {
  PhotoPage(
    photos: ids.map { .stub(id: $0) }, hasMorePages: more, skipped: SkippedItems(count: skipped),
    storedAt: stored ? Date(timeIntervalSince1970: 0) : nil, ending: ending)
}

@MainActor
@Suite(.timeLimit(.minutes(10))) struct CheckBasketTests {
  private func check(_ source: TestSource, _ ids: [String]) async -> BasketCheck {
    await withCheckedContinuation { continuation in
      _ = DefaultCheckBasketUseCase(repository: source).execute(ids.map { .stub(id: $0) }) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// A source, what is in the basket, and what is found and gone; nil where nothing is known.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var search = SourceCapabilities.Search.here
    let pages: [PhotoPage]
    var failures: [Int: PhotoSourceError] = [:]
    let ids: [String]
    let answer: (found: [String], gone: [String])?
  }

  nonisolated private static let cases = [
    Case(
      testDescription: "what is not in a complete list is gone",
      pages: [page("a"), page("b", more: false)], ids: ["z", "b", "y"], answer: (["b"], ["z", "y"])),
    Case(
      testDescription: "all are gone from an empty list", pages: [page(more: false)], ids: ["a"],
      answer: ([], ["a"])),
    Case(
      testDescription: "items were skipped",
      pages: [page("a", skipped: 1), page("b", more: false)], ids: ["z", "a"], answer: (["a"], [])),
    Case(
      testDescription: "the list never ends",
      pages: [page("a"), page("b", more: false, ending: .neverEnds)], ids: ["z", "a"],
      answer: (["a"], [])),
    Case(
      testDescription: "the list shrank",
      pages: [page("a"), page("b", more: false, ending: .shrank)],
      ids: ["z", "a"], answer: (["a"], [])),
    Case(
      testDescription: "a source with its own search may have others", search: .atSource,
      pages: [page("a", more: false)], ids: ["z", "a"], answer: (["a"], [])),
    Case(
      testDescription: "offline", pages: [], failures: [1: .noNetwork], ids: ["z", "b"], answer: nil
    ),
    Case(
      testDescription: "the second page is late", pages: [page("a")],
      failures: [2: .timedOut(host: "a.example")], ids: ["z", "b"], answer: nil),
    Case(
      testDescription: "the second page is an old one",
      pages: [page("a"), page("b", more: false, stored: true)], ids: ["z", "b"], answer: nil),
  ]

  @Test(arguments: cases)
  func `photos are found, and gone if the list was read completely`(_ sample: Case) async {
    let source = TestSource(
      pages: sample.pages, failures: sample.failures,
      capabilities: SourceCapabilities(search: sample.search, isRemote: true))

    let check = await check(source, sample.ids)

    expectEqual(check.isAnswered, sample.answer != nil)
    expectEqual(check.found.map(\.id), sample.answer?.found ?? [])
    expectEqual(check.gone, sample.answer?.gone ?? [])
  }

  @Test func `no page after the last that is needed is requested, and of a server at most five`()
    async
  {
    let capabilities = SourceCapabilities(search: .here, isRemote: true)
    let source = TestSource(
      pages: [page("a", "x"), page("b"), page("c")], capabilities: capabilities)
    await expectEqual(
      check(source, ["b", "a"]), BasketCheck(found: [.stub(id: "a"), .stub(id: "b")]))
    await expectEqual(source.askedPages, [1, 2])
    await #expect(
      source.requests.allSatisfy { $0.query == .everything && !$0.isRefresh })

    let long = TestSource(pages: (1...9).map { page("\($0)") }, capabilities: capabilities)
    let check = await check(long, ["3", "9"])
    await expectEqual(long.askedPages, [1, 2, 3, 4, 5])
    expectEqual(check.found.map(\.id), ["3"])
    #expect(check.gone.isEmpty && check.isAnswered)
  }

  @Test func `a folder is read to its end, and the photos in the basket are read`() async {
    let pages = (1...20).map { page("\($0)", more: $0 < 20) }.map { page in
      var page = page
      for index in page.photos.indices { page.photos[index].needsDetails = true }
      return page
    }
    let source = TestSource(pages: pages) { $0.camera = "read" }

    let check = await check(source, ["20", "gone", "2"])

    await expectEqual(source.askedPages, Array(1...20))
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
    _ = await self.check(TestSource(pages: [page(more: false)]), ["z"])
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

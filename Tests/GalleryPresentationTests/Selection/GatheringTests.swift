import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Photos being gathered for commands, whatever is pressed meanwhile.
struct GatheringTests: ListTests {
  let bench = ListBench()

  private static func page(_ total: Int, for request: PageRequest) -> PhotoPage {
    var page = PhotoPage.of(total, for: request)
    for index in page.photos.indices {
      page.photos[index].needsDetails = true
      page.photos[index].file = FileReference(path: "/pictures/\(page.photos[index].id).jpg")
    }
    return page
  }

  /// Unread photos, of which the first page is loaded.
  private func start(_ total: Int = 2_000) {
    service.source = { Self.page(total, for: $0) }
    sut.initFetch()
    sut.willDisplay(rows: 0..<20)
    sut.focus(0)
    service.source = nil
  }

  private func answerPages(_ total: Int = 2_000) {
    while let load = service.openLoads.first { load.answer(Self.page(total, for: load.query)) }
  }

  @Test func `a photo is still read when all are selected meanwhile`() {
    start()
    var given: [Photo]?
    sut.gather().whenGathered { given = $0 }

    sut.selectAll()
    answerPages()
    service.answerDetails()

    expectEqual(given?.map(\.id), ["0"])
    expectEqual(sut.selectedText, "2,000 selected")
    expectEqual(sut.selectingText, nil)
  }

  @Test func `a command pressed before a source that fails gets nothing, and ends`() {
    sut.initFetch()
    var given: [Photo]?
    sut.gather().whenGathered { given = $0 }

    service.openLoads.last?.fail(.noNetwork)

    expectEqual(given, [])
    #expect(!sut.isGathering)
  }

  @Test func `selecting photos and their names alone need no file to be read`() throws {
    start(50)
    service.source = { Self.page(50, for: $0) }
    let read = service.details.count
    sut.selectAll()

    let gathering = sut.gather(readsPhotos: false)

    #expect(gathering.isGathered)
    expectEqual(gathering.photos.count, 50)
    expectEqual(service.details.count, read)
  }

  @Test(arguments: [("{n}_{name}", true), ("{title}", false)])
  func `new names wait for what files say only if their template has it`(
    template: String, isAtOnce: Bool
  ) {
    start(50)
    service.source = { Self.page(50, for: $0) }
    sut.selectAll()
    let run = EditRun()
    run.file.renamePressed { sut.gather() }
    #expect(sut.isGathering)

    run.questions.last?.answer(template)

    expectEqual(run.files.operations.count, isAtOnce ? 1 : 0)
    expectEqual(sut.isGathering, !isAtOnce)
    service.answerDetails()
    expectEqual(run.files.operations.count, 1)
  }

  @Test func `a question that goes away takes its gathering along, and the next one begins`() {
    start()
    var question: PhotoGathering? = sut.gather()
    expectEqual(question?.isGathered, false)
    var given: [Photo]?
    sut.gather().whenGathered { given = $0 }

    question = nil
    service.answerDetails()

    #expect(question == nil)
    expectEqual(given?.map(\.id), ["0"])
    #expect(!sut.isGathering)
  }

  @Test func `a gathering that is cancelled says so once, and does nothing`() {
    start()
    sut.selectAll()
    var log: [String] = []
    let gathering = sut.gather()
    gathering.whenGathered({ _ in log.append("photos") }, cancelled: { log.append("cancelled") })

    gathering.cancel()
    gathering.cancel()
    answerPages()
    service.answerDetails()

    expectEqual(log, ["cancelled"])
    #expect(gathering.isOver && !gathering.isGathered)
    expectEqual(sut.selectedText, "2,000 selected")
  }

  @Test func `photos of a range whose pages were dropped are loaded again, and read once`() {
    service.source = { Self.page(3_000, for: $0) }
    sut.initFetch()
    sut.willDisplay(rows: 0..<20)
    sut.focus(0)
    sut.toggleRange()
    for row in stride(from: 0, through: 1_500, by: 10) {
      sut.willDisplay(rows: row..<(row + 20))
      sut.focus(row)
    }
    expectEqual(sut.photo(at: IndexPath(row: 3, section: 0)), nil)
    service.source = nil
    let readBefore = service.details.count
    var given: [Photo]?
    sut.gather().whenGathered { given = $0 }

    var answered = 0
    // Twice what is needed: each photo, and each of its pages.
    for _ in 0..<3_100 where given == nil {
      if let load = service.openLoads.first {
        load.answer(Self.page(3_000, for: load.query))
      } else if answered < service.details.count {
        if !service.details[answered].isCancelled { service.details[answered].answer() }
        answered += 1
      }
    }

    expectEqual(given?.count, 1_501)
    expectEqual(given?.allSatisfy { !$0.needsDetails }, true)
    let read = service.details[readBefore...].map(\.photo.id)
    expectEqual(Set(read).count, read.count)
  }

  /// What a user and a source do, in any order.
  private enum Step: CaseIterable {
    case command, nameCommand, question, closeQuestion, selectAll, clear, toggle, range
    case escape, down, up, refresh, search, leave, answerPage, failPage, answerDetail
  }

  @Test(arguments: 0..<300)
  func `whatever is pressed, each command gets its photos once or is cancelled`(_ seed: Int) {
    var random = SplitMix64(state: UInt64(seed))
    var open: [Int: String] = [:]
    var outcomes: [Int: Int] = [:]
    var question: PhotoGathering?
    var answered = 0
    var commandCount = 0
    func press(readsPhotos: Bool) {
      let number = commandCount
      commandCount += 1
      open[number] = "waits"
      sut.gather(readsPhotos: readsPhotos).whenGathered(
        { _ in outcomes[number, default: 0] += 1 },
        cancelled: { outcomes[number, default: 0] += 1 })
    }
    func answerDetail() {
      guard answered < service.details.count else { return }
      if !service.details[answered].isCancelled { service.details[answered].answer() }
      answered += 1
    }
    sut.initFetch()
    sut.willDisplay(rows: 0..<20)

    for _ in 0..<60 {
      switch Step.allCases.randomElement(using: &random) ?? .command {
      case .command: press(readsPhotos: true)
      case .nameCommand: press(readsPhotos: false)
      case .question: question = sut.gather()
      case .closeQuestion: question = nil
      case .selectAll: sut.selectAll()
      case .clear: sut.deselectAll()
      case .toggle:
        if let photo = sut.focusedIndexPath.flatMap(sut.photo(at:)) { sut.toggle(photo) }
      case .range: sut.toggleRange()
      case .escape: sut.endSelecting()
      case .down:
        sut.focus(max(0, min((sut.focusedIndexPath?.row ?? -1) + 1, sut.numberOfCells - 1)))
      case .up: sut.focus(max(0, (sut.focusedIndexPath?.row ?? 0) - 1))
      case .refresh: sut.refresh()
      case .search: sut.search(for: "photo")
      case .leave: sut.leave()
      case .answerPage:
        service.openLoads.first.map { $0.answer(Self.page(300, for: $0.query)) }
      case .failPage: service.openLoads.first?.fail(.noNetwork)
      case .answerDetail: answerDetail()
      }
    }
    question = nil
    // At last the source answers everything.
    service.source = { Self.page(300, for: $0) }
    var rounds = 0
    while rounds < 2_000, !service.openLoads.isEmpty || answered < service.details.count {
      rounds += 1
      service.openLoads.first.map { $0.answer(Self.page(300, for: $0.query)) }
      answerDetail()
    }

    #expect(question == nil)
    #expect(!sut.isGathering, "seed \(seed)")
    expectEqual(sut.selectingText, nil, "seed \(seed)")
    for number in open.keys {
      expectEqual(outcomes[number], 1, "seed \(seed), command \(number)")
    }
  }
}

import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// Commands on hundreds of photos that still must be loaded or read: from their key on, no key reaches the list.
struct GatheringKeysTests {
  private let service = ScriptedService()
  private let files = ScriptedFiles()
  private let sidecars = ScriptedSidecars()

  /// Letters that move, select, rate, sort, search, copy, trash and quit, if they reach the list.
  private static let letters = "prints j42R/xMd5qA*Ls"

  private static func page(_ request: PageRequest, of total: Int) -> PhotoPage {
    let start = (request.page - 1) * request.pageSize
    let end = max(start, min(total, start + request.pageSize))
    return PhotoPage(
      number: request.page,
      photos: (start..<end).map {
        .stub(
          id: String($0), name: "photo \($0)",
          file: FileReference(path: "/pictures/\($0).jpg"),
          saleStatus: .unstated, needsDetails: true)
      }, totalCount: total, hasMorePages: end < total)
  }

  /// A folder of which nothing is read.
  ///
  /// - Parameter isLoaded: Whether its first page is.
  private func folder(_ total: Int = 300, isLoaded: Bool = true) -> GalleryRun {
    service.capabilities.holdsOwnFiles = true
    service.answer = isLoaded ? { .success(Self.page($0, of: total)) } : nil
    let run = GalleryRun(service: service, columns: 60, rows: 12, sidecars: sidecars, files: files)
    run.settle()
    service.answer = nil
    return run
  }

  private func answerPages(_ run: GalleryRun, _ total: Int = 300) {
    while service.isAwaited, let request = service.queries.last {
      service.succeed(Self.page(request, of: total))
      run.settle()
    }
  }

  private func answerDetails(_ run: GalleryRun) {
    while service.isReading {
      service.finishDetails(.unstated)
      run.settle()
    }
  }

  /// What keys could have done to the list, or to photos.
  private struct Traces: Equatable {
    var focus: String?
    var selectedCount: Int?
    var queries: [PhotoQuery]
    var savedQueries: [String]
    var editCount: Int
    var operationCount: Int
  }

  /// - Parameter run: On its list, without a prompt.
  private func traces(_ run: GalleryRun) -> Traces {
    Traces(
      focus: run.selectedLine, selectedCount: run.list?.selectedCount,
      queries: service.queries.map(\.query), savedQueries: service.savedQueries,
      editCount: sidecars.calls.count, operationCount: files.operations.count)
  }

  /// The photo is read, rated and left in one event: what its row shows then comes before the focus has moved on.
  @Test(.timeLimit(.minutes(10)), arguments: ["3", "R", "33"])
  func `a key for a photo that isn't there yet does its work, and then the list moves`(
    _ keys: String
  ) {
    let run = folder(isLoaded: false)

    run.type(keys)
    answerPages(run)
    answerDetails(run)

    expectEqual(sidecars.calls.map(\.photo).first?.id, "0")
    #expect(run.selectedLine?.contains(keys.count == 1 ? "photo 1" : "photo 2") ?? false)
    run.type("k")
    #expect(run.selectedLine?.contains(keys.count == 1 ? "photo 0" : "photo 1") ?? false)
  }

  @Test
  func `rows that aren't read yet are rated one after the other, and the focus moves on at once`() {
    let run = folder(3)

    run.type("34")
    #expect(run.selectedLine?.contains("photo 2") ?? false)
    #expect(run.line(0).contains("reading"))
    #expect(sidecars.calls.isEmpty)
    answerDetails(run)

    expectEqual(sidecars.calls.map(\.photo).map(\.id), ["0", "1"])
    expectEqual(sidecars.calls.map(\.photo).map(\.rating), [3, 4])
  }

  @Test(arguments: ["c", "M"])
  func `what follows c and M is a folder's name while rows are still being selected`(key: String) {
    let run = folder()
    run.type("A")
    let before = traces(run)

    run.type(key + "prints")
    #expect(run.line(10).hasPrefix("─ \(key == "c" ? "Copy" : "Move") 300 photos ─"))
    #expect(run.line(11).hasPrefix(" To: prints"))
    run.press(.enter)
    #expect(run.line(11).contains("selecting"))
    #expect(run.line(11).contains("of 300"))
    run.type(Self.letters)
    #expect(run.line(11).contains("selecting"))
    #expect(files.operations.isEmpty)

    answerPages(run)
    let operation = files.operations.first
    expectEqual(files.operations.count, 1)
    expectEqual(operation?.0, key == "c" ? .copy(to: files.prints) : .move(to: files.prints))
    expectEqual(operation?.1.count, 300)
    #expect(service.queries.allSatisfy { $0.query == before.queries[0] })
    #expect(sidecars.calls.isEmpty)
    #expect(!run.hasQuit)
  }

  @Test(arguments: ["c", "M", "Ff", "d"], [true, false])
  func `Esc before or after the answer changes nothing`(
    key: String, isAnswered: Bool
  ) {
    let run = folder()
    run.type("A")
    answerPages(run)
    let before = traces(run)

    // Files are not read for their names, prices are.
    let isWaiting = key == "Ff"
    run.type(key)
    if key != "d" { run.type(key == "Ff" ? "120" : "prints") }
    if isAnswered, isWaiting {
      run.press(.enter)
      #expect(run.line(11).contains("reading"))
      run.type(Self.letters)
    }
    run.press(.escape)
    answerDetails(run)

    expectEqual(traces(run), before)
    expectEqual(run.list?.isSelecting, false)
    run.type("j")
    #expect(run.selectedLine != before.focus)
  }

  @Test func `the question before the trash takes the keys, and waits for the rows after y`() {
    let run = folder()
    run.type("A")
    let before = traces(run)

    run.type("d")
    #expect(run.screen.contains("Move 300 photos to the trash?"))
    run.type("M5r/x*")
    #expect(run.screen.contains("Move 300 photos to the trash?"))
    run.type("y")
    #expect(run.line(11).contains("selecting"))
    run.type(Self.letters)
    answerPages(run)

    expectEqual(files.operations.map(\.0), [.trash])
    expectEqual(files.operations.map(\.1.count), [300])
    #expect(service.queries.allSatisfy { $0.query == before.queries[0] })
    #expect(sidecars.calls.isEmpty)
  }

  @Test func `a photo that is not loaded yet is renamed to what was typed`() throws {
    service.capabilities.holdsOwnFiles = true
    let run = GalleryRun(service: service, columns: 60, rows: 12, files: files)

    run.press(Key(.function(2)))
    run.type("lake.jpg")
    run.press(.enter)
    run.type("Md")
    answerPages(run, 3)

    expectEqual(
      files.operations.map(\.0), [.rename(to: [Array("lake.jpg".utf8)])])
    let first = try #require(FileReference(path: "/pictures/0.jpg"))
    expectEqual(files.operations.first?.1.map(\.main), [first])
  }

  @Test(arguments: ["c", "M", "Ff", "Fx", "d", "5", "R", nil] as [String?])
  func `in an empty folder a key for photos says that there are none`(key: String?) {
    let run = folder(0)

    if let key { run.type(key) } else { run.press(Key(.function(2))) }

    #expect(run.screen.contains("No photos here"))
    #expect(!run.screen.contains("trash?"))
  }

  @Test(arguments: ["A", "VG"])
  func `a price is for all photos once they are read, and its digits set no stars`(select: String) {
    let run = folder()
    run.type(select)
    answerPages(run)

    run.type("Ff120 USD")
    #expect(run.line(11).hasPrefix(" Price: 120 USD"))
    run.press(.enter)
    #expect(run.line(11).contains("of 300"))
    run.type(Self.letters)
    #expect(sidecars.calls.isEmpty)
    finishReading(run)

    expectEqual(sidecars.calls.count, 300)
    expectEqual(
      Set(sidecars.calls.map(\.photo.saleMark)),
      [SaleMark(status: .forSale, price: Price(amount: "120", currency: "USD"))])
    expectEqual(Set(sidecars.calls.map(\.photo.rating)), [nil])
    #expect(files.operations.isEmpty)
  }

  @Test(arguments: ["A", "VG"])
  func `stars wait in sight until all photos are read, and Esc gives none`(select: String) {
    let run = folder()
    run.type(select)
    answerPages(run)
    let before = traces(run)

    run.type("4")
    #expect(run.line(11).contains("reading"))
    run.type(Self.letters)
    run.press(.escape)
    var after = traces(run)
    // Rows of a range may be loaded for it.
    after.queries = before.queries
    expectEqual(after, before)

    run.type("4")
    run.type(Self.letters)
    finishReading(run)
    expectEqual(sidecars.calls.map(\.photo).map(\.rating), Array(repeating: 4, count: 300))
    #expect(files.operations.isEmpty)
  }

  @Test func `a prompt says how large the files are once that is known, in place`() {
    let run = folder(3)
    run.type("A")

    run.type("Mpr")
    #expect(run.line(10).hasPrefix("─ Move 3 photos ─"))
    service.finishDetails(.unstated, fileSize: 16_000_000)
    run.settle()
    #expect(run.line(10).hasPrefix("─ Move 3 photos · 48 MB ─"))
    #expect(run.line(11).hasPrefix(" To: pr"))
    run.press(.escape)
    run.type("d")

    #expect(run.screen.contains("48 MB. Sidecar files move too."))
  }

  /// Reads what the list and commands wait for.
  private func finishReading(_ run: GalleryRun) {
    while service.isReading || service.isAwaited {
      service.finishDetails(.unstated)
      answerPages(run)
      run.settle()
    }
  }
}

import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Histories of exports. What the questions, the bar and the outcome look like is in the tests of the screens.
final class ExportViewModelTests {
  private let service = ScriptedExports()
  private let selection = ExportSelection.photos(Photo.stubs(3))
  private let sut: ExportViewModel
  private var history: [String] = []
  private var question: TextQuestion?
  private var confirm: (() -> Void)?

  init() {
    sut = ExportViewModel(service: service)
    sut.askClosure = { [unowned self] in
      question = $0
      history.append("ask \($0.title) \($0.text)")
    }
    sut.confirmClosure = { [unowned self] title, message, confirmed in
      confirm = confirmed
      history.append("confirm \(title): \(message)")
    }
    sut.updateProgressClosure = { [unowned self] in
      history.append(sut.progress.map { "\(ExportText.progress($0)) \($0.title)" } ?? "-")
    }
    sut.showNoticeClosure = { [unowned self] in history.append($0) }
    sut.showFailureClosure = { [unowned self] in history.append("! \($0)") }
  }

  /// Exports to a path.
  private func start(_ path: String = "a.html") {
    sut.exportRequested(selection)
    question?.answer(path)
  }

  @Test func `an export goes from the question to its outcome`() {
    start()
    service.runs[0].progress(ExportProgress(count: 1, total: 3, title: "photo 1"))
    service.runs[0].completion(
      .success(ExportSummary(kind: .sheet, path: "a.html", count: 3, withoutPicture: 1)))

    expectEqual(
      history,
      [
        "ask Export 3 photos: sheet.html, or a folder for copies ~/sheet.html",
        "0 of 3 Export 3 photos", "1 of 3 photo 1", "-",
        "Saved 3 photos to a.html, 1 without a picture",
      ])
    expectEqual(service.runs[0].selection, selection)
    #expect(!service.runs[0].replaces)
  }

  @Test(
    arguments: [
      ("a.html", .fileExists, "a.html exists. Replace it?"),
      ("~/new", .folderMissing, "~/new does not exist. Create the folder?"),
    ] as [(String, ExportTarget, String)])
  func `something is replaced or created only after a confirmation`(
    path: String, target: ExportTarget, words: String
  ) {
    service.targets[path] = target
    start(path)
    expectEqual(history.last, "confirm Export 3 photos: \(words)")
    #expect(service.runs.isEmpty)

    confirm?()

    expectEqual(service.runs.map(\.path), [path])
    expectEqual(service.runs.map(\.replaces), [true])
  }

  @Test(
    arguments: [
      ("a.html", .sheet), ("~/A.HTM", .sheet), ("a.html/", .originals), ("photos", .originals),
      ("a.txt", .originals), ("html", .originals),
    ] as [(String, ExportKind)])
  func `a name that ends in html is a sheet, any other a folder`(_ path: String, _ kind: ExportKind)
  {
    expectEqual(ExportKind(path: path), kind)
  }

  @Test func `a path with a fault is shown and not accepted`() {
    service.targets["nowhere/a.html"] = .fault("no such folder")
    start("nowhere/a.html")

    expectEqual(question?.fault("nowhere/a.html"), "no such folder")
    expectEqual(question?.fault("a.html"), nil)
    #expect(service.runs.isEmpty)
    expectEqual(history.count, 1)
  }

  @Test(arguments: [
    ("a.html", "Cancelled; nothing was saved"),
    ("~/prints", "Cancelled; files already copied are kept"),
  ])
  func `cancelling ends the export, and later answers are ignored`(path: String, words: String) {
    start(path)

    sut.cancel()
    service.runs[0].progress(ExportProgress(count: 2, total: 3))
    service.runs[0].completion(.success(ExportSummary(kind: .sheet, path: path, count: 3)))
    sut.cancel()

    #expect(service.runs[0].isCancelled)
    expectEqual(history.suffix(2), ["-", words])
    // Nor do they end the next export.
    start(path)
    service.runs[0].completion(.failure(.unwritten("No space left to write a.html")))
    #expect(sut.progress != nil)
  }

  @Test func `a service that answers at once has the same history`() {
    service.immediateResult = .failure(.unwritten("No space left to write a.html"))
    start()
    sut.cancel()

    expectEqual(
      history.suffix(3), ["0 of 3 Export 3 photos", "-", "! No space left to write a.html"])
  }

  @Test(
    arguments: [
      (.unwritten("No space left to write a.html"), "No space left to write a.html"),
      (.source(.noNetwork), "No Network"),
      (.target("this is a folder"), "Can't write there: this is a folder"),
      (.nothing, "No photos to export"),
    ] as [(ExportFailure, String)])
  func `failures are shown in words`(_ failure: ExportFailure, _ words: String) {
    expectEqual(ExportText.failure(failure), words)
  }

  @Test func `the outcome counts copies that existed or were renamed, and says what is missing`() {
    let missing = MissingFolders(MissingFolders.Folder(name: "2024", error: .timedOut(host: "nas")))

    expectEqual(
      ExportText.outcome(
        ExportSummary(
          kind: .originals, path: "~/p", count: 1, withoutPicture: 1, presentCount: 2,
          renamedCount: 1, notes: SourceNotes(ending: .incomplete(missing)))),
      "Copied 1 photo to ~/p, 2 already there, 1 renamed, 1 without a picture. "
        + "Missing 2024: nas timed out")
  }

  @Test func `a list is exported with its search, its filter and its order`() {
    let list = PhotoListViewModel(apiService: AllAtOnce(photos: Photo.stubs(3)))
    list.initFetch()

    expectEqual(list.exportedListing, .listing(.everything, total: 3))
    list.show(onlyForSale: true)
    list.search(for: "photo 2")
    list.sort(by: PhotoSort(.title, isDescending: true))
    expectEqual(
      list.exportedListing,
      .listing(
        PhotoQuery(
          search: "photo 2", filter: .forSale, sort: PhotoSort(.title, isDescending: true)),
        total: 1))
  }

  private struct AllAtOnce: APIServiceProtocol {
    let photos: [Photo]
    func fetchPopularPhoto(complete: @escaping (Bool, [Photo], APIError?) -> Void) {
      complete(true, photos, nil)
    }
  }

  // MARK: Photos that are gathered

  private static func list(_ pages: PagingService) -> PhotoListViewModel {
    let list = PhotoListViewModel(apiService: pages, pageSize: 100)
    pages.source = { .of(300, for: $0) }
    list.initFetch()
    list.willDisplay(rows: 0..<20)
    pages.source = nil
    list.selectAll()
    return list
  }

  @Test func `a gathering that was cancelled before is not asked about`() {
    let list = Self.list(PagingService())
    // A key that is pressed again while the photos are waited for.
    list.gather(readsPhotos: false, keepsRange: true).whenGathered { _ in }

    sut.exportRequested(list.gather(readsPhotos: false, keepsRange: true))

    expectEqual(history, [])
  }

  @Test(arguments: ["a.html", "copies"])
  func `a gathering that is interrupted exports no part of the photos, and this is said`(
    _ path: String
  ) {
    let pages = PagingService()
    let list = Self.list(pages)
    sut.exportRequested(list.gather(readsPhotos: false, keepsRange: true))

    list.endSelecting()
    question?.answer(path)

    expectEqual(history.last, "Cancelled; nothing was saved")
    #expect(service.runs.isEmpty)
  }
}

import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Histories of exports.
struct ExportViewModelTests {
  private let service = ScriptedExports()
  private let selection = ExportSelection.photos(Photo.stubs(3))

  /// A view model, and every state that it announces.
  private func make() -> (ExportViewModel, Box<[String]>) {
    let viewModel = ExportViewModel(service: service)
    let history = Box<[String]>([])
    viewModel.stateChangedClosure = { [weak viewModel] in
      guard let viewModel else { return }
      history.value.append(Self.name(viewModel.state))
    }
    return (viewModel, history)
  }

  final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private static func name(_ state: ExportState) -> String {
    switch state {
    case .idle: "idle"
    case .asking(let suggestion): "asking \(suggestion)"
    case .confirming(let path, _): "confirming \(path)"
    case .running(let progress): "running \(progress.count) \(progress.title)"
    case .done(let summary): "done \(summary.count)"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  @Test func `an export goes from the question to its outcome`() {
    let (viewModel, history) = make()

    viewModel.exportRequested(selection)
    viewModel.pathGiven("a.html")
    service.runs[0].progress(ExportProgress(count: 1, total: 3, title: "photo 1"))
    service.runs[0].completion(
      .success(ExportSummary(kind: .sheet, path: "a.html", count: 3, withoutPicture: 1)))

    expectEqual(
      history.value,
      ["asking ~/sheet.html", "running 0 ", "running 1 photo 1", "done 3"])
    expectEqual(viewModel.outcomeText, "Saved 3 photos to a.html, 1 without a picture")
    expectEqual(service.runs[0].selection, selection)
    #expect(!service.runs[0].replaces)
  }

  @Test func `a running export shows its fraction and count`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    expectEqual(viewModel.fraction, nil)
    viewModel.pathGiven("a.html")

    expectEqual(viewModel.fraction, 0)
    service.runs[0].progress(ExportProgress(count: 1_200, total: 2_400, title: "couple"))
    expectEqual(viewModel.fraction, 0.5)
    expectEqual(viewModel.progressText, "1,200 of 2,400")
    expectEqual(viewModel.currentTitle, "couple")

    service.runs[0].progress(ExportProgress(count: 7, total: nil))
    expectEqual(viewModel.fraction, nil)
    expectEqual(viewModel.progressText, "7 done")
  }

  @Test func `an existing file is replaced only after a confirmation`() {
    let (viewModel, history) = make()
    service.targets["a.html"] = .fileExists
    viewModel.exportRequested(selection)
    viewModel.pathGiven("a.html")

    expectEqual(viewModel.confirmationText, "a.html exists. Replace it?")
    #expect(service.runs.isEmpty)
    viewModel.confirmed()

    expectEqual(service.runs.map(\.replaces), [true])
    expectEqual(history.value.suffix(2), ["confirming a.html", "running 0 "])
  }

  @Test func `without a confirmation nothing is written, and another export can begin`() {
    let (viewModel, _) = make()
    service.targets["a.html"] = .fileExists
    viewModel.exportRequested(selection)
    viewModel.pathGiven("a.html")

    viewModel.exportRequested(selection)
    viewModel.confirmed()

    expectEqual(viewModel.state, .asking(suggestion: "~/sheet.html"))
    #expect(service.runs.isEmpty)
  }

  @Test func `a missing folder is created after a confirmation`() {
    let (viewModel, _) = make()
    service.targets["~/new"] = .folderMissing
    viewModel.exportRequested(selection)
    viewModel.pathGiven("~/new")

    expectEqual(viewModel.confirmationText, "new does not exist. Create the folder?")
    viewModel.confirmed()
    expectEqual(service.runs.map(\.path), ["~/new"])
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

  @Test func `cancelled copies are kept, and this is said`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.pathGiven("~/prints")

    viewModel.cancel()

    expectEqual(viewModel.outcomeText, "Cancelled; files already copied are kept")
  }

  @Test func `a path with a fault is shown and not accepted`() {
    let (viewModel, history) = make()
    service.targets["nowhere/a.html"] = .fault(.folderMissing)
    viewModel.exportRequested(selection)

    expectEqual(viewModel.fault(in: "nowhere/a.html"), "no such folder")
    expectEqual(viewModel.fault(in: "a.html"), nil)
    viewModel.pathGiven("nowhere/a.html")

    #expect(service.runs.isEmpty)
    expectEqual(history.value.count, 1)
  }

  @Test func `cancelling ends the export, and later answers are ignored`() {
    let (viewModel, history) = make()
    viewModel.exportRequested(selection)
    viewModel.pathGiven("a.html")

    viewModel.cancel()
    service.runs[0].progress(ExportProgress(count: 2, total: 3))
    service.runs[0].completion(.success(ExportSummary(kind: .sheet, path: "a.html", count: 3)))

    #expect(service.runs[0].isCancelled)
    expectEqual(history.value.last, "cancelled")
    expectEqual(viewModel.outcomeText, "Cancelled; nothing was saved")
    viewModel.cancel()
    expectEqual(history.value.last, "cancelled")
  }

  @Test func `a late answer of a cancelled export doesn't end the next one`() {
    let (viewModel, _) = make()
    for _ in 0..<2 {
      viewModel.exportRequested(selection)
      viewModel.pathGiven("a.html")
      if service.runs.count == 1 { viewModel.cancel() }
    }

    service.runs[0].completion(.failure(.noSpace(name: "a.html")))

    guard case .running = viewModel.state else {
      Issue.record("\(viewModel.state)")
      return
    }
  }

  @Test(arguments: [0, 1])
  func `the question and the confirmation can be cancelled`(_ steps: Int) {
    let (viewModel, _) = make()
    service.targets["a.html"] = .fileExists
    viewModel.exportRequested(selection)
    if steps > 0 { viewModel.pathGiven("a.html") }

    viewModel.cancel()

    expectEqual(viewModel.state, .idle)
    viewModel.confirmed()
    viewModel.pathGiven("a.html")
    expectEqual(viewModel.state, .idle)
    #expect(service.runs.isEmpty)
  }

  @Test func `while an export runs no other one begins`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.pathGiven("a.html")

    viewModel.exportRequested(selection)
    viewModel.pathGiven("b.html")

    expectEqual(service.runs.count, 1)
  }

  @Test func `an export without photos fails at once`() {
    let (viewModel, _) = make()

    viewModel.exportRequested(.photos([]))

    expectEqual(viewModel.failureText, "No photos to export")
  }

  @Test func `a service that answers at once has the same history`() {
    let (viewModel, history) = make()
    service.immediateResult = .failure(.noSpace(name: "a.html"))
    viewModel.exportRequested(selection)
    viewModel.pathGiven("a.html")

    expectEqual(history.value.suffix(2), ["running 0 ", "failed"])
    viewModel.cancel()
    expectEqual(history.value.last, "failed")
  }

  @Test(
    arguments: [
      (.noSpace(name: "a.html"), "No space left to write a.html"),
      (.noPermission(name: "a.html"), "No permission to write a.html"),
      (.exists(name: "a.html"), "a.html already exists now. Nothing was saved"),
      (.source(.noNetwork), "No Network"),
      (.target(.isFolder), "Can't write there: this is a folder"),
    ] as [(ExportFailure, String)])
  func `failures are shown in words`(_ failure: ExportFailure, _ words: String) {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.pathGiven("a.html")

    service.runs[0].completion(.failure(failure))

    expectEqual(viewModel.failureText, words)
    expectEqual(viewModel.outcomeText, nil)
  }

  @Test func `the outcome counts copies that existed or were renamed`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.pathGiven("~/p")

    service.runs[0].completion(
      .success(
        ExportSummary(
          kind: .originals, path: "~/p", count: 1, withoutPicture: 1, presentCount: 2,
          renamedCount: 1)))

    expectEqual(
      viewModel.outcomeText,
      "Copied 1 photo to ~/p, 2 already there, 1 renamed, 1 without a picture")
  }

  @Test func `the outcome says what a server did not list`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.pathGiven("~/p")
    let missing = MissingFolders(MissingFolders.Folder(name: "2024", error: .timedOut(host: "nas")))

    service.runs[0].completion(
      .success(
        ExportSummary(
          kind: .originals, path: "~/p", count: 1,
          notes: SourceNotes(ending: .incomplete(missing)))))

    expectEqual(viewModel.outcomeText, "Copied 1 photo to ~/p. Missing 2024: nas timed out")
  }

  @Test func `a list is exported with its search and its filter`() {
    let list = PhotoListViewModel(apiService: AllAtOnce(photos: Photo.stubs(3)))
    list.initFetch()

    expectEqual(list.exportedListing, .listing(.everything, total: 3))
    list.show(onlyForSale: true)
    list.search(for: "photo 2")
    expectEqual(
      list.exportedListing, .listing(PhotoQuery(search: "photo 2", filter: .forSale), total: 1))
  }

  @Test func `the exported listing is the shown one, in its order`() {
    let list = PhotoListViewModel(apiService: AllAtOnce(photos: Photo.stubs(3)))
    list.initFetch()
    list.filter(by: "title:photo")
    list.sort(by: PhotoSort(.title, isDescending: true))

    guard case .listing(let query, _) = list.exportedListing else {
      Issue.record("a listing")
      return
    }
    expectEqual(query.filter, FilterReading("title:photo").expression)
    expectEqual(query.sort, PhotoSort(.title, isDescending: true))
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
    let (viewModel, history) = make()
    // A key that is pressed again while the photos are waited for.
    list.gather(readsPhotos: false, keepsRange: true).whenGathered { _ in }

    viewModel.exportRequested(list.gather(readsPhotos: false, keepsRange: true))

    expectEqual(history.value, [])
  }

  @Test(arguments: ["a.html", "copies"])
  func `a gathering that is interrupted exports no part of the photos, and this is said`(
    _ path: String
  ) {
    let pages = PagingService()
    let list = Self.list(pages)
    let (viewModel, history) = make()
    viewModel.exportRequested(list.gather(readsPhotos: false, keepsRange: true))

    list.endSelecting()
    viewModel.pathGiven(path)

    expectEqual(history.value.last, "cancelled")
    expectEqual(viewModel.outcomeText, "Cancelled; nothing was saved")
    #expect(service.runs.isEmpty)
  }
}

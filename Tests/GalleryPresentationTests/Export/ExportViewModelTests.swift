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
    case .choosing: "choosing"
    case .asking(let kind, let suggestion): "asking \(kind) \(suggestion)"
    case .confirming(let kind, let path, _): "confirming \(kind) \(path)"
    case .running(let kind, let progress): "running \(kind) \(progress.count) \(progress.title)"
    case .done(let summary): "done \(summary.count)"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  @Test func `an export goes from the chooser to its outcome`() {
    let (viewModel, history) = make()

    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.pdf")
    service.runs[0].progress(ExportProgress(count: 1, total: 3, title: "photo 1"))
    service.runs[0].completion(
      .success(ExportSummary(kind: .pdf, path: "a.pdf", count: 3, withoutPicture: 1)))

    expectEqual(
      history.value,
      [
        "choosing", "asking pdf ~/sheet.pdf", "running pdf 0 ", "running pdf 1 photo 1", "done 3",
      ])
    expectEqual(viewModel.outcomeText, "Saved 3 photos to a.pdf, 1 without a picture")
    expectEqual(service.runs[0].selection, selection)
    #expect(!service.runs[0].replaces)
  }

  @Test func `a running export shows its fraction and count`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.chosen(.html)
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
    service.targets["a.pdf"] = .fileExists(kind: .pdf)
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.pdf")

    expectEqual(viewModel.confirmationText, "a.pdf exists. Replace it?")
    #expect(service.runs.isEmpty)
    viewModel.confirmed()

    expectEqual(service.runs.map(\.replaces), [true])
    expectEqual(history.value.suffix(2), ["confirming pdf a.pdf", "running pdf 0 "])
  }

  @Test func `without a confirmation nothing is written, and another export can begin`() {
    let (viewModel, _) = make()
    service.targets["a.pdf"] = .fileExists(kind: .pdf)
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.pdf")

    viewModel.exportRequested(selection)
    viewModel.confirmed()

    expectEqual(viewModel.state, .choosing)
    #expect(service.runs.isEmpty)
  }

  @Test func `a missing folder is created after a confirmation`() {
    let (viewModel, _) = make()
    service.targets["~/new"] = .folderMissing
    viewModel.exportRequested(selection)
    viewModel.chosen(.originals)
    viewModel.pathGiven("~/new")

    expectEqual(viewModel.confirmationText, "new does not exist. Create the folder?")
    viewModel.confirmed()
    expectEqual(service.runs.map(\.kind), [.originals])
  }

  @Test func `the extension decides the format`() {
    let (viewModel, _) = make()
    service.targets["a.html"] = .free(kind: .html)
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.html")

    expectEqual(service.runs.map(\.kind), [.html])
  }

  @Test func `a path with a fault is shown and not accepted`() {
    let (viewModel, history) = make()
    service.targets["nowhere/a.pdf"] = .fault(.folderMissing)
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)

    expectEqual(viewModel.fault(in: "nowhere/a.pdf"), "no such folder")
    expectEqual(viewModel.fault(in: "a.pdf"), nil)
    viewModel.pathGiven("nowhere/a.pdf")

    #expect(service.runs.isEmpty)
    expectEqual(history.value.count, 2)
  }

  @Test func `cancelling ends the export, and later answers are ignored`() {
    let (viewModel, history) = make()
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.pdf")

    viewModel.cancel()
    service.runs[0].progress(ExportProgress(count: 2, total: 3))
    service.runs[0].completion(.success(ExportSummary(kind: .pdf, path: "a.pdf", count: 3)))

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
      viewModel.chosen(.pdf)
      viewModel.pathGiven("a.pdf")
      if service.runs.count == 1 { viewModel.cancel() }
    }

    service.runs[0].completion(.failure(.noSpace(name: "a.pdf")))

    guard case .running = viewModel.state else {
      Issue.record("\(viewModel.state)")
      return
    }
  }

  @Test(arguments: [0, 1, 2])
  func `the chooser, the question and the confirmation can be cancelled`(_ steps: Int) {
    let (viewModel, _) = make()
    service.targets["a.pdf"] = .fileExists(kind: .pdf)
    viewModel.exportRequested(selection)
    if steps > 0 { viewModel.chosen(.pdf) }
    if steps > 1 { viewModel.pathGiven("a.pdf") }

    viewModel.cancel()

    expectEqual(viewModel.state, .idle)
    viewModel.confirmed()
    viewModel.pathGiven("a.pdf")
    viewModel.chosen(.pdf)
    expectEqual(viewModel.state, .idle)
    #expect(service.runs.isEmpty)
  }

  @Test func `while an export runs no other one begins`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.pdf")

    viewModel.exportRequested(selection)
    viewModel.pathGiven("b.pdf")

    expectEqual(service.runs.count, 1)
  }

  @Test func `an export without photos fails at once`() {
    let (viewModel, _) = make()

    viewModel.exportRequested(.photos([]))

    expectEqual(viewModel.failureText, "No photos to export")
  }

  @Test func `a service that answers at once has the same history`() {
    let (viewModel, history) = make()
    service.immediateResult = .failure(.noTypesetter)
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.pdf")

    expectEqual(history.value.suffix(2), ["running pdf 0 ", "failed"])
    viewModel.cancel()
    expectEqual(history.value.last, "failed")
  }

  @Test(
    arguments: [
      (.noSpace(name: "a.pdf"), "No space left to write a.pdf"),
      (.noPermission(name: "a.pdf"), "No permission to write a.pdf"),
      (.exists(name: "a.pdf"), "a.pdf already exists now. Nothing was saved"),
      (.source(.noNetwork), "No Network"),
      (.target(.isFolder), "Can't write there: this is a folder"),
    ] as [(ExportFailure, String)])
  func `failures are shown in words`(_ failure: ExportFailure, _ words: String) {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.chosen(.pdf)
    viewModel.pathGiven("a.pdf")

    service.runs[0].completion(.failure(failure))

    expectEqual(viewModel.failureText, words)
    expectEqual(viewModel.outcomeText, nil)
  }

  @Test func `the outcome counts copies that existed or were renamed`() {
    let (viewModel, _) = make()
    viewModel.exportRequested(selection)
    viewModel.chosen(.originals)
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
    viewModel.chosen(.originals)
    viewModel.pathGiven("~/p")
    let missing = MissingFolders(MissingFolders.Folder(name: "2024", error: .timedOut(host: "nas")))

    service.runs[0].completion(
      .success(
        ExportSummary(kind: .originals, path: "~/p", count: 1, ending: .incomplete(missing))))

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

  @Test(arguments: [ExportKind.pdf, .originals])
  func `a gathering that is interrupted exports no part of the photos, and this is said`(
    _ kind: ExportKind
  ) {
    let pages = PagingService()
    let list = Self.list(pages)
    let (viewModel, history) = make()
    viewModel.exportRequested(list.gather(readsPhotos: false, keepsRange: true))
    viewModel.chosen(kind)

    list.sort(by: PhotoSort(.name))
    while let load = pages.openLoads.first { load.answer(.of(300, for: load.query)) }
    viewModel.pathGiven("a.pdf")

    expectEqual(history.value.last, "cancelled")
    expectEqual(viewModel.outcomeText, "Cancelled; nothing was saved")
    #expect(service.runs.isEmpty)
  }
}

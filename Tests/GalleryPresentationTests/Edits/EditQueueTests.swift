import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Edits of several kinds side by side.
@Suite(.timeLimit(.minutes(10)))
@MainActor struct EditQueueTests {
  /// Ratings that are written when the test says so.
  private final class Ratings: RatePhotoUseCase {
    private(set) var calls: [(photo: Photo, finish: (Result<PhotoRating, SidecarError>) -> Void)] =
      []

    func execute(
      _ photo: Photo, over former: PhotoRating,
      completion: @escaping (Result<PhotoRating, SidecarError>) -> Void
    ) {
      calls.append((photo, completion))
    }

    func write(_ index: Int) { calls[index].finish(.success(calls[index].photo.userRating)) }
  }

  private let ratings = Ratings()
  private let marks = ScriptedMarks()
  private let files = ScriptedFiles()
  private let history = UndoHistory()
  private let runner: EditRunner
  private let rating: RatingEdits
  private let file: FileEdits
  private let mark: SaleMarkEdits
  private let log = Log()

  private final class Log {
    var gone: [[Photo.ID]] = []
    var notices: [String] = []
    var confirm: (() -> Void)?
    var progress: [BatchProgress?] = []
  }

  init() {
    let runner = EditRunner(history: history)
    rating = RatingEdits(ratePhoto: ratings, runner: runner)
    file = FileEdits(useCase: files, paths: files.paths, runner: runner)
    marks.answersAtOnce = false
    mark = SaleMarkEdits(
      markPhoto: marks, entry: WholePrices(), currency: "EUR", runner: runner)
    runner.filesChangedClosure = { [log] in log.gone.append($0) }
    runner.showNoticeClosure = { [log] in log.notices.append($0) }
    runner.confirmClosure = { [log] in log.confirm = $2 }
    runner.updateProgressClosure = { [log, weak runner] in log.progress.append(runner?.progress) }
    self.runner = runner
  }

  private let photos: [Photo] = (0..<4).map {
    .stub(id: "\($0)", name: "\($0)", file: FileReference(path: "/pictures/\($0).jpg"))
  }

  private func trash(_ photos: [Photo]) {
    file.trashPressed(photos)
    log.confirm?()
  }

  @Test func `a rating is not held up by copies of other photos`() {
    trash([photos[0]])
    #expect(files.operations.count == 1)

    rating.rated([photos[1]], stars: 3)

    #expect(ratings.calls.map(\.photo.id) == ["1"])
  }

  @Test func `the trash waits until its photos' ratings are written`() {
    rating.rated([photos[0]], stars: 3)
    rating.rated([photos[1]], stars: 4)
    rating.rated([photos[3]], stars: 5)
    trash([photos[0], photos[1]])
    #expect(files.operations.isEmpty)
    #expect(log.progress.last??.label == "trashing")

    ratings.write(0)
    #expect(files.operations.isEmpty)
    ratings.write(1)

    #expect(files.operations.map(\.1.count) == [2])
    #expect(log.gone.isEmpty)
    files.finish()
    #expect(log.gone == [["0", "1"]])
    #expect(ratings.calls.map(\.photo.id) == ["0", "1", "3"])
  }

  @Test func `a photo that is being moved is rated afterwards, others at once`() {
    trash([photos[0]])
    rating.rated([photos[0]], stars: 3)
    rating.rated([photos[1]], stars: 4)
    #expect(ratings.calls.map(\.photo.id) == ["1"])
    ratings.write(0)
    #expect(ratings.calls.map(\.photo.id) == ["1"])

    files.finish { _ in .failure(.noPermission(name: "0.jpg")) }

    #expect(ratings.calls.map(\.photo.id) == ["1", "0"])
  }

  @Test func `the order of edits is kept for each photo, whatever their kinds`() {
    rating.rated([photos[0]], stars: 1)
    trash([photos[0]])
    mark.notForSalePressed([photos[0]])
    rating.rated([photos[0]], stars: 2)
    #expect(ratings.calls.count == 1 && files.operations.isEmpty && marks.calls.isEmpty)

    ratings.write(0)
    #expect(ratings.calls.count == 1 && files.operations.count == 1 && marks.calls.isEmpty)
    files.finish { _ in .failure(.noPermission(name: "0.jpg")) }
    #expect(ratings.calls.count == 1 && marks.calls.count == 1)
    marks.calls[0].succeed()

    #expect(ratings.calls.map(\.photo.rating) == [1, 2])
  }

  @Test func `the result of a mark does not hide a rating that waits for it`() {
    var shown: [Photo] = []
    runner.photosChangedClosure = { shown += $0 }
    mark.notForSalePressed([photos[0]])
    rating.rated([photos[0]], stars: 4)
    #expect(marks.calls.count == 1 && ratings.calls.isEmpty)

    marks.calls[0].succeed()

    #expect(shown.last?.saleStatus == .notForSale)
    #expect(shown.last?.rating == 4)
    #expect(ratings.calls.map(\.photo.rating) == [4])
  }

  @Test func `an operation that waits for ratings can be stopped, and nothing was done`() {
    rating.rated([photos[0]], stars: 1)
    trash([photos[0]])

    runner.stop()

    #expect(log.progress.last == .some(nil))
    ratings.write(0)
    #expect(files.operations.isEmpty)
    #expect(history.undo() == "rating 0")
    #expect(ratings.calls.count == 2)
  }

  @Test func `a rating that is taken back before its turn is never written`() {
    rating.rated([photos[0]], stars: 1)
    rating.rated([photos[1]], stars: 5)

    history.undo()
    ratings.write(0)

    #expect(ratings.calls.map(\.photo.id) == ["0"])
    #expect(runner.unwrittenText == nil)
  }

  @Test func `a thousand ratings and a move of all of them take each step once`() {
    let many = (0..<1_000).map {
      Photo.stub(
        id: "\($0)", name: "\($0)", file: FileReference(path: "/pictures/\($0).jpg"))
    }
    rating.rated(many, stars: 3)
    trash(many)
    for index in 0..<1_000 { ratings.write(index) }

    #expect(ratings.calls.map(\.photo.id) == many.map(\.id))
    #expect(files.operations.map(\.1.count) == [1_000])
  }

  @Test func `leaving waits for ratings and marks, and for no files`() async {
    trash([photos[0]])
    await runner.finish()

    rating.rated([photos[1]], stars: 3)
    mark.notForSalePressed([photos[2]])
    #expect(runner.unwrittenText?.contains("Can't write rating: 1") == true)
    #expect(runner.unwrittenText?.contains("Can't write sale mark: 2") == true)
    let finished = Task { @MainActor [runner] in await runner.finish() }
    await Task.yield()
    ratings.write(0)
    marks.calls[0].succeed()
    await finished.value

    #expect(runner.unwrittenText == nil)
  }

  @Test func `undo says which actions had nothing left`() {
    rating.rated([photos[0]], stars: 2)
    ratings.write(0)
    rating.rated([photos[1]], stars: 3)
    ratings.calls[1].finish(.failure(.gone(name: "1.jpg")))

    #expect(history.undoLatest { _ in } == "Undone: rating 0 · nothing left of rating 1")
    #expect(history.undoLatest { _ in } == "Nothing to undo")
  }
}

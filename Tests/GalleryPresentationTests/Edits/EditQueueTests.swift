import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Edits of several kinds side by side.
@Suite(.timeLimit(.minutes(10)))
@MainActor struct EditQueueTests {
  /// Ratings that are written when the test says so.
  private final class Ratings: EditSidecarUseCase {
    private(set) var calls: [(photo: Photo, finish: (Result<EditedPhoto, SidecarError>) -> Void)] =
      []

    func execute(
      _ photo: Photo, over former: Photo,
      completion: @escaping (Result<EditedPhoto, SidecarError>) -> Void
    ) {
      calls.append((photo, completion))
    }

    func write(_ index: Int) { calls[index].finish(.success(EditedPhoto(calls[index].photo))) }
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
    rating = RatingEdits(editSidecar: ratings, runner: runner)
    file = FileEdits(useCase: files, paths: files.paths, runner: runner)
    marks.answersAtOnce = false
    mark = SaleMarkEdits(
      editSidecar: marks, entry: WholePrices(), currency: "EUR", runner: runner)
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

  @Test func `the trash waits until ratings are written`() {
    rating.rated([photos[0]], stars: 3)
    rating.rated([photos[3]], stars: 4)
    trash([photos[0], photos[1]])
    expectEqual(log.progress.last??.label, "trashing")

    ratings.write(0)
    #expect(files.operations.isEmpty)
    ratings.write(1)

    expectEqual(files.operations.map(\.1.count), [2])
    #expect(log.gone.isEmpty)
    files.finish()
    expectEqual(log.gone, [["0", "1"]])
    expectEqual(ratings.calls.map(\.photo.id), ["0", "3"])
  }

  @Test func `what is rated while files are moved is written afterwards, and shown at once`() {
    var shown: [Photo] = []
    runner.photosChangedClosure = { shown += $0 }
    trash([photos[0]])
    rating.rated([photos[0]], stars: 3)
    rating.rated([photos[1]], stars: 4)
    expectEqual(shown.map(\.rating), [3, 4])
    #expect(ratings.calls.isEmpty)

    files.finish { _ in .failure(.noPermission(name: "0.jpg")) }
    ratings.write(0)

    expectEqual(ratings.calls.map(\.photo.id), ["0", "1"])
  }

  @Test func `the order of edits is kept, whatever their kinds`() {
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

    expectEqual(ratings.calls.map(\.photo.rating), [1, 2])
  }

  @Test func `the result of a mark does not hide a rating that waits for it`() {
    var shown: [Photo] = []
    runner.photosChangedClosure = { shown += $0 }
    mark.notForSalePressed([photos[0]])
    rating.rated([photos[0]], stars: 4)
    #expect(marks.calls.count == 1 && ratings.calls.isEmpty)

    marks.calls[0].succeed()

    expectEqual(shown.last?.saleStatus, .notForSale)
    expectEqual(shown.last?.rating, 4)
    expectEqual(ratings.calls.map(\.photo.rating), [4])
  }

  @Test func `an operation that waits for ratings can be stopped, and nothing was done`() {
    rating.rated([photos[0]], stars: 1)
    trash([photos[0]])

    runner.stop()

    expectEqual(log.progress.last, .some(nil))
    ratings.write(0)
    #expect(files.operations.isEmpty)
    expectEqual(history.undo(), "rating 0")
    expectEqual(ratings.calls.count, 2)
  }

  @Test func `a rating that is taken back before its turn is never written`() {
    rating.rated([photos[0]], stars: 1)
    rating.rated([photos[1]], stars: 5)

    history.undo()
    ratings.write(0)

    expectEqual(ratings.calls.map(\.photo.id), ["0"])
    expectEqual(runner.unwrittenText, nil)
  }

  @Test func `a thousand ratings and a move of all of them take each step once`() {
    let many = (0..<1_000).map {
      Photo.stub(
        id: "\($0)", name: "\($0)", file: FileReference(path: "/pictures/\($0).jpg"))
    }
    rating.rated(many, stars: 3)
    trash(many)
    for index in 0..<1_000 { ratings.write(index) }

    expectEqual(ratings.calls.map(\.photo.id), many.map(\.id))
    expectEqual(files.operations.map(\.1.count), [1_000])
  }

  @Test func `leaving waits for ratings and marks, and for no files`() async {
    trash([photos[0]])
    await runner.finish()

    rating.rated([photos[1]], stars: 3)
    mark.notForSalePressed([photos[2]])
    expectEqual(runner.unwrittenText?.contains("Can't write rating: 1"), true)
    expectEqual(runner.unwrittenText?.contains("Can't write sale mark: 2"), true)
    let finished = Task { @MainActor [runner] in await runner.finish() }
    await Task.yield()
    files.finish()
    ratings.write(0)
    marks.calls[0].succeed()
    await finished.value

    expectEqual(runner.unwrittenText, nil)
  }

  @Test func `quitting stops what is done with files, and waits for its end`() async {
    trash([photos[0]])
    var hasQuit = false
    let quitting = Task { @MainActor [runner] in
      await runner.quit()
      hasQuit = true
    }
    await Task.yield()
    #expect(files.isCancelled && !hasQuit)

    files.finish()
    await quitting.value
  }

  @Test func `undo says which actions had nothing left`() {
    rating.rated([photos[0]], stars: 2)
    ratings.write(0)
    rating.rated([photos[1]], stars: 3)
    ratings.calls[1].finish(.failure(.gone(name: "1.jpg")))

    expectEqual(
      history.undoLatest { _ in },
      "Undone: rating 0 · nothing left of rating 1 (it was not written)")
    expectEqual(history.undoLatest { _ in }, "Nothing to undo")
  }

  // MARK: Undo while an edit is under way

  @Test func `undo does not pass over a mark that is being written`() {
    rating.rated([photos[0]], stars: 2)
    ratings.write(0)
    mark.notForSalePressed([photos[1]])

    expectEqual(
      history.undoLatest { _ in },
      "Still under way: marking 1 not for sale · undo it when it is done")
    expectEqual(ratings.calls.count, 1)
    marks.calls[0].succeed()
    expectEqual(history.undoLatest { _ in }, "Undone: marking 1 not for sale")
    marks.calls[1].succeed()
    expectEqual(marks.calls.map(\.mark.status), [.notForSale, .forSale])

    expectEqual(history.undoLatest { _ in }, "Undone: rating 0")
  }

  @Test func `a mark that failed while it was waited for leaves nothing to undo`() {
    mark.notForSalePressed([photos[1]])
    marks.calls[0].complete(.failure(.readOnly(name: "1.xmp")))

    expectEqual(history.undoLatest { _ in }, "Nothing to undo")
  }

  @Test func `edits that come after a mark that is being written are undone first`() {
    mark.notForSalePressed([photos[1]])
    rating.rated([photos[0]], stars: 2)
    marks.calls[0].succeed()

    expectEqual(history.undo(), "rating 0")
    expectEqual(history.undo(), "marking 1 not for sale")
  }
}

/// Edits of photos whose rows were not read yet.
@Suite(.timeLimit(.minutes(10)))
@MainActor struct UnreadEditTests {
  /// Photos that are read when the test says so.
  private final class Details: FetchPhotoDetailsUseCase {
    private(set) var calls: [(photo: Photo, finish: (Photo) -> Void)] = []

    func execute(
      _ photo: Photo, ahead: [Photo], urgency: ReadingUrgency,
      completion: @escaping ([Photo]) -> Void
    ) -> (any Cancellable)? {
      calls.append((photo, { completion([$0]) }))
      return nil
    }

    func execute(
      _ photos: [Photo], completion: @escaping ([Photo]) -> Void
    ) -> (any Cancellable)? {
      Issue.record("each photo is read for itself")
      return nil
    }
  }

  private final class Ratings: EditSidecarUseCase {
    private(set) var calls: [(photo: Photo, finish: (Result<EditedPhoto, SidecarError>) -> Void)] =
      []

    func execute(
      _ photo: Photo, over former: Photo,
      completion: @escaping (Result<EditedPhoto, SidecarError>) -> Void
    ) {
      calls.append((photo, completion))
    }

    func write(_ index: Int) { calls[index].finish(.success(EditedPhoto(calls[index].photo))) }
  }

  private final class Log {
    var notices: [String] = []
    var rows: [Photo.ID: Photo] = [:]
    var confirm: (() -> Void)?
    var answer: ((String) -> Void)?
  }

  private let details = Details()
  private let ratings = Ratings()
  private let marks = ScriptedMarks()
  private let files = ScriptedFiles()
  private let history = UndoHistory()
  private let runner: EditRunner
  private let rating: RatingEdits
  private let file: FileEdits
  private let mark: SaleMarkEdits
  private let log = Log()

  init() {
    let runner = EditRunner(fetchDetails: details, history: history)
    rating = RatingEdits(editSidecar: ratings, runner: runner)
    file = FileEdits(useCase: files, paths: files.paths, runner: runner)
    marks.answersAtOnce = false
    mark = SaleMarkEdits(editSidecar: marks, entry: WholePrices(), currency: "EUR", runner: runner)
    runner.showNoticeClosure = { [log] in log.notices.append($0) }
    runner.confirmClosure = { [log] in log.confirm = $2 }
    runner.askClosure = { [log] in log.answer = $0.answer }
    runner.photosChangedClosure = { [log] in for photo in $0 { log.rows[photo.id] = photo } }
    self.runner = runner
  }

  private func photo(_ id: Int, _ stars: Int? = nil, isRead: Bool = true) -> Photo {
    var photo = Photo.stub(
      id: "\(id)", name: "\(id)", file: FileReference(path: "/pictures/\(id).jpg"),
      rating: stars, saleStatus: .unstated)
    photo.needsDetails = !isRead
    return photo
  }

  private func trash(_ photos: [Photo]) {
    file.trashPressed(photos)
    log.confirm?()
  }

  @Test func `a photo that is being read is not edited by what its row has, together with others`()
  {
    rating.rated([photo(0, isRead: false)], stars: 3)
    rating.rated([photo(0, isRead: false), photo(1, 2)], stars: 5)
    #expect(ratings.calls.isEmpty)
    expectEqual(log.rows.mapValues(\.rating), ["1": 5])

    details.calls[0].finish(photo(0, 1))
    ratings.write(0)
    // It is read again after it was written.
    details.calls[1].finish(photo(0, 3))
    ratings.write(1)

    expectEqual(ratings.calls.map(\.photo.id), ["0", "0", "1"])
    expectEqual(ratings.calls.map(\.photo.rating), [3, 5, 5])
  }

  @Test func `a photo is trashed after the rating that waits for its row`() {
    rating.rated([photo(0, isRead: false)], stars: 3)
    trash([photo(0, isRead: false)])
    #expect(files.operations.isEmpty)

    details.calls[0].finish(photo(0, 1))
    expectEqual(ratings.calls.map(\.photo.id), ["0"])
    #expect(files.operations.isEmpty)
    ratings.write(0)

    expectEqual(files.operations.map(\.0), [.trash])
  }

  @Test func `undo gives up a rating that waits for its photo, and not the step before`() {
    rating.rated([photo(1)], stars: 4)
    ratings.write(0)
    rating.rated([photo(0, isRead: false)], stars: 3)
    trash([photo(0, isRead: false)])
    runner.stop()

    var led: [Photo.ID] = []
    expectEqual(history.undoLatest { led = $0 }, "Undone: rating 0")
    expectEqual(led, ["0"])
    expectEqual(runner.unwrittenText, nil)
    details.calls[0].finish(photo(0, 1))
    expectEqual(ratings.calls.count, 1)
    expectEqual(log.rows["0"], nil)

    expectEqual(history.undoLatest { _ in }, "Undone: rating 1")
  }

  @Test func `a rating that a photo turns out to have is not undone`() {
    rating.rated([photo(1)], stars: 4)
    rating.rated([photo(0, isRead: false)], stars: 3)
    // It is read in its turn.
    #expect(details.calls.isEmpty)
    ratings.write(0)

    details.calls[0].finish(photo(0, 3))

    expectEqual(log.notices.last, "★★★ 0")
    expectEqual(history.undoLatest { _ in }, "Undone: rating 1")
  }

  /// What the user has done, as if all were done at once.
  private struct Ideal {
    var ratings: [Photo.ID: PhotoRating] = [:]
    /// All that each photo has had.
    var former: [Photo.ID: [PhotoRating]] = [:]
    /// What can be undone, with the rating before it.
    var steps: [(id: Photo.ID, old: PhotoRating, isWaiting: Bool)] = []

    mutating func set(_ id: Photo.ID, _ rating: PhotoRating) {
      ratings[id] = rating
      former[id, default: []].append(rating)
    }
  }

  @Test(arguments: 0..<150)
  func `whatever is pressed, each photo gets its edits in order, and undo takes back the last`(
    _ seed: Int
  ) {
    var random = SplitMix64(state: UInt64(seed))
    let ids = (0..<3).map(String.init)
    var disk: [Photo.ID: PhotoRating] = [:]
    var ideal = Ideal()
    var unread: Set<Photo.ID> = []
    /// Of readings whose edit was given up.
    var late: Set<Int> = []
    /// Of each reading the rating that it finds, which may be out of date when it answers.
    var found: [PhotoRating] = []
    var (answeredCount, writtenCount, copiedCount) = (0, 0, 0)
    /// The photo of the copy that was pressed last, and how many ratings it had had then.
    var copy: (id: Photo.ID, count: Int)?
    for id in ids {
      disk[id] = PhotoRating(stars: Int.random(in: 0...5, using: &random))
      ideal.set(id, disk[id] ?? PhotoRating())
      log.rows[id] = photo(Int(id) ?? 0, disk[id]?.stars)
    }
    func row(_ id: Photo.ID) -> Photo {
      var row = photo(Int(id) ?? 0, isRead: !unread.contains(id))
      if !unread.contains(id) { row.userRating = log.rows[id]?.userRating ?? PhotoRating() }
      return row
    }
    func press(_ id: Photo.ID, _ rating: PhotoRating, _ edit: (Photo) -> Void) {
      let old = ideal.ratings[id] ?? PhotoRating()
      let isWaiting =
        unread.contains(id) || ideal.steps.contains { $0.id == id && $0.isWaiting }
      edit(row(id))
      guard isWaiting || rating != old else { return }
      ideal.steps.append((id, old, isWaiting))
      ideal.set(id, rating)
    }
    /// The photo has been read: its first edit that waited for that isn't a step if it turned out to have that.
    func settle(_ id: Photo.ID) {
      let own = ideal.steps.indices.filter { ideal.steps[$0].id == id }
      guard let index = own.first(where: { ideal.steps[$0].isWaiting }) else { return }
      let next = own.first { $0 > index }.map { ideal.steps[$0].old } ?? ideal.ratings[id]
      if next == ideal.steps[index].old {
        ideal.steps.remove(at: index)
      } else {
        ideal.steps[index].isWaiting = false
      }
    }
    func answerReading() {
      guard answeredCount < details.calls.count else { return }
      let call = details.calls[answeredCount]
      let rating = found[answeredCount]
      answeredCount += 1
      var read = call.photo
      (read.needsDetails, read.userRating) = (false, rating)
      call.finish(read)
      if !late.contains(answeredCount - 1) { settle(call.photo.id) }
    }
    func noteReadings() {
      while found.count < details.calls.count {
        found.append(disk[details.calls[found.count].photo.id] ?? PhotoRating())
      }
    }
    func answerWrite() {
      guard writtenCount < ratings.calls.count else { return }
      disk[ratings.calls[writtenCount].photo.id] = ratings.calls[writtenCount].photo.userRating
      writtenCount += 1
      ratings.write(writtenCount - 1)
    }
    func answerCopy() {
      guard copiedCount < files.operations.count, let copy else { return }
      copiedCount += 1
      // With all that was done before it; maybe with more, but not with less.
      let possible = ideal.former[copy.id]?.dropFirst(copy.count - 1) ?? []
      #expect(possible.contains(disk[copy.id] ?? PhotoRating()), "seed \(seed)")
      files.finish()
    }
    func undo() {
      let text = history.undo()
      guard let (id, old, isWaiting) = ideal.steps.popLast() else {
        expectEqual(text, nil, "seed \(seed)")
        return
      }
      // Of several that wait the first is read.
      if isWaiting, !ideal.steps.contains(where: \.isWaiting), answeredCount < details.calls.count {
        late.insert(details.calls.count - 1)
      }
      #expect(text == "rating \(id)" || text == "labelling \(id)", "seed \(seed)")
      ideal.set(id, old)
    }
    for _ in 0..<60 {
      let id = ids.randomElement(using: &random) ?? "0"
      let now = ideal.ratings[id] ?? PhotoRating()
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2:
        let stars = Int.random(in: 0...5, using: &random)
        press(id, PhotoRating(stars: stars, label: now.label)) { rating.rated([$0], stars: stars) }
      case 3:
        let color = [PhotoLabel.Color.red, .blue, nil].randomElement(using: &random) ?? nil
        press(id, PhotoRating(stars: now.stars, label: color.map { PhotoLabel($0) })) {
          rating.labelled([$0], color: color)
        }
      case 4:
        // The list is loaded again.
        unread.insert(id)
      case 5:
        guard runner.unwrittenText == nil else { continue }
        unread.remove(id)
        log.rows[id]?.userRating = disk[id] ?? PhotoRating()
      case 6 where copiedCount == files.operations.count && !runner.isBusy(FileEdit.kind):
        copy = (id, ideal.former[id]?.count ?? 0)
        file.copyPressed([row(id)])
        log.answer?("prints")
      case 7, 8: answerReading()
      case 9: answerWrite()
      case 10: answerCopy()
      default:
        // Copies are undone by files, which are another test's matter.
        if history.text?.hasPrefix("cop") != true { undo() }
      }
      noteReadings()
      #expect(ratings.calls.count <= writtenCount + 1)
    }
    var rounds = 0
    while rounds < 1_000,
      runner.unwrittenText != nil || copiedCount < files.operations.count
    {
      rounds += 1
      answerReading()
      answerWrite()
      answerCopy()
      noteReadings()
    }

    expectEqual(runner.unwrittenText, nil, "seed \(seed)")
    expectEqual(disk, ideal.ratings, "seed \(seed)")
  }
}

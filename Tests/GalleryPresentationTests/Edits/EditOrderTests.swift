import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Edits of several kinds side by side.
@Suite(.timeLimit(.minutes(10)))
@MainActor struct EditOrderTests {
  private let run = EditRun()

  private let photos: [Photo] = (0..<4).map {
    .stub(id: "\($0)", name: "\($0)", file: FileReference(path: "/pictures/\($0).jpg"))
  }

  @Test func `what is rated while files are moved is written afterwards, and shown at once`() {
    run.trash([photos[0]])
    run.edits.rated([photos[0]], stars: 3)
    run.edits.rated([photos[1]], stars: 4)
    expectEqual(run.rows.mapValues(\.rating), ["0": 3, "1": 4])
    #expect(run.sidecars.calls.isEmpty)

    run.files.finish { _ in .failure(.noPermission(name: "0.jpg")) }
    run.succeed(0..<1)

    expectEqual(run.writtenIDs, ["0", "1"])
  }

  @Test func `the order of edits is kept, and what is said about a photo is written together`() {
    run.edits.rated([photos[0]], stars: 1)
    run.trash([photos[0]])
    run.edits.notForSalePressed([photos[0]])
    run.edits.rated([photos[0]], stars: 2)
    #expect(run.sidecars.calls.count == 1 && run.files.operations.isEmpty)

    run.succeed(0..<1)
    #expect(run.sidecars.calls.count == 1 && run.files.operations.count == 1)
    run.files.finish { _ in .failure(.noPermission(name: "0.jpg")) }

    expectEqual(run.writtenStars, [1, 2])
    expectEqual(run.sidecars.calls.map(\.photo.saleStatus), [.forSale, .notForSale])
  }

  @Test func `the result of a mark does not hide a rating that waits for it`() {
    run.edits.notForSalePressed([photos[0]])
    run.edits.rated([photos[0]], stars: 4)
    expectEqual(run.sidecars.calls.count, 1)

    run.succeed(0..<1)

    expectEqual(run.rows["0"]?.saleStatus, .notForSale)
    expectEqual(run.rows["0"]?.rating, 4)
    expectEqual(run.writtenStars, [nil, 4])
  }

  @Test func `an operation that waits for ratings can be stopped, and nothing was done`() {
    run.edits.rated([photos[0]], stars: 1)
    run.trash([photos[0]])
    expectEqual(run.progress.last??.label, "trashing")

    run.runner.stop()

    expectEqual(run.progress.last, .some(nil))
    run.succeed(0..<1)
    #expect(run.files.operations.isEmpty)
    expectEqual(run.history.undo(), "rating 0")
    expectEqual(run.sidecars.calls.count, 2)
  }

  @Test func `a rating that is taken back before its turn is never written`() {
    run.edits.rated([photos[0]], stars: 1)
    run.edits.rated([photos[1]], stars: 5)

    run.history.undo()
    run.succeed(0..<1)

    expectEqual(run.writtenIDs, ["0"])
    expectEqual(run.runner.unwrittenText, nil)
  }

  @Test func `a thousand ratings and a move of all of them take each step once`() {
    let many = (0..<1_000).map {
      Photo.stub(id: "\($0)", file: FileReference(path: "/pictures/\($0).jpg"))
    }
    run.edits.rated(many, stars: 3)
    run.trash(many)
    run.succeed(0..<1_000)

    expectEqual(run.writtenIDs, many.map(\.id))
    expectEqual(run.files.operations.map(\.1.count), [1_000])
  }

  @Test func `leaving waits for ratings and marks, and for no files`() async {
    run.trash([photos[0]])
    await run.runner.finish()

    run.edits.rated([photos[1]], stars: 3)
    run.edits.notForSalePressed([photos[2]])
    expectEqual(run.runner.unwrittenText?.contains("Can't write rating: 1"), true)
    expectEqual(run.runner.unwrittenText?.contains("Can't write sale mark: 2"), true)
    let finished = Task { @MainActor [run] in await run.runner.finish() }
    await Task.yield()
    run.files.finish()
    run.succeed(0..<2)
    await finished.value

    expectEqual(run.runner.unwrittenText, nil)
  }

  @Test func `quitting stops what is done with files, and waits for its end`() async {
    run.trash([photos[0]])
    var hasQuit = false
    let quitting = Task { @MainActor [run] in
      await run.runner.quit()
      hasQuit = true
    }
    await Task.yield()
    #expect(run.files.isCancelled && !hasQuit)

    run.files.finish()
    await quitting.value
  }

  @Test func `quitting writes all sale marks, but begins nothing with files`() async {
    run.edits.notForSalePressed(Array(photos[0...1]))
    run.trash([photos[2]])
    let quitting = Task { @MainActor [run] in await run.runner.quit() }
    await Task.yield()
    run.succeed(0..<2)
    await quitting.value

    expectEqual(run.writtenIDs, ["0", "1"])
    #expect(run.files.operations.isEmpty)
    expectEqual(run.runner.unwrittenText, nil)
  }

  @Test func `undo says which actions had nothing left, and of how many photos nothing was left`() {
    run.edits.rated([photos[0]], stars: 2)
    run.succeed(0..<1)
    run.edits.rated([photos[1]], stars: 3)
    run.sidecars.calls[1].fail(.gone(name: "1.jpg"))
    expectEqual(run.undo(), "Undone: rating 0 · nothing left of rating 1")
    expectEqual(run.undo(), "Nothing to undo")
    run.succeed(2..<3)

    run.edits.rated(photos, stars: 3)
    for index in 3..<7 {
      index < 5 ? run.succeed(index..<index + 1) : run.sidecars.calls[index].fail(.gone(name: "x"))
    }
    expectEqual(run.undo(), "Undone: rating 2 photos · nothing left of 2 more")
  }

  @Test func `a label that can't be written is called a label`() {
    run.edits.labelled([photos[0]], color: .red)
    expectEqual(run.runner.unwrittenText, "Can't write label: 0")

    run.sidecars.calls[0].fail(.gone(name: "0.jpg"))

    expectEqual(run.failures.first?.hasPrefix("Can't label 0. "), true)
  }

  @Test func `files that were moved are undone before what was done earlier, unless that failed`() {
    run.edits.rated([photos[0]], stars: 2)
    run.succeed(0..<1)
    run.trash([photos[1]])
    run.files.finish()
    run.trash([photos[2]])
    run.files.finish { _ in .failure(.gone(name: "2.jpg")) }

    expectEqual(run.undo(), "Undone: trashing 1")
    run.files.finishUndo(left: 0)
    expectEqual(run.undo(), "Undone: rating 0")
  }
}

/// Edits of photos whose rows were not read yet: they begin when the list has read them.
@Suite(.timeLimit(.minutes(10)))
@MainActor struct UnreadEditTests {
  private final class Log {
    /// What the sidecars say.
    var disk: [Photo.ID: PhotoRating] = [:]
    /// Rows that the source has not read.
    var unread: Set<Photo.ID> = []
    var answeredCount = 0
  }

  private let service = PagingService()
  private let list: PhotoListViewModel
  private let run = EditRun()
  private let log = Log()

  init() {
    list = PhotoListViewModel(apiService: service, pageSize: 100)
    let show = run.runner.photosChangedClosure
    run.runner.photosChangedClosure = { [weak list] photos in
      show?(photos)
      list?.photosChanged(photos)
    }
    service.source = { [log] _ in
      PhotoPage(photos: (0..<3).map { Self.photo($0, log) }, totalCount: 3)
    }
  }

  private static func photo(_ id: Int, _ log: Log) -> Photo {
    var photo = Photo.stub(
      id: "\(id)", name: "\(id)", file: FileReference(path: "/pictures/\(id).jpg"),
      saleStatus: .unstated)
    photo.needsDetails = log.unread.contains(photo.id)
    if !photo.needsDetails { photo.userRating = log.disk[photo.id] ?? PhotoRating() }
    return photo
  }

  private func start(unread: Set<Photo.ID>, stars: Int? = nil) {
    log.unread = unread
    for id in 0..<3 { log.disk["\(id)"] = PhotoRating(stars: stars) }
    list.initFetch()
  }

  /// The photo in a row, which is read first if it was not, as `Gallery` gathers it.
  private func gather(_ row: Int, in list: PhotoListViewModel? = nil) -> PhotoGathering {
    let list = list ?? self.list
    let indexPath = IndexPath(row: row, section: 0)
    list.focusMoved(to: indexPath)
    guard let photo = list.photo(at: indexPath), !photo.needsDetails else {
      return list.gather(readsPhotos: true, keepsRange: false)
    }
    return PhotoGathering([photo])
  }

  /// Answers the first reading with what the photo's sidecar says, or said when it began.
  private func answerReading(_ stars: Int? = nil) {
    while log.answeredCount < service.details.count {
      let load = service.details[log.answeredCount]
      log.answeredCount += 1
      guard !load.isCancelled else { continue }
      var read = load.photo
      read.needsDetails = false
      read.userRating =
        stars.map { PhotoRating(stars: $0) } ?? log.disk[read.id] ?? PhotoRating()
      return load.completion(read)
    }
  }

  @Test func `a photo that has been read shows its stars at once, whatever others wait for`() {
    start(unread: ["0"])
    run.edits.rated(gather(0), stars: 3)
    expectEqual(run.runner.unwrittenText, "Can't write rating: 0")
    run.edits.rated(gather(1), stars: 5)
    expectEqual(run.rows.mapValues(\.rating), ["1": 5])
    run.succeed(0..<1)
    expectEqual(run.undo(), "Undone: rating 1")

    answerReading()

    run.succeed(1..<2)
    expectEqual(run.writtenIDs, ["1", "1", "0"])
  }

  @Test func `a photo is trashed after the rating that waits for its row`() {
    start(unread: ["0"])
    run.edits.rated(gather(0), stars: 3)
    run.trash([Self.photo(0, log)])
    #expect(run.files.operations.isEmpty)
    #expect(run.runner.isBusyWithFiles)

    answerReading()
    expectEqual(run.writtenIDs, ["0"])
    #expect(run.files.operations.isEmpty)
    run.succeed(0..<1)

    expectEqual(run.files.operations.map(\.0), [.trash])
  }

  @Test func `undo gives up what waits for a photo, and not the step before`() {
    start(unread: ["0"])
    run.edits.rated(gather(1), stars: 4)
    run.succeed(0..<1)
    run.edits.rated(gather(0), stars: 3)
    run.trash([Self.photo(1, log)])

    #expect(run.history.undo() != nil)
    var led: [Photo.ID] = []
    expectEqual(run.history.undoLatest { led = $0 }, "Undone: rating 0")
    expectEqual(led, ["0"])
    expectEqual(run.runner.unwrittenText, nil)
    answerReading()
    #expect(run.files.operations.isEmpty)
    expectEqual(run.sidecars.calls.count, 1)
    expectEqual(run.rows["0"], nil)

    expectEqual(run.undo(), "Undone: rating 1")
  }

  @Test func `Esc gives up a rating that waits for its photo`() {
    start(unread: ["0"])
    run.edits.rated(gather(0), stars: 3)
    #expect(list.isSelecting)

    list.endSelecting()
    answerReading()

    #expect(run.sidecars.calls.isEmpty)
    expectEqual(run.runner.unwrittenText, nil)
    expectEqual(run.undo(), "Nothing to undo")
  }

  @Test func `a rating that a photo turns out to have is not undone`() {
    start(unread: ["0"], stars: 3)
    run.edits.rated(gather(1), stars: 4)
    run.edits.rated(gather(0), stars: 3)
    run.succeed(0..<1)

    answerReading()

    expectEqual(run.notices.last, "★★★ 0")
    expectEqual(run.undo(), "Undone: rating 1")
  }

  @Test func `what was read before the last rating was written is no conflict`() {
    start(unread: [], stars: 1)
    run.edits.rated(gather(0), stars: 3)
    // The list is loaded again meanwhile.
    log.unread = ["0"]
    list.refresh()
    run.edits.rated(gather(0), stars: 5)
    run.succeed(0..<1)
    answerReading(1)

    expectEqual(run.formerStars, [1, 3])
    run.succeed(1..<2)
    run.history.undo()
    expectEqual(run.sidecars.calls.last?.photo.rating, 3)
  }

  @Test(arguments: [3, 0])
  func `quitting waits for a photo that is read before it is rated`(stars: Int) async {
    start(unread: ["0"], stars: 0)
    #expect(run.edits.rated(gather(0), stars: stars))
    expectEqual(run.runner.unwrittenText, "Can't write rating: 0")

    // Starts waiting before the photo has been read.
    let finished = Task { @MainActor [run] in await run.runner.finish() }
    await Task.yield()
    answerReading()
    if stars == 3 { run.succeed(0..<1) }
    await finished.value

    expectEqual(run.writtenStars, stars == 3 ? [3] : [])
    expectEqual(run.runner.unwrittenText, nil)
  }

  @Test func `a photo is rated though its list has been left before it was read`() {
    log.unread = ["0"]
    var left: PhotoListViewModel? = PhotoListViewModel(apiService: service, pageSize: 100)
    left?.initFetch()
    run.edits.rated(gather(0, in: left), stars: 3)
    left = nil

    answerReading()

    expectEqual(run.writtenStars, [3])
  }

  @Test(arguments: 0..<150)
  func `whatever is pressed, each photo gets its edits in order, and undo takes back the last`(
    _ seed: Int
  ) {
    var random = SplitMix64(state: UInt64(seed))
    let ids = (0..<3).map(String.init)
    start(unread: [], stars: Int.random(in: 0...5, using: &random))
    /// What the user has done, as if all were done at once.
    var ideal = log.disk
    /// All that each photo has had.
    var former = ideal.mapValues { [$0] }
    var steps: [(id: Photo.ID, old: PhotoRating)] = []
    var (writtenCount, copiedCount) = (0, 0)
    /// The photo of the copy that was pressed last, and how many ratings it had had then.
    var copy: (id: Photo.ID, count: Int)?
    func set(_ id: Photo.ID, _ rating: PhotoRating) {
      ideal[id] = rating
      former[id, default: []].append(rating)
    }
    func press(_ id: Photo.ID, _ rating: PhotoRating, _ edit: (PhotoGathering) -> Bool) {
      let old = ideal[id] ?? PhotoRating()
      guard rating != old else { return }
      #expect(edit(gather(Int(id) ?? 0)))
      steps.append((id, old))
      set(id, rating)
    }
    func answerWrite() {
      guard writtenCount < run.sidecars.calls.count else { return }
      let call = run.sidecars.calls[writtenCount]
      // Anything else would be taken for another program's edit.
      expectEqual(call.former.userRating, log.disk[call.photo.id], "seed \(seed)")
      log.disk[call.photo.id] = call.photo.userRating
      writtenCount += 1
      call.succeed()
    }
    func answerCopy() {
      guard copiedCount < run.files.operations.count, let copy else { return }
      copiedCount += 1
      // With all that was done before it; maybe with more, but not with less.
      let possible = former[copy.id]?.dropFirst(copy.count - 1) ?? []
      #expect(possible.contains(log.disk[copy.id] ?? PhotoRating()), "seed \(seed)")
      run.files.finish()
    }
    func undo() {
      let text = run.history.undo()
      guard let (id, old) = steps.popLast() else {
        expectEqual(text, nil, "seed \(seed)")
        return
      }
      #expect(text == "rating \(id)" || text == "labelling \(id)", "seed \(seed)")
      set(id, old)
    }
    for _ in 0..<60 {
      let id = ids.randomElement(using: &random) ?? "0"
      let now = ideal[id] ?? PhotoRating()
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2:
        let stars = Int.random(in: 0...5, using: &random)
        press(id, PhotoRating(stars: stars, label: now.label)) {
          run.edits.rated($0, stars: stars)
        }
      case 3:
        let color = [PhotoLabel.Color.red, .blue, nil].randomElement(using: &random) ?? nil
        press(id, PhotoRating(stars: now.stars, label: color.map { PhotoLabel($0) })) {
          run.edits.labelled($0, color: color)
        }
      case 4:
        // The list is loaded again; what is being written isn't known to be read.
        log.unread = run.runner.unwrittenText == nil ? [id] : Set(ids)
        list.refresh()
      case 5 where copiedCount == run.files.operations.count && !run.runner.isBusyWithFiles:
        copy = (id, former[id]?.count ?? 0)
        run.file.copyPressed([Self.photo(Int(id) ?? 0, log)])
        run.questions.last?.answer("prints")
      case 6, 7, 8: answerReading()
      case 9: answerWrite()
      case 10: answerCopy()
      default:
        // Copies are undone by files, which are another test's matter.
        if run.history.text?.hasPrefix("cop") != true { undo() }
      }
      #expect(run.sidecars.calls.count <= writtenCount + 1)
    }
    var rounds = 0
    while rounds < 1_000,
      run.runner.unwrittenText != nil || copiedCount < run.files.operations.count
    {
      rounds += 1
      answerReading()
      answerWrite()
      answerCopy()
    }

    expectEqual(run.runner.unwrittenText, nil, "seed \(seed)")
    expectEqual(log.disk, ideal, "seed \(seed)")
  }
}

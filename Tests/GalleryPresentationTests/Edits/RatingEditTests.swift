import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

extension ScriptedSidecars.Call {
  /// - Parameter rating: As another program has set it.
  fileprivate func write(as rating: PhotoRating) {
    complete(.success(EditedPhoto(rated(rating))))
  }

  /// Another program has set the same property.
  fileprivate func conflict(_ rating: PhotoRating) {
    fail(.changedElsewhere(name: "a.xmp", now: rated(rating)))
  }

  private func rated(_ rating: PhotoRating) -> Photo {
    var photo = photo
    photo.userRating = rating
    return photo
  }
}

@Suite(.timeLimit(.minutes(10)))
struct RatingEditTests {
  private let ratings = ScriptedSidecars(answersAtOnce: false)
  private let history = UndoHistory()
  private let runner: EditRunner
  private let sut: RatingEdits
  private let log = Log()

  private final class Log {
    var lines: [String] = []
    /// As the list has them.
    var rows: [Photo.ID: Photo] = [:]
  }

  init() {
    runner = EditRunner(history: history)
    sut = RatingEdits(editSidecar: ratings, runner: runner)
    runner.showNoticeClosure = { [log] in log.lines.append($0) }
    runner.showFailureClosure = { [log] in log.lines.append("! \($0)") }
    runner.photosChangedClosure = { [log] photos in
      for photo in photos { log.rows[photo.id] = photo }
    }
  }

  private func photo(_ id: String) -> Photo {
    log.rows[id] ?? .stub(id: id, name: id, saleStatus: .unstated)
  }

  @Test func `200 photos are rated without any being written yet`() {
    for index in 0..<200 { #expect(sut.rated([photo("\(index)")], stars: index % 6)) }

    #expect((0..<200).allSatisfy { photo("\($0)").rating ?? 0 == $0 % 6 })
    expectEqual(ratings.calls.count, 1)
    expectEqual(log.lines.count, 200)
    expectEqual(log.lines[4], "★★★★ 4 · u to undo")
  }

  @Test func `photos are written in the order of their keys, each once with its last rating`() {
    for id in ["a", "b", "c"] { sut.rated([photo(id)], stars: 1) }
    sut.rated([photo("b")], stars: 5)
    sut.rated([photo("a")], stars: 2)
    for index in 0..<4 { ratings.calls[index].succeed() }

    expectEqual(ratings.calls.map(\.photo.id), ["a", "b", "c", "a"])
    expectEqual(ratings.calls.map(\.photo.rating), [1, 5, 1, 2])
    expectEqual(ratings.calls.map(\.former.userRating.stars), [nil, nil, nil, 1])
    expectEqual(runner.unwrittenText, nil)
  }

  @Test func `a failure restores its photo, unless it has been rated again since`() {
    for id in ["a", "b"] { sut.rated([photo(id)], stars: 3) }
    sut.rated([photo("a")], stars: 4)
    ratings.calls[0].fail(.readOnly(name: "a.xmp"))
    expectEqual(photo("a").rating, 4)
    ratings.calls[1].fail(.readOnly(name: "b.xmp"))
    expectEqual(photo("b").rating, nil)
    // An unwritten edit is still written over the original value.
    #expect(ratings.calls[2].former.userRating.stars == nil && ratings.calls[2].photo.rating == 4)
    ratings.calls[2].succeed()

    expectEqual(photo("a").rating, 4)
    expectEqual(
      log.lines.filter { $0.hasPrefix("!") },
      [
        "! Can't rate a. No permission to write a.xmp",
        "! Can't rate 2 photos. No permission to write b.xmp",
      ])
  }

  @Test func `a selection is rated and undone in one step`() {
    ratings.answersAtOnce = true
    sut.rated([photo("b")], stars: 5)
    sut.rated(["a", "b", "c"].map(photo), stars: 3)
    expectEqual(log.lines.last, "★★★ 3 photos · u to undo")

    expectEqual(history.undo(), "rating 3 photos")
    expectEqual(["a", "b", "c"].map { photo($0).rating }, [nil, 5, nil])
    expectEqual(history.undo(), "rating b")
    expectEqual(photo("b").rating, nil)
    expectEqual(history.undo(), nil)
    expectEqual(ratings.calls.last?.photo.rating, nil)
  }

  @Test func `a rating that could not be written is not undone`() {
    sut.rated([photo("a")], stars: 3)
    ratings.calls[0].fail(.gone(name: "a"))

    expectEqual(history.undo(), nil)
    expectEqual(ratings.calls.count, 1)
  }

  @Test func `rejecting again unrejects, and a label is next to the stars`() {
    sut.rejectPressed([photo("a")])
    #expect(photo("a").isRejected)
    expectEqual(log.lines.last, "✗ a · u to undo")
    sut.rejectPressed([photo("a")])
    expectEqual(photo("a").rating, 0)
    sut.labelled([photo("a")], color: .red)
    sut.rated([photo("a")], stars: 2)
    expectEqual(photo("a").userRating, PhotoRating(stars: 2, label: PhotoLabel(.red)))
    #expect(log.lines.contains("● Red: a · u to undo"))

    history.undo()
    history.undo()
    expectEqual(photo("a").userRating, PhotoRating(stars: 0))
  }

  @Test func `the same rating once more writes nothing`() {
    sut.rated([.stub(id: "a", name: "a", rating: 3)], stars: 3)

    #expect(ratings.calls.isEmpty)
    expectEqual(log.lines, ["★★★ a"])
    expectEqual(history.text, nil)
  }

  @Test(
    arguments: [
      (.notOwn, "Only photos in your own folders can be rated"),
      (.onServer, "Servers are only read: ratings and sale marks are not saved there"),
    ] as [(SidecarError, String)])
  func `photos that are not the user's own, or on a server, are not rated`(
    _ refusal: SidecarError, _ notice: String
  ) {
    let sut = RatingEdits(editSidecar: nil, refusal: refusal, runner: runner)

    #expect(!sut.rated([photo("a")], stars: 3))
    expectEqual(log.lines, [notice])
  }

  // MARK: Photos that another program rates, too

  @Test func `the stars of another program appear beside the label that was written`() {
    sut.labelled([photo("a")], color: .red)
    ratings.calls[0].write(as: PhotoRating(stars: 5, label: PhotoLabel(.red)))

    expectEqual(photo("a").userRating, PhotoRating(stars: 5, label: PhotoLabel(.red)))
    // Undoing the label leaves them.
    history.undo()
    expectEqual(photo("a").userRating, PhotoRating(stars: 5))
    expectEqual(ratings.calls[1].former.userRating, PhotoRating(stars: 5, label: PhotoLabel(.red)))
  }

  @Test func `a label that follows keeps the stars that another program has given meanwhile`() {
    sut.labelled([photo("a")], color: .red)
    sut.labelled([photo("a")], color: .green)
    ratings.calls[0].write(as: PhotoRating(stars: 5, label: PhotoLabel(.red)))

    expectEqual(ratings.calls[1].photo.userRating, PhotoRating(stars: 5, label: PhotoLabel(.green)))
    expectEqual(ratings.calls[1].former.userRating, PhotoRating(stars: 5, label: PhotoLabel(.red)))
  }

  @Test func `the stars that another program has given since are shown, with a message`() {
    sut.rated([photo("a")], stars: 3)
    ratings.calls[0].conflict(PhotoRating(stars: 1))

    expectEqual(photo("a").rating, 1)
    expectEqual(log.lines.last, "! Can't rate a. Another program has changed a.xmp since")
    expectEqual(history.undo(), nil)
    // Over theirs it is what the user wants.
    sut.rated([photo("a")], stars: 3)
    expectEqual(ratings.calls[1].former.userRating.stars, 1)
    ratings.calls[1].succeed()
    expectEqual(history.undo(), "rating a")
    expectEqual(photo("a").rating, 1)
    expectEqual(history.undo(), nil)
  }

  @Test func `a photo that was rated again meanwhile is compared with what it was, too`() {
    sut.rated([photo("a")], stars: 3)
    sut.rated([photo("a")], stars: 5)
    ratings.calls[0].conflict(PhotoRating(stars: 1))

    expectEqual(photo("a").rating, 5)
    expectEqual(ratings.calls[1].former.userRating.stars, nil)
    ratings.calls[1].conflict(PhotoRating(stars: 1))
    expectEqual(photo("a").rating, 1)
  }

  @Test func `what fails after its screen was left is named, even before a caller waits`() async {
    sut.rated([photo("a")], stars: 3)
    sut.rated([photo("b")], stars: 3)

    runner.prepareToEnd()
    ratings.calls[0].fail(.readOnly(name: "a.xmp"))
    ratings.calls[1].succeed()
    await runner.finish()

    expectEqual(runner.unwrittenText, "Can't write rating: a")
  }

  @Test func `quitting waits for pending writes, and names what was not written`() async {
    for id in ["a", "b", "c"] { sut.rated([photo(id)], stars: 3) }
    expectEqual(runner.unwrittenText, "Can't write 3 ratings: a, b, c")
    ratings.answersAtOnce = true
    ratings.calls[0].succeed()
    await runner.finish()

    expectEqual(runner.unwrittenText, nil)
    expectEqual(ratings.calls.count, 3)
  }
}

import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

extension ScriptedSidecars.Call {
  /// - Parameter rating: As another program has set it.
  fileprivate func write(as rating: PhotoRating) {
    complete(.success(rated(rating)))
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
  private let run = EditRun()

  private func photo(_ id: String) -> Photo {
    run.rows[id] ?? .stub(id: id, name: id, saleStatus: .unstated)
  }

  @Test func `200 photos are rated without any being written yet`() {
    for index in 0..<200 { #expect(run.edits.rated([photo("\(index)")], stars: index % 6)) }

    #expect((0..<200).allSatisfy { photo("\($0)").rating ?? 0 == $0 % 6 })
    expectEqual(run.sidecars.calls.count, 1)
    expectEqual(run.notices.count, 200)
    expectEqual(run.notices[4], "★★★★ 4 · u to undo")
  }

  @Test func `photos are written in the order of their keys, each once with its last rating`() {
    for id in ["a", "b", "c"] { run.edits.rated([photo(id)], stars: 1) }
    run.edits.rated([photo("b")], stars: 5)
    run.edits.rated([photo("a")], stars: 2)
    run.succeed(0..<4)

    expectEqual(run.writtenIDs, ["a", "b", "c", "a"])
    expectEqual(run.writtenStars, [1, 5, 1, 2])
    expectEqual(run.formerStars, [nil, nil, nil, 1])
    expectEqual(run.runner.unwrittenText, nil)
  }

  @Test func `a failure restores its photo, unless it has been rated again since`() {
    for id in ["a", "b"] { run.edits.rated([photo(id)], stars: 3) }
    run.edits.rated([photo("a")], stars: 4)
    run.sidecars.calls[0].fail(.readOnly(name: "a.xmp"))
    expectEqual(photo("a").rating, 4)
    run.sidecars.calls[1].fail(.unwritable(name: "b.xmp", code: 28))
    expectEqual(photo("b").rating, nil)
    // An unwritten edit is still written over the original value.
    #expect(run.formerStars[2] == nil && run.writtenStars[2] == 4)
    run.succeed(2..<3)

    expectEqual(photo("a").rating, 4)
    expectEqual(
      run.failures,
      [
        "Can't rate a. No permission to write a.xmp",
        "Can't rate a and 1 more. No permission to write a.xmp",
      ])
  }

  @Test func `stars and a mark that fail are told apart`() {
    run.edits.rated([photo("a")], stars: 3)
    run.edits.notForSalePressed([photo("b")])
    run.sidecars.calls[0].fail(.readOnly(name: "a.xmp"))
    run.sidecars.calls[1].fail(.busy(name: "b.xmp"))

    expectEqual(
      run.failures,
      [
        "Can't rate a. No permission to write a.xmp",
        "Can't rate a. No permission to write a.xmp. Can't mark b. "
          + "Another program is writing b.xmp. Retry later",
      ])
  }

  @Test func `a selection is rated and undone in one step`() {
    run.sidecars.answersAtOnce = true
    run.edits.rated([photo("b")], stars: 5)
    run.edits.rated(["a", "b", "c"].map(photo), stars: 3)
    expectEqual(run.notices.last, "★★★ 3 photos · u to undo")

    expectEqual(run.history.undo(), "rating 3 photos")
    expectEqual(["a", "b", "c"].map { photo($0).rating }, [nil, 5, nil])
    expectEqual(run.history.undo(), "rating b")
    expectEqual(photo("b").rating, nil)
    expectEqual(run.history.undo(), nil)
    expectEqual(run.sidecars.calls.last?.photo.rating, nil)
  }

  @Test func `rejecting again unrejects, and a label is next to the stars`() {
    run.edits.rejectPressed([photo("a")])
    #expect(photo("a").isRejected)
    expectEqual(run.notices.last, "✗ a · u to undo")
    expectEqual(run.undo(), "Undone: rejecting a")
    expectEqual(photo("a").rating, nil)
    run.edits.rejectPressed([photo("a")])
    run.edits.rejectPressed([photo("a")])
    expectEqual(run.notices.last, "not rejected: a · u to undo")
    expectEqual(photo("a").rating, 0)
    run.edits.labelled([photo("a")], color: .red)
    run.edits.rated([photo("a")], stars: 2)
    expectEqual(photo("a").userRating, PhotoRating(stars: 2, label: PhotoLabel(.red)))
    #expect(run.notices.contains("● Red: a · u to undo"))

    run.history.undo()
    run.history.undo()
    expectEqual(photo("a").userRating, PhotoRating(stars: 0))
  }

  @Test func `the same rating once more writes nothing`() {
    run.edits.rated([.stub(id: "a", name: "a", rating: 3)], stars: 3)

    #expect(run.sidecars.calls.isEmpty)
    expectEqual(run.notices, ["★★★ a"])
    expectEqual(run.history.text, nil)
  }

  @Test(
    arguments: [
      (.notOwn, "Only photos in your own folders can be rated"),
      (.onServer, "Servers are only read: ratings, captions, sale marks aren't saved there"),
    ] as [(SidecarError, String)])
  func `photos that are not the user's own, or on a server, are not rated`(
    _ refusal: SidecarError, _ notice: String
  ) {
    let sut = SidecarEdits(editSidecar: nil, refusal: refusal, runner: run.runner)

    #expect(!sut.rated([photo("a")], stars: 3))
    expectEqual(run.notices, [notice])
  }

  // MARK: Photos that another program rates, too

  @Test func `the stars of another program appear beside the label that was written`() {
    run.edits.labelled([photo("a")], color: .red)
    run.sidecars.calls[0].write(as: PhotoRating(stars: 5, label: PhotoLabel(.red)))

    expectEqual(photo("a").userRating, PhotoRating(stars: 5, label: PhotoLabel(.red)))
    // Undoing the label leaves them.
    run.history.undo()
    expectEqual(photo("a").userRating, PhotoRating(stars: 5))
    expectEqual(
      run.sidecars.calls[1].former.userRating, PhotoRating(stars: 5, label: PhotoLabel(.red)))
  }

  @Test func `a label that follows keeps the stars that another program has given meanwhile`() {
    run.edits.labelled([photo("a")], color: .red)
    run.edits.labelled([photo("a")], color: .green)
    run.sidecars.calls[0].write(as: PhotoRating(stars: 5, label: PhotoLabel(.red)))

    expectEqual(
      run.sidecars.calls[1].photo.userRating, PhotoRating(stars: 5, label: PhotoLabel(.green)))
    expectEqual(
      run.sidecars.calls[1].former.userRating, PhotoRating(stars: 5, label: PhotoLabel(.red)))
  }

  @Test func `the stars that another program has given since are shown, with a message`() {
    run.edits.rated([photo("a")], stars: 3)
    run.sidecars.calls[0].conflict(PhotoRating(stars: 1))

    expectEqual(photo("a").rating, 1)
    expectEqual(run.failures.last, "Can't rate a. Another program has changed a.xmp since")
    expectEqual(run.history.undo(), nil)
    // Over theirs it is what the user wants.
    run.edits.rated([photo("a")], stars: 3)
    expectEqual(run.sidecars.calls[1].former.userRating.stars, 1)
    run.sidecars.calls[1].succeed()
    expectEqual(run.history.undo(), "rating a")
    expectEqual(photo("a").rating, 1)
    expectEqual(run.history.undo(), nil)
  }

  @Test func `a photo that was rated again meanwhile is compared with what it was, too`() {
    run.edits.rated([photo("a")], stars: 3)
    run.edits.rated([photo("a")], stars: 5)
    run.sidecars.calls[0].conflict(PhotoRating(stars: 1))

    expectEqual(photo("a").rating, 5)
    expectEqual(run.sidecars.calls[1].former.userRating.stars, nil)
    run.sidecars.calls[1].conflict(PhotoRating(stars: 1))
    expectEqual(photo("a").rating, 1)
  }

  @Test func `what fails after its screen was left is named, even before a caller waits`() async {
    run.edits.rated([photo("a")], stars: 3)
    run.edits.rated([photo("b")], stars: 3)

    run.runner.prepareToEnd()
    run.sidecars.calls[0].fail(.readOnly(name: "a.xmp"))
    run.sidecars.calls[1].succeed()
    await run.runner.finish()

    expectEqual(run.runner.unwrittenText, "Can't write rating: a")
  }

  @Test func `quitting waits for pending writes, and names what was not written`() async {
    for id in ["a", "b", "c"] { run.edits.rated([photo(id)], stars: 3) }
    expectEqual(run.runner.unwrittenText, "Can't write 3 ratings: a, b, c")
    run.sidecars.answersAtOnce = true
    run.sidecars.calls[0].succeed()
    await run.runner.finish()

    expectEqual(run.runner.unwrittenText, nil)
    expectEqual(run.sidecars.calls.count, 3)
  }
}

import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Copying, moving, trashing and renaming: what is asked, reported, undone.
struct FileEditTests {
  private let files = ScriptedFiles()
  private let history = UndoHistory()
  private let rotations = PhotoRotations()
  private let runner: EditRunner
  private let sut: FileEdits
  private let told = Told()

  /// What was announced.
  private final class Told {
    var questions: [TextQuestion] = []
    var confirmations: [(title: String, message: String, confirm: () -> Void)] = []
    var notices: [String] = []
    var failures: [String] = []
    var gone: [[Photo.ID]] = []
    var written: [(Photo.ID, Rotation)] = []
    var progress: [BatchProgress?] = []
  }

  init() {
    let runner = EditRunner(history: history)
    sut = FileEdits(useCase: files, paths: files.paths, rotations: rotations, runner: runner)
    runner.askClosure = { [told] in told.questions.append($0) }
    runner.confirmClosure = { [told] in told.confirmations.append(($0(), $1(), $2)) }
    runner.showNoticeClosure = { [told] in told.notices.append($0) }
    runner.showFailureClosure = { [told] in told.failures.append($0) }
    runner.filesChangedClosure = { [told] in told.gone.append($0) }
    sut.rotationSavedClosure = { [told] in told.written.append(($0.id, $1)) }
    runner.updateProgressClosure = { [told, weak runner] in told.progress.append(runner?.progress) }
    self.runner = runner
  }

  private let photos: [Photo] = ["a", "b", "c"].map {
    .stub(id: $0, file: FileReference(path: "/pictures/\($0).jpg"))
  }

  @Test func `photos are copied into the folder that is typed, and nothing is gone`() throws {
    sut.copyPressed(photos)
    let question = try #require(told.questions.first)
    expectEqual(question.title, "Copy 3 photos")
    expectEqual(question.fault(""), "enter a folder")
    expectEqual(question.fault("/nowhere/x"), "no such folder")
    expectEqual(question.fault("prints"), nil)
    expectEqual(question.completions?("pr"), ["prints/"])

    question.answer("prints")

    expectEqual(files.operations.map(\.0), [.copy(to: files.prints, whenTaken: .refuse)])
    expectEqual(files.operations[0].1.map(\.main), photos.compactMap(\.file))
    expectEqual(told.progress.first??.label, "copying")
    files.finish()
    expectEqual(told.notices, ["Copied 3 photos to prints · u to undo"])
    expectEqual(told.gone, [[]])
    expectEqual(told.progress.last, .some(nil))
  }

  @Test func `the folder that was typed last is suggested the next time`() throws {
    sut.copyPressed(photos)
    expectEqual(told.questions.last?.text, "")
    told.questions.last?.answer("prints")
    files.finish()
    sut.movePressed([photos[0]])

    let question = try #require(told.questions.last)
    expectEqual(question.title, "Move a.jpg")
    expectEqual(question.text, "prints")
    expectEqual(question.former, ["prints"])
  }

  @Test func `moved photos are reported as gone, and undone together`() {
    sut.movePressed(photos)
    told.questions.last?.answer("prints")
    files.finish()

    expectEqual(told.gone, [["a", "b", "c"]])
    expectEqual(history.undo(), "moving 3 photos")
    files.finishUndo(left: 0)
    expectEqual(told.gone, [["a", "b", "c"], []])
    expectEqual(history.undo(), nil)
  }

  @Test(arguments: [
    (["/pictures/a.CR2"], "Raw files and sidecars"),
    (["/pictures/a.MOV"], "Clips and sidecars"), (["/pictures/a.mp4"], "Clips and sidecars"),
    (["/pictures/a.CR2", "/pictures/a.mov"], "Raw files, clips and sidecars"),
  ])
  func `the raw file and the clip of a photo move too, and the question says so`(
    paths: [String], what: String
  ) {
    let companions = paths.compactMap(FileReference.init(path:))
    sut.trashPressed([
      .stub(id: "a", file: photos[0].file, companions: companions), photos[1],
    ])
    expectEqual(told.confirmations.map(\.message), ["\(what) move too. You can undo this"])

    told.confirmations[0].confirm()

    expectEqual(files.operations[0].1.map(\.companions), [companions, []])
  }

  @Test func `the remains of an interrupted operation are reported`() throws {
    let part = try #require(FileReference(path: "/pictures/.vitrine-1.part"))
    let text = "pictures has a hidden .part file from an interrupted operation"

    sut.movePressed(photos)
    told.questions.last?.answer("prints")
    files.finish(leftBehind: [part])
    expectEqual(
      told.notices,
      [
        "Moved 3 photos to prints · u to undo · \(text); it may be the only copy"
      ])

    sut.movePressed([photos[0]])
    told.questions.last?.answer("prints")
    files.finish(leftBehind: [part]) { _ in .failure(.gone(name: "a.jpg")) }
    expectEqual(told.failures, ["a.jpg isn't there. \(text); it may be the only copy"])

    sut.movePressed([photos[0]])
    told.questions.last?.answer("prints")
    files.finish(leftBehind: [part, part]) { _ in .failure(.cancelled) }
    expectEqual(
      told.notices.last,
      "2 hidden .part files from interrupted operations remain; they may be the only copies")
  }

  @Test func `undo, too, reports the remains of an interrupted operation`() throws {
    let part = try #require(FileReference(path: "/pictures/.vitrine-1.part"))
    let text =
      "pictures has a hidden .part file from an interrupted operation; it may be the only copy"
    sut.movePressed(photos)
    told.questions.last?.answer("prints")
    files.finish()

    history.undo()
    files.finishUndo(left: 1, .gone(name: "a.jpg"), leftBehind: [part])
    expectEqual(told.failures, ["Can't undo 1 of 3 photos. a.jpg isn't there. \(text)"])
    history.undo()
    files.finishUndo(left: 0, leftBehind: [part])

    expectEqual(told.notices.last, text)
  }

  @Test func `nothing is trashed before the user agrees`() {
    sut.trashPressed(photos)
    expectEqual(told.confirmations.map(\.title), ["Move 3 photos to the trash?"])
    #expect(files.operations.isEmpty)

    told.confirmations[0].confirm()
    files.finish()

    expectEqual(files.operations.map(\.0), [.trash])
    expectEqual(told.notices, ["Trashed 3 photos · u to undo"])
  }

  @Test func `a missing folder is created if the user agrees`() {
    sut.copyPressed([photos[0]])
    told.questions.last?.answer("new")
    expectEqual(told.confirmations.last?.message, "new does not exist. Create the folder?")
    #expect(files.operations.isEmpty)

    told.confirmations.last?.confirm()

    expectEqual(files.paths.created, ["/pictures/new"])
    expectEqual(files.operations.count, 1)
  }

  @Test func `photos whose names are taken get a number only if the user agrees`() {
    sut.copyPressed(photos)
    told.questions.last?.answer("prints")
    files.finish { $0 == 1 ? .failure(.nameTaken(name: "b.jpg")) : nil }

    expectEqual(told.notices, ["Copied 2 of 3 photos to prints · u to undo"])
    #expect(told.failures.isEmpty)
    expectEqual(told.confirmations.map(\.title), ["b.jpg is taken"])
    told.confirmations.last?.confirm()
    expectEqual(files.operations.last?.0, .copy(to: files.prints, whenTaken: .number))
    expectEqual(files.operations.last?.1.map(\.main), [photos[1]].compactMap(\.file))
  }

  @Test func `a failure says how many and why, and what was done can be undone`() {
    sut.movePressed(photos)
    told.questions.last?.answer("prints")
    files.finish { $0 == 0 ? nil : .failure(.noSpace(name: "b.jpg")) }

    expectEqual(
      told.failures,
      [
        "Can't move 2 of 3 photos. b.jpg: the disk is full; the file is as it was"
      ])
    expectEqual(told.gone, [["a"]])
    expectEqual(history.text, "moving 1 photo")
  }

  @Test func `a failed undo can be repeated`() {
    sut.trashPressed(photos)
    told.confirmations[0].confirm()
    files.finish()

    history.undo()
    files.finishUndo(left: 1, .nameTaken(name: "c.jpg"))
    expectEqual(told.failures, ["Can't undo 1 of 3 photos. c.jpg already exists"])
    expectEqual(history.undo(), "moving 1 photo to the trash")
  }

  @Test func `a photo gets another name, and no slash`() throws {
    sut.renamePressed([photos[0]])
    let question = try #require(told.questions.first)
    expectEqual(question.text, "a.jpg")
    expectEqual(question.fault("b/c.jpg"), "no slash in a name")
    expectEqual(question.fault(""), "enter a name")

    question.answer("a.jpg")
    #expect(files.operations.isEmpty)
    question.answer("lake.jpg")
    files.finish { _ in .failure(.nameTaken(name: "lake.jpg")) }

    expectEqual(
      files.operations.map(\.0), [.rename(to: Array("lake.jpg".utf8), whenTaken: .refuse)])
    expectEqual(told.failures, ["lake.jpg already exists"])
    #expect(told.confirmations.isEmpty)
  }

  @Test(arguments: [
    ("lake.jpg", 4), ("a.b.JPG", 3), ("lake", 4), (".hidden", 7), ("見る.jpg", 2), ("", 0),
  ])
  func `the cursor is before the extension`(_ name: String, _ cursor: Int) throws {
    sut.renamePressed([.stub(id: "x", file: FileReference(path: "/pictures/\(name)"))])

    try expectEqual(#require(told.questions.first).cursor(name), cursor)
  }

  @Test(arguments: [
    ("a.jpgx", "Change .jpg to .jpgx?"), ("b.png", "Change .jpg to .png?"),
    ("b", "Remove .jpg from the name?"), ("b.jpg.", "Remove .jpg from the name?"),
    (".jpg", "Hide the file?"), (".b.png", "Hide the file?"),
  ])
  func `changing the extension, and hiding the file, asks first`(_ name: String, _ title: String)
    throws
  {
    sut.renamePressed([photos[0]])
    try #require(told.questions.first).answer(name)
    expectEqual(told.confirmations.map(\.title), [title])
    expectEqual(
      told.confirmations.first?.message,
      title.hasPrefix("Hide")
        ? "Files whose names begin with a dot are hidden, here as well"
        : "Programs rely on the extension to know what kind of file it is")
    #expect(files.operations.isEmpty)

    told.confirmations[0].confirm()

    expectEqual(files.operations.map(\.0), [.rename(to: Array(name.utf8), whenTaken: .refuse)])
  }

  @Test(arguments: [("a.jpg", "b.JPG"), ("x", "x.jpg"), (".a.jpg", ".b.jpg"), (".a", "a")])
  func `changing its case, adding one, or showing a hidden file does not ask`(
    _ former: String, _ name: String
  ) throws {
    sut.renamePressed([.stub(id: "x", file: FileReference(path: "/pictures/\(former)"))])
    try #require(told.questions.first).answer(name)

    #expect(told.confirmations.isEmpty)
    expectEqual(files.operations.count, 1)
  }

  @Test func `several photos are not renamed at once, and no name is accepted for them`() throws {
    sut.renamePressed(photos)

    let question = try #require(told.questions.first)
    expectEqual(question.title, "Renames one photo · U deselects all")
    expectEqual(question.text, "")
    expectEqual(question.fault("lake.jpg"), "3 are selected")
    question.answer("lake.jpg")
    #expect(files.operations.isEmpty)
  }

  @Test func `the question says how large several files are, if all sizes are known`() {
    let sized = photos.map { photo in
      var photo = photo
      photo.fileSize = 16_000_000
      return photo
    }
    sut.copyPressed(sized)
    sut.copyPressed([sized[0], photos[1]])
    sut.copyPressed([sized[0]])
    sut.trashPressed(sized)

    expectEqual(
      told.questions.map(\.title), ["Copy 3 photos · 48 MB", "Copy 2 photos", "Copy a.jpg"])
    expectEqual(
      told.confirmations.map(\.message), ["48 MB. Sidecar files move too. You can undo this"])
  }

  @Test func `a photo that is not the user's own file is left alone`() {
    sut.trashPressed([photos[0], .stub(id: "elsewhere")])

    expectEqual(told.notices, ["Only photos in a folder can be copied, moved, renamed or trashed"])
    #expect(told.confirmations.isEmpty)
  }

  @Test func `only one operation runs at a time, and it can be stopped`() {
    sut.trashPressed(photos)
    told.confirmations[0].confirm()
    sut.copyPressed(photos)
    expectEqual(told.notices, ["Still busy with other files"])

    runner.stop()
    #expect(files.isCancelled)
    files.finish { $0 == 0 ? nil : .failure(.cancelled) }

    #expect(told.failures.isEmpty)
    expectEqual(told.notices.last, "Trashed 1 of 3 photos · u to undo")
  }

  @Test
  func `a rotation is written once the user agrees, and no longer applied on the screen`()
    throws
  {
    rotations.rotate([photos[0]], by: .right)
    rotations.rotate([photos[2]], by: .left)
    sut.saveRotationPressed(photos)
    expectEqual(told.confirmations.map(\.title), ["Save the rotations in 2 files?"])
    #expect(files.operations.isEmpty)

    told.confirmations[0].confirm()
    let (first, last) = (try #require(photos[0].file), try #require(photos[2].file))
    expectEqual(files.operations.map(\.0), [.rotate([first: .right, last: .left])])
    expectEqual(files.operations[0].1.map(\.main), [first, last])
    // Rotated again meanwhile, but not saved.
    rotations.rotate([photos[0]], by: .right)
    files.finish { $0 == 1 ? .failure(.noOrientation(name: "c.jpg")) : nil }

    expectEqual(photos.map { rotations.rotation(of: $0.id) }, [.right, .none, .left])
    #expect(told.written.map(\.0) == ["a"] && told.written.map(\.1) == [.right])
    expectEqual(
      told.failures,
      [
        "Can't rotate 1 of 2 photos. c.jpg has no orientation that can be changed in place"
      ])
    expectEqual(told.gone, [[]])
    expectEqual(history.undo(), "rotating 1 photo")
    files.finishUndo(left: 0)
    expectEqual(told.gone, [[], []])
  }

  @Test func `photos that are not rotated, or not the user's own, are not written`() {
    sut.saveRotationPressed([photos[0]])
    sut.saveRotationPressed(photos)
    let elsewhere = Photo.stub(id: "elsewhere")
    rotations.rotate([elsewhere], by: .half)
    sut.saveRotationPressed([elsewhere])

    expectEqual(
      told.notices,
      [
        "a.jpg is not rotated", "None of the 3 photos is rotated",
        "Only files in your own folders can be changed",
      ])
    #expect(told.confirmations.isEmpty)
  }

  @Test func `for a pair the visible photo is rotated`() throws {
    let raw = try #require(FileReference(path: "/pictures/a.CR2"))
    let pair = Photo.stub(id: "a", file: photos[0].file, companions: [raw])
    rotations.rotate([pair], by: .half)
    sut.saveRotationPressed([pair])
    expectEqual(told.confirmations.map(\.title), ["Save the rotation in a.jpg?"])
    told.confirmations[0].confirm()
    files.finish()

    expectEqual(files.operations.map(\.0), [.rotate([try #require(photos[0].file): .half])])
    expectEqual(told.notices, ["Rotated 1 photo · u to undo"])
  }

  @Test func `the bar follows the bytes`() {
    sut.trashPressed(photos)
    told.confirmations[0].confirm()

    files.advance(
      FileOperationProgress(groupsDone: 1, groupCount: 3, bytesDone: 250, byteCount: 1_000))

    expectEqual(told.progress.last??.doneCount, 1)
    expectEqual(told.progress.last??.fraction, 0.25)
  }

  @Test func `without a photo there is a message`() {
    for press in [
      sut.copyPressed, sut.movePressed, sut.trashPressed, sut.renamePressed,
      sut.saveRotationPressed,
    ] as [([Photo]) -> Void] {
      press([])
    }

    expectEqual(told.notices, Array(repeating: "No photos here", count: 5))
    #expect(told.questions.isEmpty && told.confirmations.isEmpty)
  }

  @Test func `undo shows its progress, and can be stopped`() {
    sut.trashPressed(photos)
    told.confirmations[0].confirm()
    files.finish()
    history.undo()
    files.advanceUndo(2)

    expectEqual(told.progress.last??.label, "undoing")
    expectEqual(told.progress.last??.doneCount, 2)
    runner.stop()
    #expect(files.isUndoCancelled)
    files.finishUndo(left: 1)
    expectEqual(told.progress.last, .some(nil))
    #expect(told.failures.isEmpty)
    expectEqual(history.text, "moving 1 photo to the trash")
  }

  @Test func `questions and notices say which photos are not shown`() {
    runner.hiddenPhotosClosure = { _ in ["b", "c"] }
    sut.trashPressed(PhotoGathering(photos, hidden: ["b", "c"]))
    expectEqual(
      told.confirmations.last?.title, "Move 3 photos, 2 of them not shown, to the trash?")
    sut.trashPressed(PhotoGathering([photos[1]], hidden: ["b"]))
    expectEqual(told.confirmations.last?.title, "Move b.jpg, not shown, to the trash?")
    sut.copyPressed(PhotoGathering(photos, hidden: ["a", "b", "c"]))
    expectEqual(told.questions.last?.title, "Copy 3 photos, none of them shown")
    rotations.rotate(Array(photos.prefix(2)), by: .left)
    sut.saveRotationPressed(PhotoGathering(photos, hidden: ["b", "c"]))
    expectEqual(
      told.confirmations.last?.title, "Save the rotations in 2 files, 1 of them not shown?")

    sut.movePressed(PhotoGathering(photos, hidden: ["b", "c"]))
    told.questions.last?.answer("prints")
    files.finish()

    expectEqual(told.notices, ["Moved 3 photos to prints, 2 of them not shown · u to undo"])
  }
}

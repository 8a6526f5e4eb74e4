import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Copying, moving, trashing and renaming: what is asked, reported, undone.
struct FileEditTests {
  private let run = EditRun()

  private let photos: [Photo] = ["a", "b", "c"].map {
    .stub(id: $0, file: FileReference(path: "/pictures/\($0).jpg"))
  }

  @Test func `photos are copied into the folder that is typed, and nothing is gone`() throws {
    run.file.copyPressed(photos)
    let question = try #require(run.questions.first)
    expectEqual(question.title, "Copy 3 photos")
    expectEqual(question.fault(""), "enter a folder")
    expectEqual(question.fault("/nowhere/x"), "no such folder")
    expectEqual(question.fault("prints"), nil)
    expectEqual(question.completions?("pr"), ["prints/"])

    question.answer("prints")

    expectEqual(run.files.operations.map(\.0), [.copy(to: run.files.prints)])
    expectEqual(run.files.operations[0].1.map(\.main), photos.compactMap(\.file))
    expectEqual(run.progress.first??.label, "copying")
    run.files.finish()
    expectEqual(run.notices, ["Copied 3 photos to ~/prints · u to undo"])
    expectEqual(run.gone, [[]])
    expectEqual(run.progress.last, .some(nil))
  }

  @Test func `the folder that was typed last is suggested the next time`() throws {
    run.file.copyPressed(photos)
    expectEqual(run.questions.last?.text, "")
    run.questions.last?.answer("prints")
    run.files.finish()
    run.file.movePressed([photos[0]])

    let question = try #require(run.questions.last)
    expectEqual(question.title, "Move a.jpg")
    expectEqual(question.text, "prints")
    expectEqual(question.former, ["prints"])
  }

  @Test func `moved photos are reported as gone, and undone together`() {
    run.move(photos)
    run.files.finish()

    expectEqual(run.gone, [["a", "b", "c"]])
    expectEqual(run.history.undo(), "moving 3 photos")
    run.files.finishUndo(left: 0)
    expectEqual(run.gone, [["a", "b", "c"], []])
    expectEqual(run.returned, ["a", "b", "c"])
    expectEqual(run.history.undo(), nil)
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
    run.file.trashPressed([
      .stub(id: "a", file: photos[0].file, companions: companions), photos[1],
    ])
    expectEqual(run.confirmations.map(\.message), ["\(what) move too. You can undo this"])

    run.confirmations[0].confirm()

    expectEqual(run.files.operations[0].1.map(\.companions), [companions, []])
  }

  @Test func `the remains of an interrupted operation are reported`() throws {
    let part = try #require(FileReference(path: "/pictures/.vitrine-1.part"))
    let text = "pictures has a hidden .part file from an interrupted operation"

    run.move(photos)
    run.files.finish(leftBehind: [part])
    expectEqual(
      run.notices,
      ["Moved 3 photos to ~/prints · u to undo · \(text); it may be the only copy"])

    run.move([photos[0]])
    run.files.finish(leftBehind: [part]) { _ in .failure(.gone(name: "a.jpg")) }
    expectEqual(run.failures, ["a.jpg isn't there. \(text); it may be the only copy"])

    run.move([photos[0]])
    run.files.finish(leftBehind: [part, part]) { _ in .failure(.cancelled) }
    expectEqual(
      run.notices.last,
      "2 hidden .part files from interrupted operations remain; they may be the only copies")
  }

  @Test func `undo, too, reports the remains of an interrupted operation`() throws {
    let part = try #require(FileReference(path: "/pictures/.vitrine-1.part"))
    let text =
      "pictures has a hidden .part file from an interrupted operation; it may be the only copy"
    run.move(photos)
    run.files.finish()

    run.history.undo()
    run.files.finishUndo(left: 1, .gone(name: "a.jpg"), leftBehind: [part])
    expectEqual(run.failures, ["Can't undo 1 of 3 photos. a.jpg isn't there. \(text)"])
    run.history.undo()
    run.files.finishUndo(left: 0, leftBehind: [part])

    expectEqual(run.notices.last, text)
  }

  @Test func `nothing is trashed before the user agrees`() {
    run.file.trashPressed(photos)
    expectEqual(run.confirmations.map(\.title), ["Move 3 photos to the trash?"])
    #expect(run.files.operations.isEmpty)

    run.confirmations[0].confirm()
    run.files.finish()

    expectEqual(run.files.operations.map(\.0), [.trash])
    expectEqual(run.notices, ["Trashed 3 photos · u to undo"])
  }

  @Test func `a missing folder is created if the user agrees`() {
    run.file.copyPressed([photos[0]])
    run.questions.last?.answer("new")
    expectEqual(run.confirmations.last?.message, "~/new does not exist. Create the folder?")
    #expect(run.files.operations.isEmpty)

    run.confirmations.last?.confirm()

    expectEqual(run.files.paths.created, ["/pictures/new"])
    expectEqual(run.files.operations.count, 1)
    run.files.finish()
    #expect(run.files.paths.removed.isEmpty)
    run.history.undo()
    run.files.finishUndo(left: 0)
    expectEqual(run.files.paths.removed, ["/pictures/new"])
    #expect(run.returned.isEmpty)
  }

  @Test func `photos that got a number because their names were taken are counted`() throws {
    let numbered = try #require(FileReference(path: "/pictures/prints/b (2).jpg"))
    run.move(photos)
    run.files.finish {
      $0 == 1 ? .success(PerformedFileOperation(files: [numbered], record: ())) : nil
    }

    expectEqual(run.notices, ["Moved 3 photos to ~/prints, 1 renamed · u to undo"])
  }

  @Test func `a failure says how many and why, and what was done can be undone`() {
    run.move(photos)
    run.files.finish { $0 == 0 ? nil : .failure(.noSpace(name: "b.jpg")) }

    expectEqual(
      run.failures,
      ["Can't move 2 of 3 photos. b.jpg: the disk is full; the file is as it was"])
    expectEqual(run.gone, [["a"]])
    expectEqual(run.history.text, "moving vienna.street")
  }

  @Test func `a failed undo can be repeated`() {
    run.trash(photos)
    run.files.finish()

    run.history.undo()
    run.files.finishUndo(left: 1, .nameTaken(name: "c.jpg"))
    expectEqual(run.failures, ["Can't undo 1 of 3 photos. c.jpg already exists"])
    expectEqual(run.history.undo(), "trashing vienna.street")
  }

  @Test func `a photo gets another name, and no slash`() throws {
    run.file.renamePressed([photos[0]])
    let question = try #require(run.questions.first)
    expectEqual(question.text, "a.jpg")
    expectEqual(question.fault("b/c.jpg"), "no slash in a name")
    expectEqual(question.fault(""), "enter a name")
    expectEqual(question.fault("taken.jpg"), "name taken")
    expectEqual(question.fault("taken.jpg.jpg"), "name taken")
    expectEqual(question.fault("lake.jpg"), nil)

    question.answer("a.jpg")
    #expect(run.files.operations.isEmpty)
    question.answer("lake.jpg")
    run.files.finish { _ in .failure(.nameTaken(name: "lake.jpg")) }

    expectEqual(
      run.files.operations.map(\.0), [.rename(to: [Array("lake.jpg".utf8)])])
    expectEqual(run.failures, ["lake.jpg already exists"])
    #expect(run.confirmations.isEmpty)
  }

  @Test(arguments: [(" a.jpg", " a.jpg"), ("a  b.jpg", "a  b.jpg"), ("a\tb.jpg", "")])
  func `a name is there to be changed, its blanks with it, unless it can't be typed`(
    _ name: String, _ text: String
  ) throws {
    run.file.renamePressed([.stub(id: "x", file: FileReference(path: "/pictures/\(name)"))])

    try expectEqual(#require(run.questions.first).text, text)
  }

  @Test(arguments: [("2024/a.jpg", "2024/lake.jpg"), ("a.jpg", "lake.jpg"), ("elsewhere", nil)])
  func `a photo with another name has another id, if ids are paths`(
    id: Photo.ID, newID: Photo.ID?
  ) throws {
    run.file.renamePressed([.stub(id: id, file: photos[0].file)])
    try #require(run.questions.first).answer("lake.jpg")
    let renamed = try #require(FileReference(path: "/pictures/lake.jpg"))
    run.files.finish { _ in .success(PerformedFileOperation(files: [renamed], record: ())) }

    expectEqual(run.renamed[id], newID)
    expectEqual(run.gone, [newID == nil ? [id] : []])
  }

  @Test(arguments: [
    ("lake.jpg", 4), ("a.b.JPG", 3), ("lake", 4), (".hidden", 7), ("見る.jpg", 2), ("", 0),
  ])
  func `the cursor is before the extension`(_ name: String, _ cursor: Int) throws {
    run.file.renamePressed([.stub(id: "x", file: FileReference(path: "/pictures/\(name)"))])

    try expectEqual(#require(run.questions.first).cursor(name), cursor)
  }

  @Test(arguments: [
    ("a.jpgx", "Change .jpg to .jpgx?"), ("b.png", "Change .jpg to .png?"),
    ("b", "Remove .jpg from the name?"), ("b.jpg.", "Remove .jpg from the name?"),
    (".jpg", "Hide the file?"), (".b.png", "Hide the file?"),
    ("b.PNG.jpg", "Name it b.PNG.jpg?"),
  ])
  func `changing the extension, and hiding the file, asks first`(_ name: String, _ title: String)
    throws
  {
    run.file.renamePressed([photos[0]])
    try #require(run.questions.first).answer(name)
    expectEqual(run.confirmations.map(\.title), [title])
    expectEqual(
      run.confirmations.first?.message,
      title.hasPrefix("Hide")
        ? "Files whose names begin with a dot are hidden, here as well"
        : title.hasPrefix("Name")
          ? "Its own extension follows: another name doesn't change what kind of file it is"
          : "Programs rely on the extension to know what kind of file it is")
    #expect(run.files.operations.isEmpty)

    run.confirmations[0].confirm()

    expectEqual(run.files.operations.map(\.0), [.rename(to: [Array(name.utf8)])])
  }

  @Test(arguments: [
    ("a.jpg", "b.JPG", "b.JPG"), ("x", "x.jpg", "x.jpg"), (".a.jpg", ".b.jpg", ".b.jpg"),
    (".a", "a", "a"),
    // An extension that is typed before the file's own isn't doubled.
    ("a.jpg", "lake.jpg.jpg", "lake.jpg"), ("a.JPG", "lake.jpg.JPG", "lake.jpg"),
    ("a.jpg", "lake.v2.jpg", "lake.v2.jpg"), ("a.jpg.jpg", "lake.jpg.jpg", "lake.jpg.jpg"),
    ("a", "lake.jpg.jpg", "lake.jpg.jpg"),
  ])
  func `changing its case, adding one, or showing a hidden file does not ask`(
    _ former: String, _ typed: String, _ name: String
  ) throws {
    run.file.renamePressed([.stub(id: "x", file: FileReference(path: "/pictures/\(former)"))])
    try #require(run.questions.first).answer(typed)

    #expect(run.confirmations.isEmpty)
    expectEqual(run.files.operations.map(\.0), [.rename(to: [Array(name.utf8)])])
  }

  @Test func `the question says how large several files are, if all sizes are known`() {
    let sized = photos.map { photo in
      var photo = photo
      photo.fileSize = 16_000_000
      return photo
    }
    run.file.copyPressed(sized)
    run.file.copyPressed([sized[0], photos[1]])
    run.file.copyPressed([sized[0]])
    run.file.trashPressed(sized)

    expectEqual(
      run.questions.map(\.title), ["Copy 3 photos · 48 MB", "Copy 2 photos", "Copy a.jpg"])
    expectEqual(
      run.confirmations.map(\.message), ["48 MB. Sidecar files move too. You can undo this"])
  }

  @Test func `a photo that is not the user's own file is left alone`() {
    for press in [run.file.trashPressed, run.file.renamePressed] as [([Photo]) -> Void] {
      press([photos[0], .stub(id: "elsewhere")])
    }

    let words = "Only photos in a folder can be copied, moved, renamed or trashed"
    expectEqual(run.notices, [words, words])
    #expect(run.confirmations.isEmpty && run.questions.isEmpty)
  }

  @Test func `only one operation runs at a time, and it can be stopped`() {
    run.trash(photos)
    run.file.copyPressed(photos)
    expectEqual(run.notices, ["Still busy with other files"])

    run.runner.stop()
    #expect(run.files.isCancelled)
    run.files.finish { $0 == 0 ? nil : .failure(.cancelled) }

    #expect(run.failures.isEmpty)
    expectEqual(run.notices.last, "Trashed 1 of 3 photos · u to undo")
  }

  @Test
  func `a rotation is written once the user agrees, and no longer applied on the screen`()
    throws
  {
    run.rotations.rotate([photos[0]], by: .right)
    run.rotations.rotate([photos[2]], by: .left)
    run.file.saveRotationPressed(photos)
    expectEqual(run.confirmations.map(\.title), ["Save the rotations in 2 files?"])
    #expect(run.files.operations.isEmpty)

    run.confirmations[0].confirm()
    let (first, last) = (try #require(photos[0].file), try #require(photos[2].file))
    expectEqual(run.files.operations.map(\.0), [.rotate([first: .right, last: .left])])
    expectEqual(run.files.operations[0].1.map(\.main), [first, last])
    // Rotated again meanwhile, but not saved.
    run.rotations.rotate([photos[0]], by: .right)
    run.files.finish { $0 == 1 ? .failure(.noOrientation(name: "c.jpg")) : nil }

    expectEqual(photos.map { run.rotations.rotation(of: $0.id) }, [.right, .none, .left])
    #expect(run.written.map(\.0) == ["a"] && run.written.map(\.1) == [.right])
    expectEqual(
      run.failures,
      ["Can't rotate 1 of 2 photos. c.jpg has no orientation that can be changed in place"])
    expectEqual(run.gone, [[]])
    expectEqual(run.history.undo(), "rotating vienna.street")
    run.files.finishUndo(left: 0)
    expectEqual(run.gone, [[], []])
  }

  @Test func `photos that are not rotated, or not the user's own, are not written`() {
    run.file.saveRotationPressed([photos[0]])
    run.file.saveRotationPressed(photos)
    let elsewhere = Photo.stub(id: "elsewhere")
    run.rotations.rotate([elsewhere], by: .half)
    run.file.saveRotationPressed([elsewhere])

    expectEqual(
      run.notices,
      [
        "a.jpg is not rotated", "None of the 3 photos is rotated",
        "Only files in your own folders can be changed",
      ])
    #expect(run.confirmations.isEmpty)
  }

  @Test func `for a pair the visible photo is rotated`() throws {
    let raw = try #require(FileReference(path: "/pictures/a.CR2"))
    let pair = Photo.stub(id: "a", file: photos[0].file, companions: [raw])
    run.rotations.rotate([pair], by: .half)
    run.file.saveRotationPressed([pair])
    expectEqual(run.confirmations.map(\.title), ["Save the rotation in a.jpg?"])
    run.confirmations[0].confirm()
    run.files.finish()

    expectEqual(run.files.operations.map(\.0), [.rotate([try #require(photos[0].file): .half])])
    expectEqual(run.notices, ["Rotated 1 photo · u to undo"])
  }

  @Test func `the bar follows the bytes`() {
    run.trash(photos)

    run.files.advance(
      FileOperationProgress(groupsDone: 1, bytesDone: 250, byteCount: 1_000))

    expectEqual(run.progress.last??.doneCount, 1)
    expectEqual(run.progress.last??.fraction, 0.25)
  }

  @Test func `without a photo there is a message`() {
    for press in [
      run.file.copyPressed, run.file.movePressed, run.file.trashPressed, run.file.renamePressed,
      run.file.saveRotationPressed,
    ] as [([Photo]) -> Void] {
      press([])
    }

    expectEqual(run.notices, Array(repeating: "No photos here", count: 5))
    #expect(run.questions.isEmpty && run.confirmations.isEmpty)
  }

  @Test func `undo shows its progress, and can be stopped`() {
    run.trash(photos)
    run.files.finish()
    run.history.undo()
    run.files.advanceUndo(2)

    expectEqual(run.progress.last??.label, "undoing")
    expectEqual(run.progress.last??.doneCount, 2)
    run.runner.stop()
    #expect(run.files.isUndoCancelled)
    run.files.finishUndo(left: 1)
    expectEqual(run.progress.last, .some(nil))
    #expect(run.failures.isEmpty)
    expectEqual(run.history.text, "trashing vienna.street")
  }

  @Test func `the question before rotations are saved says which photos are not shown`() {
    run.rotations.rotate(Array(photos.prefix(2)), by: .left)

    run.file.saveRotationPressed(PhotoGathering(photos, hidden: ["b", "c"]))

    expectEqual(
      run.confirmations.last?.title, "Save the rotations in 2 files, 1 of them not shown?")
  }
}

import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// New names for several photos: what is asked, shown and done.
struct NamesTests {
  private let run = EditRun()

  private let photos: [Photo] = ["a", "b", "c"].map {
    .stub(id: "\($0).jpg", file: FileReference(path: "/pictures/\($0).jpg"))
  }

  private var names: [String] {
    guard case .rename(let names, _)? = run.files.operations.last?.0 else { return [] }
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Presses the key and answers the question.
  private func answer(_ template: String, inEditor: Bool = false) throws {
    run.file.renamePressed {
      PhotoGathering(photos)
    } ordered: {
      $0.reversed()
    }
    let question = try #require(run.questions.last)
    if inEditor { question.edit?(template) } else { question.answer(template) }
  }

  @Test func `a template is asked for, tried and shown before anything is renamed`() throws {
    try answer("{n:3}_{name}")

    expectEqual(run.questions[0].title, "Rename 3 photos")
    expectEqual(
      run.files.operations.map(\.0), [.rename(to: names.map { Array($0.utf8) }, isTrial: true)])
    expectEqual(names, ["001_c.jpg", "002_b.jpg", "003_a.jpg"])
    #expect(run.reviews.isEmpty)

    run.files.finish()
    expectEqual(
      run.reviews.map(\.text),
      ["Rename 3 photos?\nc.jpg → 001_c.jpg\nb.jpg → 002_b.jpg\na.jpg → 003_a.jpg"])
    expectEqual(run.files.operations.count, 1)

    run.reviews[0].confirm?()
    expectEqual(run.files.operations.count, 2)
    #expect(run.files.operations[1].0 == .rename(to: names.map { Array($0.utf8) }))
    expectEqual(run.files.operations[1].1.map(\.main), photos.reversed().compactMap(\.file))
    run.files.finish { index in
      .success(
        PerformedFileOperation(
          files: [FileReference(path: "/pictures/\(names[index])")!], record: ()))
    }
    expectEqual(run.notices, ["Renamed 3 photos · u to undo"])
    expectEqual(
      run.renamed, ["a.jpg": "003_a.jpg", "b.jpg": "002_b.jpg", "c.jpg": "001_c.jpg"])
    expectEqual(run.history.undo(), "renaming 3 photos")
    run.files.finishUndo(left: 0)

    run.file.renamePressed { PhotoGathering(photos) }
    expectEqual(run.questions.last?.former, ["{n:3}_{name}"])
  }

  @Test func `clashes are shown, and nothing can be done but to change the names`() throws {
    try answer("same")
    run.files.finish { $0 == 0 ? nil : .failure(.nameTwice(name: "same.jpg")) }

    expectEqual(
      run.reviews.map(\.text),
      [
        "Can't rename 2 of 3 photos\nsame.jpg would be the name of two files"
      ])
    #expect(run.reviews[0].confirm == nil)
    run.reviews[0].again()
    expectEqual(run.questions.last?.text, "same")
    expectEqual(run.files.operations.count, 1)
  }

  @Test func `what isn't known of a photo is named before anything is tried`() throws {
    try answer("{camera}")

    expectEqual(run.reviews.map(\.text), ["Can't rename 3 photos\nc.jpg has no camera"])
    #expect(run.files.operations.isEmpty)
  }

  @Test(arguments: ["{name}", "{name}.{ext}", "{name}.jpg"])
  func `names that stay as they are are left out`(template: String) throws {
    try answer(template)

    expectEqual(run.notices, ["The names stay as they are"])
    #expect(run.files.operations.isEmpty)
  }

  @Test func `names are edited a line each, and lines that are missing are asked for again`() throws
  {
    var texts: [String] = []
    var answers = ["c.jpg\nx.jpg\n", "c.jpg\r\nx.jpg\r\n.a.png\r\n\r\n\r\n"]
    run.file.editTextClosure = {
      texts.append(String(decoding: $0, as: UTF8.self))
      return .success(Array(answers.removeFirst().utf8))
    }
    try answer("")
    expectEqual(
      run.reviews.map(\.text), ["Can't rename 3 photos\n2 lines: each photo keeps its own line"])
    run.reviews[0].again()

    expectEqual(texts, ["c.jpg\nb.jpg\na.jpg\n", "c.jpg\nx.jpg\n"])
    expectEqual(names, ["x.jpg", ".a.png"])
    run.files.finish()
    expectEqual(
      run.reviews.last?.text,
      "Rename 2 photos?\nb.jpg → x.jpg\na.jpg → .a.png\nHide the file?")
  }

  @Test func `the names of a template can be edited, and a failure of the editor changes nothing`()
    throws
  {
    run.file.editTextClosure = { text in
      #expect(String(decoding: text, as: UTF8.self) == "1.jpg\n2.jpg\n3.jpg\n")
      return .failure("editor failed (status 1)")
    }
    try answer("{n}", inEditor: true)

    expectEqual(run.failures, ["editor failed (status 1). Nothing was renamed"])
    #expect(run.files.operations.isEmpty)
  }

  @Test func `control characters are refused in names, but may stay where they are`() throws {
    var answers = ["c.jpg\r\nb.jpg\nx\u{85}.jpg\n", "x.jpg\nb.jpg\na.jpg\n"]
    run.file.editTextClosure = { _ in .success(Array(answers.removeFirst().utf8)) }
    try answer("")

    expectEqual(
      run.reviews.map(\.text),
      [
        "Can't rename 2 photos\nc.jpg: no control characters in a name\n"
          + "a.jpg: no control characters in a name"
      ])
    #expect(run.reviews[0].confirm == nil)
    #expect(run.files.operations.isEmpty)
    run.reviews[0].again()
    expectEqual(names, ["x.jpg"])
    run.files.finish()

    let dated = ["d", "t\tt"].map {
      Photo.stub(
        id: $0, createdAt: Date(timeIntervalSince1970: 1_714_797_485),
        file: FileReference(path: "/pictures/\($0).jpg"))
    }
    run.file.renamePressed(dated)
    run.questions.last?.answer("{name}{date:%n}")
    expectEqual(run.files.operations.count, 1)
    run.file.renamePressed(dated)
    run.questions.last?.answer("{name}{n}")
    expectEqual(names, ["d1.jpg", "t\tt2.jpg"])
  }

  @Test func `what no file can be called is told before anything is tried`() throws {
    let long = String(repeating: "x", count: 256)
    run.file.editTextClosure = { _ in .success(Array("a/b\n..\n\(long)\n".utf8)) }
    try answer("")

    expectEqual(
      run.reviews.map(\.text),
      [
        "Can't rename 3 photos\nc.jpg: no slash in a name\nb.jpg: enter a name\na.jpg: name too long"
      ])
    #expect(run.files.operations.isEmpty)
  }

  @Test func `the check has the bar of renaming, and can be stopped`() throws {
    try answer("{n}")
    expectEqual(run.progress.last??.label, "checking names")
    run.files.advance(FileOperationProgress(groupsDone: 1, byteCount: 0))
    expectEqual(run.progress.last??.doneCount, 1)

    run.runner.stop()
    #expect(run.files.isCancelled)
    run.files.finish { $0 == 0 ? nil : .failure(.cancelled) }

    expectEqual(run.progress.last, .some(nil))
    #expect(run.reviews.isEmpty && run.notices.isEmpty && run.failures.isEmpty)
    expectEqual(run.files.operations.count, 1)
  }

  @Test func `who goes back to a template whose photos can't be renamed any more is told so`() {
    var gatherings = [photos, [photos[0], .stub(id: "elsewhere")]].map { PhotoGathering($0) }
    run.file.renamePressed { gatherings.removeFirst() }
    run.questions.last?.answer("{n}")
    run.files.finish()

    run.reviews.last?.again()

    expectEqual(run.notices, ["Only photos in a folder can be copied, moved, renamed or trashed"])
    expectEqual(run.questions.count, 1)
  }

  // MARK: Templates

  /// 256 characters, one more than a name may have.
  private static let years = "{date:\(String(repeating: "%Y", count: 64))}"
  private static func digits(_ field: String) -> String { "\(field): 1 to 9 digits, e.g. {n:3}" }
  private static func noText(_ field: String) -> String {
    "\(field) is empty, or too long for a name"
  }

  @Test(arguments: [
    ("{date:%Y%m%d}_{n:3}_{title}", "20240503_007_Lake-side.JPG"), ("{date}", "2024-05-03.JPG"),
    ("{date:%H%M%S}", "213805.JPG"), ("{date:%d/%m}", "03-05.JPG"), ("x{n}", "x7.JPG"),
    ("{name}", "IMG.1.JPG"), ("{name}.{ext}", "IMG.1.JPG"), ("{n}.jpg", "7.jpg"),
    ("{camera} {n}", "X-T4 7.JPG"), ("{n}.png", "7.png.JPG"),
  ])
  func `a template makes a name with the file's extension`(template: String, name: String) throws {
    let file = try #require(FileReference(path: "/pictures/IMG.1.JPG"))
    var photo = Photo.stub(id: "x", name: "Lake/side", file: file)
    photo.camera = "X-T4"
    // 21:38 in California.
    (photo.createdAt, photo.utcOffset) = (Date(timeIntervalSince1970: 1_714_797_485), -25_200)
    expectEqual(NameTemplate.fault(template), template.contains("/") ? "no slash in a name" : nil)

    let made = try NameTemplate(template).name(of: photo, at: file, number: 7)

    expectEqual(String(decoding: made, as: UTF8.self), name)
  }

  @Test(arguments: [
    ("", nil), ("a", nil), ("{nn}", "no field {nn}"), ("{n:0}", digits("{n:0}")),
    ("{n:12}", digits("{n:12}")), ("{n:}", digits("{n:}")), ("{}", "no field {}"),
    ("{title:3}", "no field {title:3}"),
    ("{date", "a brace has no other"), ("a/b", "no slash in a name"),
    ("{date:%Y%Z}", "no %Z in a photo's date"), ("{date:%_5s}", "no %_5s in a photo's date"),
    ("{date:%Ez}", "no %Ez in a photo's date"), ("{date:%%Z %S z}", nil),
    ("{date:}", noText("{date:}")), ("{date:%500Y}", noText("{date:%500Y}")), ("{date:%200Y}", nil),
    (years, noText(years)),
  ])
  func `what is wrong with a template is said while it is typed`(template: String, fault: String?) {
    expectEqual(NameTemplate.fault(template), fault)
  }

  @Test func `dates beyond all calendars and bytes that aren't text don't trap`() throws {
    let file = try #require(FileReference(path: Array("/pictures/".utf8) + [0xFF, 0x2E, 0x6A]))
    var photo = Photo.stub(id: "x", file: file)
    for date in [1e300, -1e300, .infinity, .nan, 9e18] {
      photo.createdAt = Date(timeIntervalSince1970: date)
      #expect(throws: NameTemplate.Missing.self) {
        try NameTemplate("{date}").name(of: photo, at: file, number: 1)
      }
    }
    try expectEqual(
      NameTemplate("{name}{n}").name(of: photo, at: file, number: 1), [0xFF, 0x31, 0x2E, 0x6A])
  }
}

import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `F2` on a selection: the template, the box with the names, the editor.
struct NamesKeysTests {
  private let files = ScriptedFiles()

  /// The third and the first of three photos are selected, in this order.
  private func run(columns: Int, rows: Int, editor: FileEdits.TextEditing? = nil) -> GalleryRun {
    let service = ScriptedService(own: nil)
    service.answer = { request in
      let photos = ["sea", "lake", "alps"].map {
        Photo.stub(
          id: "\($0).jpg", name: $0, file: FileReference(path: "/pictures/\($0).jpg"),
          saleStatus: .unstated)
      }
      return .success(PhotoPage(photos).arranged(for: request))
    }
    let run = GalleryRun(service: service, columns: columns, rows: rows, files: files)
    run.files?.editTextClosure = editor
    run.type("G gg ")
    run.press(Key(.function(2)))
    return run
  }

  private var names: [[String]] {
    files.operations.map { operation, _ in
      guard case .rename(let names, _) = operation else { return [] }
      return names.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `a template is typed, its names are looked at, and Enter renames`(
    columns: Int, rows: Int
  ) throws {
    let run = run(columns: columns, rows: rows)
    #expect(run.screen.contains("Rename 2 phot"))
    #expect(run.screen.contains("Names: {date:%Y%m%d}_{n:3}_{title}"))

    run.type("{n:3}_{title}")
    run.press(.enter)
    #expect(!run.screen.contains("_sea.jpg"))
    files.finish()

    #expect(run.screen.contains("Rename 2 photos?"))
    #expect(run.screen.contains("sea.jpg → 001_sea.jpg"))
    #expect(run.screen.contains("alps.jpg → 002_alps.jpg"))
    #expect(run.screen.contains("Enter rename · e edit · Esc cancel"))
    run.press(.enter)
    expectEqual(names, Array(repeating: ["001_sea.jpg", "002_alps.jpg"], count: 2))
    #expect(files.operations[1].0 == .rename(to: names[1].map { Array($0.utf8) }))
  }

  @Test func `clashes only lead back to the template`() {
    let run = run(columns: 80, rows: 24)
    run.type("x")
    run.press(.enter)
    files.finish { _ in .failure(.nameTaken(name: "x.jpg")) }

    #expect(run.screen.contains("Can't rename 2 photos"))
    #expect(run.screen.contains("x.jpg already exists"))
    #expect(run.screen.contains("e edit · Esc cancel"))
    run.press(.enter)
    expectEqual(files.operations.count, 1)
    run.type("e{n}")
    run.press(.enter)
    expectEqual(names.last, ["x1.jpg", "x2.jpg"])
  }

  @Test(arguments: [true, false])
  func `an empty line, or Ctrl-O after a template, opens the editor`(isTemplate: Bool) {
    var texts: [String] = []
    let run = run(columns: 80, rows: 24) { text in
      texts.append(String(decoding: text, as: UTF8.self))
      return .success(Array("1.jpg\n2.jpg\n".utf8))
    }
    if isTemplate { run.type("{n}{name}") }
    run.press(isTemplate ? .control("o") : .enter)

    expectEqual(texts, [isTemplate ? "1sea.jpg\n2alps.jpg\n" : "sea.jpg\nalps.jpg\n"])
    expectEqual(names, [["1.jpg", "2.jpg"]])
  }
}

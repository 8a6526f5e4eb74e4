import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// Commands on selected photos that a filter hides: all of them say so.
struct HiddenPhotosTests {
  private let files = ScriptedFiles()
  private let exports = ScriptedExports()
  private let collections = MemoryCollections()
  private let basket = ScriptedBasket()

  private static let photos = ["sea1", "sea2", "lake1", "lake2"].map {
    Photo.stub(
      id: $0, name: $0, file: FileReference(path: "/pictures/\($0).jpg"),
      price: Price(amount: "1", currency: "EUR"))
  }

  /// A folder in which two photos that are hidden and one that isn't are selected.
  private func folder(columns: Int = 80, rows: Int = 24, filter: String = "lake") -> GalleryRun {
    let service = ScriptedService(own: nil)
    service.answer = { .success(PhotoPage(Self.photos).arranged(for: $0)) }
    let run = GalleryRun(
      service: service, columns: columns, rows: rows, basket: basket, hasOutsideKeys: true,
      extraCommands: { [exports, collections] run in
        ExportCommands(viewModel: ExportViewModel(service: exports), context: run.context).commands
          + CollectionCommands(
            repository: collections, opened: nil, searches: { [] }, history: run.undoHistory,
            context: run.context
          ).commands
      },
      sidecars: ScriptedSidecars(), files: files, hasRotations: true)
    run.type("   ")
    run.type("&\(filter)")
    run.press(.enter)
    return run
  }

  @Test func `the header and the question before the trash say what is not shown`() {
    let run = folder(rows: 12)

    run.type("d")

    #expect(run.line(0).hasPrefix(" Popular   ● lake × "))
    #expect(run.line(0).hasSuffix(" 2/2 of 4 photos · 3 selected, 2 hidden "))
    #expect(run.line(2).hasPrefix("✓llllll  lake1 "))
    #expect(run.screen.contains("│ Move 3 photos, 2 of them not shown, to the trash? │"))
    #expect(run.screen.contains("│     Sidecar files move too. You can undo this     │"))
  }

  @Test(arguments: [
    ("c", "Copy 3 photos, 2 of them not shown"), ("M", "Move 3 photos, 2 of them not shown"),
    ("Ff", "3 photos, 2 of them not shown · empty for no price"),
    ("e", "Export 3 photos, 2 of them not shown"),
    ("mc", "Add 3 photos, 2 of them not shown, to a collection"),
  ])
  func `every prompt says it`(_ key: String, _ title: String) {
    let run = folder()

    run.type(key)

    #expect(run.screen.contains(title), "\(run.screen)")
    #expect(run.line(22).hasSuffix("Esc cancel ──"))
  }

  @Test(arguments: [
    ("4", "★★★★ 3 photos, 2 of them not shown"), ("R", "✗ 3 photos, 2 of them not shown"),
    ("Lr", "● Red: 3 photos, 2 of them not shown"), (">", "Rotated 3 photos, 2 of them not shown"),
    ("B", "Added 3 photos to basket, 2 of them not shown"),
    ("BB", "Removed 3 photos from basket, 2 of them not shown"),
    ("y", "Copied 3 addresses, 2 of them not shown"),
  ])
  func `every notice says it`(_ keys: String, _ notice: String) {
    let run = folder()

    run.type(keys)

    #expect(run.line(23).contains(notice), "\(run.line(23))")
  }

  @Test func `the only selected photo is named, and not shown`() {
    let run = folder()
    run.type("U")
    run.press(.escape)
    run.type("gg &lake")
    run.press(.enter)

    run.type("d")
    #expect(run.screen.contains("Move sea1.jpg, not shown, to the trash?"))
    run.press(.escape, Key(.function(2)))

    #expect(run.line(22).contains("Rename sea1.jpg, not shown"))
  }

  @Test func `where all of them are shown, nothing is said`() {
    let run = folder(filter: "")

    run.type("4")
    #expect(run.line(23).hasPrefix(" ★★★★ 3 photos · u to undo"))
    run.type("d")
    #expect(run.screen.contains("Move 3 photos to the trash?"))
    #expect(!run.screen.contains("shown") && !run.screen.contains("hidden"))
  }

  @Test func `what was moved is counted as it was shown before`() {
    let run = folder()
    run.type("Mprints")
    run.press(.enter)

    files.finish()
    run.settle()

    #expect(
      run.line(23).hasPrefix(
        " Moved 3 photos to /pictures/prints, 2 of them not shown · u to undo"),
      "\(run.line(23))")
  }
}

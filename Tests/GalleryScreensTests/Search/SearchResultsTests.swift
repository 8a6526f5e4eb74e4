import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// From the prompt to the results and back.
struct SearchResultsTests {
  private let service = ScriptedService()

  init() { service.capabilities.search = .atSource }

  private func list(_ photos: [Photo] = Photo.four, columns: Int = 60, rows: Int = 14) -> GalleryRun
  {
    let run = GalleryRun(service: service, columns: columns, rows: rows)
    service.succeed(photos)
    run.settle()
    return run
  }

  private func search(_ text: String, in run: GalleryRun) {
    run.type("/" + text)
    run.press(.enter)
  }

  @Test func `the old rows stay while searching, then the header shows the search`() {
    let run = list()
    let rows = (2..<12).map(run.line)

    search("lake", in: run)
    #expect(run.line(0).hasSuffix(" ⠋ searching    1/4 "))
    expectEqual((2..<12).map(run.line), rows)
    #expect(run.line(13).hasPrefix(" Enter open  / search  & filter  Esc clear  ? all keys "))
    service.succeed([.couple])

    expectEqual(run.line(0), " Popular   /lake ×                                      1/1 ")
    #expect(run.line(2).hasPrefix("▌cccccc  couple "))
    // Nobody has moved.
    #expect(!run.line(13).contains("End of the list"))
    run.press(.down)
    #expect(run.line(13).hasSuffix("  End of the list "))
    expectEqual(service.queries.map(\.search), [nil, "lake"])
    expectEqual(service.savedQueries, ["lake"])
  }

  @Test func `Esc restores the list, line by line`() {
    let run = list(Photo.stubs(40))
    run.press(.pageDown, .pageDown, .up, .up)
    let screen = run.screen

    search("photo 3", in: run)
    service.succeed(Photo.stubs(11, from: 30))
    expectEqual(run.selectedLine?.contains("photo 30"), true)
    run.press(.end)
    run.press(.escape)

    expectEqual(run.screen, screen)
    expectEqual(service.queries.count, 2)
  }

  @Test func `a search without results says so, and what to do next`() {
    let run = list(columns: 40, rows: 12)

    search("東京", in: run)
    service.succeed([])

    expectEqual(run.line(0), " Popular   /東京 ×             0 photos ")
    expectEqual(run.line(4), "         No photos match \"東京\"         ")
    expectEqual(run.line(6), "   Press / to search again, or Esc to   ")
    expectEqual(run.line(7), "            clear the search            ")
    expectEqual(run.line(11), " r refresh  Esc clear  ? keys  q quit   ")
  }

  @Test func `a long query is shortened in a narrow header`() {
    let run = list(columns: 40, rows: 12)

    search("東京の夜景と朝焼けの海と山と空と雲", in: run)
    service.succeed([.couple])

    expectEqual(run.line(0), " Popular   /東京の夜景と朝焼けの… × 1/1 ")
  }

  @Test func `a photo of the results opens, and Esc returns to the results, then to the list`() {
    let run = list()
    search("lake", in: run)
    service.succeed([.couple])

    run.press(.enter)
    #expect(run.screen.contains("1/1"))
    run.press(.escape)
    #expect(run.line(0).contains("/lake ×"))
    run.press(.escape)

    #expect(run.line(0).contains("Popular"))
  }

  /// A folder of forty photos, which says in which row a photo is.
  private func folder(columns: Int, rows: Int) -> GalleryRun {
    service.capabilities = SourceCapabilities(search: .here, holdsOwnFiles: true)
    service.capabilities.isReadWhole = true
    service.answer = { request in
      if let step = request.match {
        let (filter, photos) = (LocalFilter(PhotoQuery(search: step.search)), Photo.stubs(40))
        let matches = photos.indices.filter { filter.keeps(photos[$0]) }
        return .success(step.page(of: matches, anchor: request.anchor.flatMap(Int.init)))
      }
      var page = PhotoPage(Photo.stubs(40)).arranged(for: request)
      page.totalCount = page.photos.count
      page.anchorRow = request.anchor.flatMap { id in page.photos.firstIndex { $0.id == id } }
      return .success(page)
    }
    return GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12)])
  func `in a folder Esc leads from the narrowed rows to the match, and n and N go on from there`(
    columns: Int, rows: Int
  ) {
    let run = folder(columns: columns, rows: rows)
    run.type("/photo 3")
    #expect(run.line(0).contains("/photo 3 ×"))
    run.terminal.resize(columns: 50, rows: 13)
    run.terminal.resize(columns: columns, rows: rows)
    #expect(run.line(rows - 1).hasPrefix(" / photo 3"))

    run.press(.escape)
    #expect(run.line(0).contains("Popular"))
    expectEqual(run.selectedLine?.contains("photo 3 "), true)
    run.type("n")
    expectEqual(run.selectedLine?.contains("photo 13"), true)
    run.type("nnn")
    expectEqual(run.selectedLine?.contains("photo 31"), true)
    run.type("N")
    expectEqual(run.selectedLine?.contains("photo 30"), true)
    for _ in 0..<20 { run.type("n") }
    expectEqual(run.selectedLine?.contains("photo 39"), true)
    #expect(run.line(rows - 1).contains("Last match"))
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `without a match the list says so while typing, and Esc changes nothing`(
    columns: Int, rows: Int
  ) {
    let run = folder(columns: columns, rows: rows)
    run.type("j/xyz")
    #expect(run.screen.contains("No photos match \"xyz\""))
    run.press(.escape)
    #expect(run.line(0).contains("Popular"))
    expectEqual(run.selectedLine?.contains("photo 1 "), true)
    run.type("n")
    #expect(run.line(rows - 1).contains("No photos match \"xyz\" here"))
  }
}

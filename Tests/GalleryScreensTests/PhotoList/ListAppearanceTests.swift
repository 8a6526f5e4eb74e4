import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `+` and `_`, `{` and `}`, and the rule that the mouse moves.
@MainActor
struct ListAppearanceTests {
  private func layout(
    columns: Int, rows: Int, _ change: (inout ListAppearance) -> Void = { _ in }
  ) -> PhotoListLayout {
    var appearance = ListAppearance()
    change(&appearance)
    return PhotoListLayout(
      frame: Chrome(size: Size(columns: columns, rows: rows)), appearance: appearance)
  }

  private func screen(of run: GalleryRun) throws -> PhotoListScreen {
    try #require(run.navigator.topScreen as? PhotoListScreen)
  }

  private func divider(of run: GalleryRun) -> Int? {
    let line = run.line(1)
    return line.firstIndex(of: "┬").map { line.distance(from: line.startIndex, to: $0) }
  }

  // MARK: List or grid

  private func isGrid(_ view: ListViewState) -> Bool {
    let run = GalleryRun(service: ScriptedService(Photo.four), view: view)
    return run.screen.contains("┏━")
  }

  @Test func `the user's layout of a source comes before the setting, and rows are the default`() {
    var view = ListViewState()
    #expect(!isGrid(view))
    view.appearance.firstLayout = .grid
    #expect(isGrid(view))
    view.layout = .list
    #expect(!isGrid(view))
    view.appearance.firstLayout = .list
    view.layout = .grid
    #expect(isGrid(view))
  }

  @Test func `a key before the first frame of the grid makes pictures larger, too`() throws {
    let run = GalleryRun(service: ScriptedService(Photo.four))
    let screen = try screen(of: run)

    // Without a frame between them.
    for key in [Key.tab, .character("+"), .character("+"), .character("-")] {
      run.navigator.handle(key)
    }

    expectEqual(screen.viewState.appearance.pictureSize, .large)
    expectEqual(screen.viewState.appearance.rowHeight, .tall)
  }

  @Test func `only a layout that the user chose is remembered`() throws {
    var view = ListViewState()
    view.appearance.firstLayout = .grid
    let run = GalleryRun(service: ScriptedService(Photo.four), view: view)
    let screen = try screen(of: run)

    expectEqual(screen.viewState.layout, nil)
    run.press(.tab)
    expectEqual(screen.viewState.layout, .list)
    run.press(.tab)
    expectEqual(screen.viewState.layout, .grid)
  }

  @Test func `rows get lower, down to one line, and taller again`() {
    let run = GalleryRun(Photo.four)
    let tall = run.screen

    run.type("__")

    #expect(run.line(2).hasPrefix("▌ couple ") && run.line(2).hasSuffix(" ● €80.00 "))
    #expect(run.line(3).hasPrefix("  vienna.street ") && run.line(3).hasSuffix(" ● for sale "))
    #expect(run.line(5).hasPrefix("  harbour  "))
    run.type("_")
    #expect(run.line(3).contains("vienna.street"), "there is nothing lower than a line")
    run.type("+")
    #expect(run.line(4).contains("vienna.street"))
    for _ in 0..<2 {
      run.type("+")
      expectEqual(run.screen, tall)
    }
  }

  @Test func `without room for tall rows, the first key is shown all the same`() throws {
    let run = GalleryRun(Photo.four, columns: 40, rows: 12)
    #expect(run.line(4).contains("vienna.street"))

    run.type("_")

    #expect(run.line(3).contains("vienna.street"))
    try expectEqual(screen(of: run).appearance.rowHeight, .compact)
    run.type("++")
    #expect(run.line(4).contains("vienna.street"))
  }

  @Test func `the row in focus stays in sight when rows become taller`() {
    let photos = (0..<60).map { Photo.stub(id: "\($0)", name: "photo \($0)") }
    let run = GalleryRun(photos)
    run.type("__")
    for _ in 0..<18 { run.press(.down) }

    run.type("++")

    #expect((2..<22).contains { run.line($0).hasPrefix("▌") && run.line($0).contains("photo 18") })
  }

  @Test func `a selected row is in its colour as a whole, at each height`() throws {
    let run = GalleryRun(Photo.four)
    run.type("t")
    for _ in 0..<3 {
      let line = run.line(2)
      let column = try #require(line.firstIndex(of: "●"))
      let style = run.terminal.surface[line.distance(from: line.startIndex, to: column), 2].style
      expectEqual(style, Theme.standard().selected)
      expectEqual(run.terminal.surface[0, 2].character, "✓")
      run.type("_")
    }
  }

  @Test func `each + and _ in the grid changes something until the end, Ctrl and the wheel too`()
    throws
  {
    let run = GalleryRun(Photo.stubs(60))
    run.press(.tab)
    for _ in 0..<7 { run.type("_") }
    var screens = [run.screen]
    while screens.count < 9 {
      run.terminal.send([
        .mouse(MouseEvent(.wheelUp, at: Point(column: 3, row: 5), isControlled: true))
      ])
      if run.screen == screens.last { break }
      screens.append(run.screen)
    }

    #expect(screens.count >= 6)
    expectEqual(Set(screens).count, screens.count)
    run.terminal.send([
      .mouse(MouseEvent(.wheelDown, at: Point(column: 3, row: 5), isControlled: true))
    ])
    expectEqual(run.screen, screens[screens.count - 2])
  }

  @Test func `the split moves by keys, and stops where list or preview had no room`() throws {
    let run = GalleryRun(Photo.four, columns: 120, rows: 24)
    let start = try #require(divider(of: run))

    run.type("Z<")
    expectEqual(divider(of: run), start - 4)
    run.type("Z>Z>")
    expectEqual(divider(of: run), start + 4)
    run.type(String(repeating: "Z<", count: 40))
    expectEqual(layout(columns: 120, rows: 24) { $0.listShare = 0 }.dividerColumn, 30)
    expectEqual(divider(of: run), 30)
    run.type(String(repeating: "Z>", count: 40))
    let last = try #require(divider(of: run))
    expectEqual(layout(columns: 120, rows: 24) { $0.listShare = 1 }.preview.size.columns, 24)
    run.type("Z<")
    expectEqual(divider(of: run), last - 4, "no key is lost at the end")
  }

  @Test func `keys that come together count from each other`() throws {
    let run = GalleryRun(Photo.four, columns: 120, rows: 24)
    let start = try #require(divider(of: run))

    run.terminal.send("__Z<Z<Z<".map { .key(.character($0)) })
    run.settle()

    try expectEqual(screen(of: run).appearance.rowHeight, .compact)
    expectEqual(divider(of: run), start - 12)
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `without a preview the keys of the split say what it needs`(_ columns: Int, _ rows: Int)
    throws
  {
    let run = GalleryRun(Photo.four, columns: columns, rows: rows)

    run.type("Z<")

    #expect(run.screen.contains("The preview needs 100 columns"))
    try expectEqual(screen(of: run).appearance, ListViewState.tall.appearance)
  }

  @Test func `the split is a share of the width, and one set from outside is drawn`() throws {
    let run = GalleryRun(Photo.four, columns: 200, rows: 30)
    var appearance = ListAppearance()
    appearance.listShare = 0.25
    appearance.rowHeight = .compact

    try screen(of: run).appearance = appearance
    run.settle()

    expectEqual(divider(of: run), 50)
    #expect(run.line(3).contains("vienna.street"))
    run.terminal.resize(to: Size(columns: 140, rows: 30))
    run.settle()
    expectEqual(divider(of: run), 35)
  }

  @Test func `the parts never overlap, wherever the split is`() {
    for columns in 1...140 {
      for share in [-1, 0, 0.3, 0.5, 0.9, 1, 1e300, .infinity, .nan] {
        let layout = layout(columns: columns, rows: 24) { $0.listShare = share }
        #expect(layout.table.intersection(layout.preview).isEmpty)
        #expect(layout.table.maxColumn <= columns)
        #expect(layout.preview.maxColumn <= columns)
      }
    }
  }
}

import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// A move of the focus draws what it changes over the last frame; that has to be the frame that a drawing of everything
/// gives.
struct PartialDrawingTests {
  private enum Step: CaseIterable {
    case down, up, pageDown, pageUp, halfPage, end, start, left, right, space, range, escape,
      larger, smaller, grid,
      list, basket, filter, wheel, press, picture, turn, resize, search, help, divider
  }

  private func keys(_ step: Step) -> [Key] {
    switch step {
    case .down: [.character("j")]
    case .up: [.character("k")]
    case .pageDown: [.pageDown]
    case .pageUp: [.pageUp]
    case .halfPage: [.control("d")]
    case .end: [.character("G")]
    case .start: [.character("g"), .character("g")]
    case .left: [.left]
    case .right: [.right]
    case .space: [.character(" ")]
    case .range: [.character("v")]
    case .escape: [.escape]
    case .larger: [.character("+")]
    case .smaller: [.character("-")]
    case .grid, .list: [.character("t")]
    case .basket: [.character("b")]
    case .filter: [.character("s")]
    case .search: [.character("/"), .escape]
    case .help: [.character("?"), .character("q")]
    case .divider: [.character(">")]
    case .wheel, .press, .picture, .turn, .resize: []
    }
  }

  /// Frames of the list alone: what is drawn over it is drawn again in every frame.
  private func expectWhole(_ run: GalleryRun, _ history: [Step]) -> Bool {
    guard run.navigator.screens.count == 1, let screen = run.navigator.topScreen,
      run.navigator.topAlert == nil, run.navigator.notice == nil
    else { return true }
    let shown = run.terminal.surface
    var whole = Surface(size: shown.size)
    screen.draw(on: &whole)
    let rows = (0..<shown.size.rows).filter { !shown.isRow($0, sameAs: whole) }
    let order = { (one: GraphicPlacement, other: GraphicPlacement) in
      (one.origin.row, one.origin.column) < (other.origin.row, other.origin.column)
    }
    let isSame =
      rows.isEmpty && shown.graphics.sorted(by: order) == whole.graphics.sorted(by: order)
    #expect(
      isSame,
      "\(history)\nrows \(rows)\n\(rows.map { "\(shown.line($0))\n\(whole.line($0))" })")
    return isSame
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `after any history a frame drawn by parts is the one drawn whole`(_ seed: UInt64) {
    var random = SplitMix64(state: seed)
    let sizes = [(120, 40), (100, 24), (80, 24), (60, 12), (120, 10), (160, 50)]
    let (columns, rows) = sizes[Int(seed) % sizes.count]
    let names = ["img", "日本語の写真", "שלום 7", "हिमालय", "a"]
    let photos = (0..<60).map { index in
      Photo.stub(
        id: "\(index)", name: "\(names[index % names.count]) \(index)",
        description: index % 3 == 0 ? "described \(index)" : nil, saleStatus: .forSale)
    }
    let basket = seed % 2 == 0 ? ScriptedBasket() : nil
    let run = GalleryRun(photos, columns: columns, rows: rows, basket: basket)
    if seed % 3 == 0 {
      run.pictures.graphicsMethod = .kitty
      run.pictures.placesGraphics = true
    }
    run.redraw()
    var history: [Step] = []
    for _ in 0..<50 {
      // Mostly moves, which are drawn by parts.
      let step =
        Bool.random(using: &random)
        ? [.down, .up].randomElement(using: &random) ?? .down
        : Step.allCases.randomElement(using: &random) ?? .down
      history.append(step)
      for key in keys(step) { run.terminal.press(key) }
      let place = (
        Int.random(in: 0..<run.terminal.size.columns, using: &random),
        Int.random(in: 0..<run.terminal.size.rows, using: &random)
      )
      switch step {
      case .wheel: run.terminal.mouse(.wheelDown, column: place.0, row: place.1)
      case .press:
        run.terminal.mouse(.press, column: place.0, row: place.1)
        run.terminal.mouse(.release, column: place.0, row: place.1)
      case .picture:
        run.pictures.generation += 1
        run.navigator.setNeedsDisplay()
      case .turn: run.runTurn()
      case .resize:
        let (columns, rows) = sizes.randomElement(using: &random) ?? (80, 24)
        run.terminal.resize(columns: columns, rows: rows)
      default: break
      }
      guard expectWhole(run, history) else { return }
      if Bool.random(using: &random) {
        run.settle()
        guard expectWhole(run, history) else { return }
      }
    }
  }

  /// Through the list with a key held, there and back, with what comes in between.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `while a key is held a frame drawn by parts is the one drawn whole`(_ seed: UInt64) {
    var random = SplitMix64(state: seed &+ 100)
    let sizes = [(120, 40), (100, 24), (80, 24), (60, 12), (120, 11), (160, 50)]
    let (columns, rows) = sizes[Int(seed) % sizes.count]
    let names = ["img", "日本語の写真", "שלום 7", "हिमालय", "a"]
    let photos = (0..<150).map { index in
      Photo.stub(
        id: "\(index)", name: "\(names[index % names.count]) \(index)",
        description: index % 3 == 0 ? "described \(index)" : nil, saleStatus: .forSale)
    }
    let run = GalleryRun(
      photos, columns: columns, rows: rows, basket: seed % 2 == 0 ? ScriptedBasket() : nil)
    if seed % 3 > 0 {
      run.pictures.graphicsMethod = seed % 3 == 1 ? .kitty : .none
      run.pictures.placesGraphics = seed % 3 == 1
    }
    run.redraw()
    if seed % 4 > 1 { run.press(.character("t")) }
    var history: [Step] = []
    for _ in 0..<12 {
      let held: Step = Bool.random(using: &random) ? .down : .up
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        history.append(held)
        for key in keys(held) { run.terminal.press(key) }
        guard expectWhole(run, history) else { return }
        if Bool.random(using: &random) { run.runTurn() }
        guard expectWhole(run, history) else { return }
      }
      let between = [Step.space, .larger, .smaller, .picture, .halfPage, .wheel, .end]
        .randomElement(using: &random)
      guard let between else { return }
      history.append(between)
      for key in keys(between) { run.terminal.press(key) }
      if between == .wheel { run.terminal.mouse(.wheelDown, column: 3, row: rows / 2) }
      if between == .picture {
        run.pictures.generation += 1
        run.redraw()
      }
      run.settle()
      guard expectWhole(run, history) else { return }
    }
  }

  @Test func `a move that scrolls by a row draws that row and those of the bar`() {
    let run = GalleryRun(Photo.stubs(60), columns: 80, rows: 24)
    run.pictures.graphicsMethod = .kitty
    run.redraw()
    for _ in 0..<8 { run.press(.character("j")) }
    run.pictures.drawn = []

    run.press(.character("j"))

    #expect(run.pictures.drawn.count <= 4)
    #expect(Set(run.pictures.drawn).isSuperset(of: ["8", "9"]))
  }

  @Test func `a move draws two rows of the list, and then the preview and the foot`() {
    let run = GalleryRun(Photo.stubs(40), columns: 120, rows: 40)
    run.press(.character("j"))
    run.pictures.drawn = []

    run.terminal.press(.character("j"))

    expectEqual(run.pictures.drawn, ["1", "2"])
    run.settle()
    expectEqual(run.pictures.drawn, ["1", "2", "2"])
  }

  @Test func `a move that scrolls draws all rows`() {
    let run = GalleryRun(Photo.stubs(40), columns: 80, rows: 24)
    run.pictures.drawn = []

    run.press(.pageDown)

    #expect(run.pictures.drawn.count > 3)
  }
}

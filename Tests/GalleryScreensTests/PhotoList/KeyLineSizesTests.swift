import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

/// The foot of the list at all widths, and the rows of pictures that move or do not fit.
struct KeyLineSizesTests {
  private static let all =
    "↑↓ move  Enter open  Space basket  & filter  / search  f for sale  Tab grid  r refresh"
    + "  ? help  q quit"

  @Test(arguments: [10, 24, 40], [false, true])
  func `help and quit are shown at every width, and no hint is cut`(
    rows: Int, hasItems: Bool
  ) {
    let entries = Self.all.split(separator: "  ").map(String.init) + ["b basket", "basket"]
    let basket = ScriptedBasket(hasItems ? .of(.couple, .street) : .empty)
    let run = GalleryRun(Photo.four, rows: rows, basket: basket)
    for columns in 40...140 {
      run.terminal.resize(columns: columns, rows: rows)

      let line = run.line(rows - 1)

      #expect(line.contains("? help  q quit"), "\(columns): \(line)")
      let keys = line.components(separatedBy: "? help")[0].split(separator: "  ")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      for key in keys { #expect(entries.contains(key), "\(columns): \(line)") }
    }
  }

  @Test func `where nothing is for sale, no key of a shop is offered`() {
    let run = GalleryRun(
      Photo.stubs(3, saleStatus: .unstated), columns: 120, rows: 12, basket: ScriptedBasket())

    #expect(
      run.line(11).hasPrefix(
        " ↑↓ move  Enter open  & filter  / search  Tab grid  r refresh  ? help  q quit "))
  }

  @Test func `a basket with something in it can be ordered, says the foot`() {
    let run = GalleryRun(
      Photo.four, columns: 120, rows: 12, basket: ScriptedBasket(),
      basketActions: BasketActions(order: { _ in }))
    #expect(!run.line(11).contains("o order"))

    run.press(.space, .up)

    #expect(run.line(11).contains("  o order  "))
  }

  @Test func `the message at the end of the list hides no key`() {
    let run = GalleryRun(Photo.four, basket: ScriptedBasket())

    #expect(run.line(22).hasSuffix("─ End of the list ─"))
    #expect(
      run.line(23).hasPrefix(
        " ↑↓ move  Enter open  Space basket  / search  f for sale  ? help  q quit "))
    run.terminal.resize(columns: 110, rows: 24)
    #expect(run.line(23).hasPrefix(" " + Self.all))
  }

  @Test func `a photo that moves has a sign once its picture shows that`() {
    let run = GalleryRun(Photo.four, columns: 60, rows: 14)
    #expect(!run.screen.contains("▸"))
    run.pictures.animations = ["couple": 12, "harbour": 3]
    run.redraw()

    #expect(run.line(2).hasSuffix("▸ ● €80.00 "))
    #expect(run.line(8).hasSuffix("▸ "))
    run.press(.tab)
    #expect(run.screen.contains("▸ ●"))
  }

  @Test(arguments: [(GraphicsMethod.symbols, true), (.kitty, false), (.sixel, false)])
  func `a row that is cut at the foot shows what fits of its picture, or is not there`(
    _ method: GraphicsMethod, _ isShown: Bool
  ) {
    let photos = (0..<9).map { Photo.stub(id: "\($0)", name: "photo \($0)") }
    let run = GalleryRun(photos, columns: 60, rows: 24)
    run.pictures.graphicsMethod = method
    // 20 lines of content: five rows; of 22 the sixth has two.
    run.terminal.resize(columns: 60, rows: 26)

    #expect(run.screen.contains("photo 4"))
    expectEqual(run.screen.contains("photo 5"), isShown)
    run.terminal.resize(columns: 60, rows: 27)
    #expect(run.screen.contains("photo 5"))
  }
}

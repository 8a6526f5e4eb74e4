import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// What stands where around the list: the place, what chooses and orders the photos, the position and the selection in the
/// header, and the keys of the moment at the foot.
struct ZonesTests {
  private let photos = ["May/a.jpg", "May/b.jpg", "June/c.jpg"].map {
    Photo.stub(
      id: $0, name: String($0.dropFirst($0.count - 5)),
      file: FileReference(path: "/pictures/2024/\($0)"), saleStatus: .unstated)
  }

  private func folder(columns: Int, rows: Int) -> GalleryRun {
    let service = ScriptedService(own: nil)
    service.answer = { [photos] in .success(PhotoPage(photos).arranged(for: $0)) }
    return GalleryRun(
      service: service, columns: columns, rows: rows, sidecars: ScriptedSidecars(),
      files: ScriptedFiles())
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12)])
  func `the header says where the photo is, and at the right the position and the selection`(
    columns: Int, rows: Int
  ) {
    let run = folder(columns: columns, rows: rows)
    #expect(run.line(0).hasPrefix(" Popular › May ") && run.line(0).hasSuffix(" 1/3 "))

    run.press(.end, .space)

    #expect(run.line(0).hasPrefix(" Popular › June "))
    #expect(run.line(0).hasSuffix(" 3/3 · 1 selected "))
    run.type("&nothing")
    run.press(.enter)
    #expect(run.line(0).hasSuffix(" 1 selected, all hidden "))
  }

  @Test func `chips say what chooses and orders the photos, and a press changes or ends them`()
    throws
  {
    let run = folder(columns: 100, rows: 24)
    run.type("&path:May")
    run.press(.enter)
    run.type("sd")

    #expect(run.line(0).hasPrefix(" Popular › May   ● path:May ×   date ↓ "), "\(run.line(0))")
    func press(_ text: String) throws {
      let line = run.line(0)
      let start = try #require(line.range(of: text)?.lowerBound)
      run.terminal.mouse(.press, column: line.distance(from: line.startIndex, to: start), row: 0)
      run.settle()
    }
    try press("date")
    #expect(run.screen.contains("oldest first"))
    run.press(.escape)
    try press("×")
    #expect(!run.line(0).contains("path:"))
    #expect(run.line(0).hasPrefix(" Popular › May   date ↓ "))
  }

  @Test func `a long filter is cut before what ends it`() {
    let run = folder(columns: 80, rows: 24)
    run.type("&path:May rating:>=0 -tag:fog -tag:rain -tag:snow")
    run.press(.enter)

    #expect(run.line(0).contains("… ×"), "\(run.line(0))")
    #expect(run.line(0).contains(" 1/2 "), "\(run.line(0))")
  }

  @Test(arguments: [
    (40, "● rati… ×   date ↓ 12/100 · 3 selected"),
    (60, "Picture…   ● rating:reject… ×   date ↓ 12/100 · 3 selected"),
    (80, "Pictures ›…   ● rating:rejected ×   date ↓ 12/100 of 2,000 photos · 3 selected"),
  ])
  func `the filter is cut before the order, the position and the selection`(
    columns: Int, words: String
  ) {
    var surface = Surface(size: Size(columns: columns, rows: 1))
    GalleryHeader(
      title: "Pictures › May",
      chips: [[.init("● rating:rejected"), .init(" ×")]], order: [.init("date ↓")],
      position: ["12/100 of 2,000 photos", "12/100"],
      selection: ["3 selected · 48 MB", "3 selected"],
      theme: .standard()
    ).draw(on: &surface)

    #expect(surface.line(0).hasPrefix(" " + words), "\(surface.line(0))")
  }

  @Test func `without an order the longest of all chips is cut`() {
    var surface = Surface(size: Size(columns: 40, rows: 1))
    GalleryHeader(
      title: "Pictures", chips: [[.init("/sea")], [.init("● rating:rejected label:red")]],
      position: ["12/100"], theme: .standard()
    ).draw(on: &surface)

    #expect(surface.line(0).contains("/sea   ● rating:rej… 12/100"), "\(surface.line(0))")
  }

  @Test func `a place of a few letters stays as long as it fits`() {
    var surface = Surface(size: Size(columns: 40, rows: 1))
    GalleryHeader(
      title: "ab", chips: [[.init("● rating:rejected label:red"), .init(" ×")]],
      position: ["12/100"], theme: .standard()
    ).draw(on: &surface)

    #expect(surface.line(0).hasPrefix(" ab   ● rating:"), "\(surface.line(0))")
  }

  @Test func `on a narrow screen the place makes way for the chips`() {
    let run = folder(columns: 40, rows: 12)
    run.type("&path:May")
    run.press(.enter)

    #expect(run.line(0).contains("   ● path:May × "), "\(run.line(0))")
    #expect(run.line(0).hasSuffix(" 1/2 "))
  }

  @Test(arguments: [
    (120, " Enter open  Space select  1-5 rate  R reject  K cull  & filter  ? all keys "),
    (80, " Enter open  Space select  1-5 rate  R reject  K cull  & filter  ? all keys "),
    (40, " Enter open  Space select  ? keys "),
  ])
  func `the key line is for choosing`(columns: Int, keys: String) {
    let run = folder(columns: columns, rows: 24)
    run.noteTicks.tick()

    #expect(run.line(23).hasPrefix(keys), "\(run.line(23))")
  }

  @Test(arguments: [
    (120, " c copy  M move  d trash  U deselect  ? all keys "),
    (40, " c copy  M move  d trash  ? keys "),
  ])
  func `with a selection it is for what is done with it`(columns: Int, keys: String) {
    let run = folder(columns: columns, rows: 24)
    run.noteTicks.tick()
    run.type(" ")

    #expect(run.line(23).hasPrefix(keys), "\(run.line(23))")
    run.type(" ")
    expectEqual(run.line(23).contains("C compare"), columns == 120)
    run.type("U")
    #expect(run.line(23).hasPrefix(" Enter open "))
  }

  @Test func `a range is kept or cancelled, and of a part Esc goes back`() {
    let run = folder(columns: 80, rows: 24)
    run.noteTicks.tick()
    run.type("v")
    #expect(run.line(23).hasPrefix(" v keep  Esc cancel  ? all keys "), "\(run.line(23))")
    run.press(.escape)
    run.type("&path:May")
    run.press(.enter)

    #expect(run.line(23).contains("Esc clear  ? all keys "), "\(run.line(23))")
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12)])
  func `the basket stands on the rule, and pushes no key out`(columns: Int, rows: Int) {
    let run = GalleryRun(Photo.four, columns: columns, rows: rows, basket: ScriptedBasket())
    run.noteTicks.tick()
    let keys = run.line(rows - 1)

    run.press(.space, .up)
    run.noticeTicks.tick()

    expectEqual(run.line(rows - 1), keys)
    #expect(run.line(rows - 2).hasSuffix("─ b basket 1 · €80.00 ─"), "\(run.line(rows - 2))")
  }

  @Test func `a photo has its own keys, and the basket in its header`() {
    let run = GalleryRun(Photo.four, basket: ScriptedBasket())
    run.press(.space, .up, .enter)
    run.noticeTicks.tick()

    #expect(run.line(0).hasSuffix(" b basket 1 · €80.00   1/4 "), "\(run.line(0))")
    #expect(
      run.line(23).hasPrefix(
        " n next  p previous  Space basket  i info  +- zoom  q back  ? all keys "),
      "\(run.line(23))")
  }
}

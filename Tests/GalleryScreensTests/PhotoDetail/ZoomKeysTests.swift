import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// Zooming and moving with keys and mouse, as the pictures are asked for.
struct ZoomKeysTests {
  /// Photos of 6000×4000 and 3000×2000 in a terminal of 80×24 with pixels: the box has 800×380 of them.
  private func open(
    _ photos: [Photo] = [.sized("a", 6000, 4000), .sized("b", 3000, 2000)], columns: Int = 80,
    rows: Int = 24
  ) -> GalleryRun {
    .opening(photos, columns: columns, rows: rows)
  }

  private func region(_ run: GalleryRun) throws -> PictureRegion {
    run.settle()
    return try #require(run.pictures.visible.first?.look.region)
  }

  private func isWhole(_ run: GalleryRun) -> Bool {
    run.settle()
    return run.pictures.visible.map(\.look.region) == [nil]
  }

  @Test func `plus and minus go nearer and farther, and the header says how near`() throws {
    let run = open()
    #expect(isWhole(run))
    #expect(run.line(0).hasSuffix("  1/2 "))

    run.type("+")
    #expect(try region(run).height < 1)
    #expect(run.line(0).hasSuffix("  13% · 1/2 "))
    run.type("=")
    #expect(run.line(0).hasSuffix("  18% · 1/2 "))
    run.type("-_")

    #expect(isWhole(run))
    #expect(run.line(0).hasSuffix("  fit · 1/2 "))
  }

  @Test func `1 is a pixel for a pixel, and 0 all of it`() throws {
    let run = open()

    run.type("%")
    expectEqual((try region(run).width * 6000).rounded(), 800)
    expectEqual((try region(run).height * 4000).rounded(), 380)
    #expect(run.line(0).contains(" 100% · "))
    expectEqual(run.pictures.visible.map(\.look.enlargement), [1])

    run.type("w")
    #expect(isWhole(run))
  }

  @Test func `a small photo is enlarged, and arrows lead on as there is nowhere to move`() throws {
    let run = open([.sized("a", 100, 50), .sized("b", 100, 50)])

    run.type("++")
    try expectEqual(region(run), .whole)
    expectEqual(run.pictures.visible.map(\.look.enlargement), [4])
    // A drag moves nothing either.
    run.terminal.mouse(.press, column: 30, row: 10)
    run.terminal.mouse(.drag, column: 20, row: 10)
    try expectEqual(region(run), .whole)
    run.press(.right)

    #expect(run.line(0).hasPrefix(" b "))
    #expect(run.line(0).contains(" 400% · "))
    run.press(.escape)
    #expect(isWhole(run))
    #expect(run.line(0).hasPrefix(" b "))
  }

  @Test func `the arrows move a zoomed photo by a quarter of the visible part`() throws {
    let run = open()
    run.type("%")
    let start = try region(run)

    run.press(.right)
    expectEqual(((try region(run).x - start.x) * 6000).rounded(), 200)
    run.press(.down)
    expectEqual(((try region(run).y - start.y) * 4000).rounded(), 95)
    run.type("hk")
    try expectEqual(region(run), start)
    run.press(.pageUp)
    expectEqual(((start.y - (try region(run)).y) * 4000).rounded(), 380)
    run.press(.home)
    try expectEqual(region(run).y, 0)
    run.type("G")
    #expect(abs(try region(run).y + region(run).height - 1) < 0.000_001)
    #expect(run.line(0).hasPrefix(" a "))
  }

  @Test func `a photo that fits at that zoom is shown whole, and arrows lead on`() throws {
    let run = open([.sized("a", 6000, 4000), .sized("b", 100, 100), .sized("c", 6000, 4000)])
    run.type("%n")
    #expect(isWhole(run))
    #expect(run.line(0).hasSuffix("  fit · 2/3 "))

    run.press(.right)

    #expect(run.line(0).hasPrefix(" c "))
    #expect(run.line(0).contains(" 100% · "))
  }

  @Test func `zooming waits for the size of the picture`() throws {
    let run = open([.stub(id: "a", name: "a")])
    run.pictures.states["a"] = .loading(rough: nil)

    run.type("++")
    #expect(isWhole(run))
    run.pictures.sizes["a"] = PixelSize(width: 6000, height: 4000)
    run.redraw()

    #expect(run.line(0).contains(" 18% · "))
    #expect(try region(run).width < 1)
  }

  @Test func `a photo without a picture is not zoomed, now or later`() {
    let run = open([.stub(id: "a", name: "a"), .sized("b", 6000, 4000)])
    run.pictures.states["a"] = .unavailable

    run.type("+++n")

    #expect(run.line(0).hasPrefix(" b "))
    #expect(isWhole(run))
  }

  @Test func `the file's own size counts, not the one that the source states`() throws {
    let run = open([.sized("a", 600_000, 4)])
    run.pictures.sizes["a"] = PixelSize(width: 1600, height: 760)

    run.type("%")

    try expectEqual(region(run), PictureRegion(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
  }

  @Test func `q leaves a zoomed photo immediately`() {
    let run = open()

    run.type("%q")

    #expect(run.line(0).hasPrefix(" Popular"))
  }

  @Test func `the keys next to this one are fetched ahead`() throws {
    let run = open([.sized("a", 6000, 4000), .sized("b", 3000, 2000), .sized("c", 6000, 4000)])
    run.type("n")
    expectEqual(run.pictures.next.map(\.photo.id), ["c", "a", "b"])
    expectEqual(run.pictures.next.map { $0.look.region == nil }, [true, true, false])
    let nearer = run.pictures.next.last?.look.region

    run.type("+")
    try expectEqual(region(run), nearer)
    expectEqual(run.pictures.next.map(\.photo.id), ["c", "a", "b", "b"])
    expectEqual(run.pictures.next.map { $0.look.region == nil }, [false, false, false, true])
  }

  // MARK: Mouse

  @Test func `a drag moves the photo with the pointer, to the pixel, and stops at the edge`() throws
  {
    let run = open()
    run.type("%")
    let start = try region(run)

    run.terminal.mouse(.press, column: 30, row: 10)
    run.terminal.mouse(.drag, column: 27, row: 11)
    expectEqual(((try region(run).x - start.x) * 6000).rounded(), 30)
    expectEqual(((start.y - (try region(run)).y) * 4000).rounded(), 20)
    run.terminal.mouse(.drag, column: 30, row: 10)
    try expectEqual(region(run), start)
    for _ in 0..<100 {
      run.terminal.mouse(.press, column: 5, row: 5)
      run.terminal.mouse(.release, column: 75, row: 19)
    }

    try expectEqual(region(run).x, 0)
    try expectEqual(region(run).y, 0)
  }

  @Test func `motion without a press on the photo moves nothing`() throws {
    let run = open()
    run.type("%")
    let start = try region(run)

    run.terminal.mouse(.drag, column: 3, row: 3)
    run.terminal.mouse(.press, column: 3, row: 0)
    run.terminal.mouse(.drag, column: 9, row: 9)
    run.terminal.mouse(.press, column: 9, row: 9)
    run.terminal.mouse(.release, column: 9, row: 9)
    run.terminal.mouse(.drag, column: 3, row: 3)

    try expectEqual(region(run), start)
  }

  @Test func `the wheel zooms in and out of a zoomed photo, around the pointer`() throws {
    let run = open()
    run.type("++")
    let before = try region(run)

    run.terminal.mouse(.wheelUp, column: 0, row: 1)
    let after = try region(run)
    #expect(after.width < before.width)
    #expect(abs(after.x - before.x) * 6000 < 20)

    run.terminal.mouse(.wheelDown, column: 0, row: 1)
    try expectEqual(region(run), before)
    #expect(run.line(0).hasPrefix(" a "))
  }

  @Test func `a double click shows a pixel for a pixel there, and another all of it`() throws {
    let run = open()

    run.terminal.mouse(.doubleClick, column: 0, row: 1)
    let corner = try region(run)
    #expect(corner.x < 0.1)
    #expect(run.line(0).contains(" 100% · "))
    run.terminal.mouse(.doubleClick, column: 0, row: 1)

    #expect(isWhole(run))
  }

  @Test func `in the smallest terminal the zoom is said before the place in the list`() throws {
    let run = open(columns: 40, rows: 10)
    run.type("%")

    expectEqual(run.line(0), " a                           100% · 1/2 ")
    #expect(try region(run).width < 1)
  }
}

extension GalleryRun {
  /// The first photo, where pictures have pixels.
  static func opening(_ photos: [Photo], columns: Int = 80, rows: Int = 24) -> GalleryRun {
    let run = GalleryRun(photos, columns: columns, rows: rows)
    run.pictures.graphicsMethod = .kitty
    run.press(.enter)
    return run
  }
}

extension Photo {
  /// A photo whose size its source states.
  static func sized(_ id: String, _ width: Int, _ height: Int) -> Photo {
    var photo = Photo.stub(id: id, name: id)
    photo.width = width
    photo.height = height
    return photo
  }
}

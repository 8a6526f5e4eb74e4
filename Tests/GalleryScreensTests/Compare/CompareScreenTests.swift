import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// `C`: two to four photos at once.
struct CompareScreenTests {
  /// A folder of photos with 6000×4000 pixels, except for `d` with 3000×2000.
  private static let photos: [Photo] = ["a", "b", "c", "d", "e", "f"].map { id in
    var photo = Photo.stub(id: id, name: "photo \(id)", saleStatus: .unstated)
    photo.width = id == "d" ? 3000 : 6000
    photo.height = id == "d" ? 2000 : 4000
    photo.exposure = Exposure(focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100")
    return photo
  }

  private func folder(
    columns: Int = 80, rows: Int = 24, depth: ColorDepth = .truecolor
  ) -> GalleryRun {
    let service = ScriptedService(own: Self.photos)
    let run = GalleryRun(
      service: service, columns: columns, rows: rows, depth: depth,
      sidecars: ScriptedSidecars(answersAtOnce: false))
    run.pictures.graphicsMethod = .kitty
    return run
  }

  private func comparing(
    _ count: Int, columns: Int = 80, rows: Int = 24, depth: ColorDepth = .truecolor
  ) -> GalleryRun {
    let run = folder(columns: columns, rows: rows, depth: depth)
    run.type(String(repeating: " ", count: count) + "ggC")
    return run
  }

  /// The photos that are requested, in the order of their ids, with their visible parts.
  private func specifications(_ run: GalleryRun) -> [PictureSpecification] {
    run.settle()
    return run.pictures.visible.sorted { $0.photo.id < $1.photo.id }
  }

  private func focus(_ run: GalleryRun) -> Photo.ID? {
    run.settle()
    return (run.navigator.topScreen as? CompareScreen)?.viewModel.focusedPhoto?.id
  }

  // MARK: Frames

  @Test(arguments: usualSizes)
  func `nothing runs over, and the keys are there`(columns: Int, rows: Int) {
    for count in 2...4 {
      let run = comparing(count, columns: columns, rows: rows)
      let keys = run.line(rows - 1)

      #expect(run.terminal.surface.isSound)
      #expect(keys.hasPrefix(" Tab next ") && keys.contains(" q back ") && keys.hasSuffix(" "))
      for photo in Self.photos.prefix(count) { #expect(run.screen.contains(photo.name)) }
    }
  }

  @Test func `two photos are side by side, with a bar beside the one in focus`() {
    expectScreen(
      comparing(2, columns: 60, rows: 14),
      """
      |▌aaaaaaaaaaaaaaaaaaaaaaaaaaaaa│bbbbbbbbbbbbbbbbbbbbbbbbbbbbb|
      ⋮ 10
      |▌▸ ✓ photo a                  │  ✓ photo b                  |
      |▌  50 mm · ƒ/1.8 · 1/200 s ·… │  50 mm · ƒ/1.8 · 1/200 s ·… |
      | Tab next  1-5 rate  R reject  d drop  q back  ? all keys   |
      """)
  }

  @Test func `three photos in a small terminal`() {
    let run = comparing(3, columns: 40, rows: 12)
    run.press(.tab)
    run.type("3")
    expectScreen(
      run,
      """
      | aaaaaaaaaaaa▌bbbbbbbbbbbb│cccccccccccc |
      ⋮ 9
      |   ✓ photo a ▌▸ ✓ ph… ★★★ │  ✓ photo c  |
      | ★★★ photo b · u to undo                |
      """)
  }

  @Test func `four photos in a square, without colours`() {
    let run = comparing(4, columns: 80, rows: 24, depth: .monochrome)
    run.press(.tab)
    run.type("RLr")
    expectScreen(
      run,
      """
      | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa▌bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb|
      ⋮ 9
      |   ✓ photo a                            ▌▸ ✓ photo b                       ✗ ●r |
      | ccccccccccccccccccccccccccccccccccccccc│ddddddddddddddddddddddddddddddddddddddd|
      ⋮ 9
      |   ✓ photo c                            │  ✓ photo d                            |
      |                                                                                |
      | ● Red: photo b · u to undo                                                     |
      """)
  }

  @Test(arguments: [(120, 40), (80, 24)]) func `the keys are those of comparing`(
    _ columns: Int, _ rows: Int
  ) {
    expectEqual(
      comparing(2, columns: columns, rows: rows).line(rows - 1).trimmingPrefix(" ").prefix(72),
      "Tab next  1-5 rate  R reject  d drop  Enter open  q back  ? all keys    ".prefix(72))
  }

  // MARK: What is compared

  @Test func `d drops the photo and brings the next that isn't there, to the last one`() {
    let run = comparing(2)
    func shown() -> [Photo.ID] {
      run.settle()
      return (run.navigator.topScreen as? CompareScreen)?.viewModel.photos.map(\.id) ?? []
    }

    run.type("d")
    expectEqual(shown(), ["c", "b"])
    expectEqual(focus(run), "c")
    #expect(
      run.screen.contains("photo a is out of the comparison, still selected · photo c instead"))
    run.press(.tab)
    run.type("d")
    expectEqual(shown(), ["c", "d"])
    run.type("dd")
    expectEqual(shown(), ["c", "f"])
    #expect(!run.screen.contains("trash"))
    run.type("d")
    expectEqual(shown(), [])
    #expect(run.screen.contains("photo f is out of the comparison · no photo follows"))
    expectEqual(run.selectedLine?.contains("photo c"), true)
  }

  @Test(arguments: [1, 5])
  func `other counts than two to four are refused with a notice`(count: Int) {
    let run = folder()

    run.type(String(repeating: " ", count: count) + "C")

    #expect(run.screen.contains("Select 2 to 4 photos to compare"))
    expectEqual(focus(run), nil)
  }

  @Test
  func `without a selection it compares the photo in focus and the next, at the end the last two`()
  {
    let run = folder()
    run.type("jC")
    expectEqual(specifications(run).map(\.photo.id), ["b", "c"])
    expectEqual(focus(run), "b")

    run.type("qGC")
    expectEqual(specifications(run).map(\.photo.id), ["e", "f"])
    expectEqual(focus(run), "f")
  }

  @Test func `a single photo is not compared with itself`() {
    let run = GalleryRun([.stub(id: "a", name: "a")])

    run.type("C")

    #expect(run.screen.contains("Select 2 to 4 photos to compare"))
  }

  @Test func `a range is compared, and kept afterwards`() {
    let run = folder()

    run.type("jVjC")
    expectEqual(specifications(run).map(\.photo.id), ["b", "c"])
    run.type("q")

    expectEqual(run.list?.selectedRange, 1..<3)
  }

  @Test func `photos that a shop doesn't open are left out`() {
    let run = GalleryRun(Photo.four)

    run.type("tttC")
    expectEqual(specifications(run).map(\.photo.id).count, 2)
    #expect(!specifications(run).contains { $0.photo.saleStatus == .notForSale })
    #expect(run.screen.contains("skipped 1 not for sale"))
  }

  @Test func `a single photo that can be opened is too few`() {
    let run = GalleryRun([
      .stub(id: "a", saleStatus: .notForSale), .stub(id: "b", saleStatus: .forSale),
    ])

    run.type("ttC")

    #expect(run.screen.contains("Select 2 to 4 photos to compare · skipped 1 not for sale"))
    expectEqual(focus(run), nil)
  }

  // MARK: Focus

  @Test func `Tab, arrows and the mouse move the focus, and the list follows`() {
    let run = comparing(4)
    expectEqual(focus(run), "a")

    run.press(.tab, .tab)
    expectEqual(focus(run), "c")
    run.press(.right, .right)
    expectEqual(focus(run), "a")
    run.press(.down)
    expectEqual(focus(run), "c")
    run.press(.left, .down, .up)
    expectEqual(focus(run), "b")
    run.press(.up)
    expectEqual(focus(run), "b")
    run.terminal.mouse(.press, column: 60, row: 15)
    expectEqual(focus(run), "d")
    run.press(.escape)

    expectEqual(run.selectedLine?.contains("photo d"), true)
  }

  @Test func `Enter opens the photo, and back returns to the comparison`() {
    let run = comparing(2)
    run.press(.tab, .enter)
    #expect(run.line(0).hasPrefix(" ✓ photo b"))
    run.type("nnq")

    expectEqual(focus(run), "b")
    run.type("q")
    expectEqual(run.selectedLine?.contains("photo b"), true)
  }

  @Test func `a photo that has left the list is not opened`() {
    let run = comparing(2)
    run.service.holds([])
    run.list?.refresh()
    run.settle()

    run.press(.enter)

    #expect(run.line(23).contains("This photo is not in the list now"))
  }

  // MARK: One zoom

  @Test func `all photos have the same zoom and position`() throws {
    let run = comparing(4)

    run.type("%")
    let start = specifications(run)
    for specification in start {
      let width = try #require(specification.photo.width)
      let region = try #require(specification.look.region)
      expectEqual((region.width * Double(width)).rounded(), Double(specification.size.columns * 10))
      #expect(abs(region.x + region.width / 2 - 0.5) < 0.001)
    }
    #expect(run.line(23).hasSuffix(" 100% "))
    run.press(.right)
    let after = specifications(run)
    let middles = try after.map { specification in
      let region = try #require(specification.look.region)
      return region.x + region.width / 2
    }
    #expect(middles.allSatisfy { $0 > 0.51 && abs($0 - middles[0]) < 0.001 })
    expectEqual(focus(run), "a")

    run.type("++")
    expectEqual(specifications(run).map(\.look.enlargement), [4, 4, 4, 4])
    run.press(.escape)
    #expect(specifications(run).allSatisfy { $0.look.isWhole })
    expectEqual(focus(run), "a")
  }

  @Test func `the mouse zooms and moves all of them`() throws {
    let run = comparing(2)
    run.terminal.mouse(.wheelUp, column: 50, row: 5)
    #expect(specifications(run).allSatisfy { $0.look.region != nil })
    run.terminal.mouse(.wheelDown, column: 50, row: 5)
    #expect(specifications(run).allSatisfy { $0.look.region == nil })

    run.terminal.mouse(.doubleClick, column: 60, row: 10)
    expectEqual(focus(run), "b")
    let before = specifications(run)
    run.terminal.mouse(.press, column: 60, row: 10)
    run.terminal.mouse(.release, column: 50, row: 10)

    for (old, new) in zip(before, specifications(run)) {
      let (old, new) = (try #require(old.look.region), try #require(new.look.region))
      expectEqual(((new.x - old.x) * 6000).rounded(), 100)
    }
  }

  // MARK: What is done there

  @Test func `digits, R and L act on the photo in focus, which stays in focus`() {
    let run = comparing(2, columns: 60, rows: 14)

    run.type("4")
    #expect(run.line(11).contains("photo a"))
    #expect(run.line(11).contains("★★★★"))
    run.type("2Lg")
    #expect(run.line(11).contains("★★ ●g"))
    expectEqual(focus(run), "a")
    run.press(.tab)
    run.type("R")

    #expect(run.line(11).hasSuffix("✗ "))
    run.type("q")
    #expect(run.screen.contains("★★ ●g"))
  }

  @Test func `r reads the pictures again`() {
    let run = comparing(2)
    let count = run.pictures.refreshCount

    run.type("r")

    expectEqual(run.pictures.refreshCount, count + 1)
  }

  @Test func `Space selects and deselects, and the comparison stays`() {
    let run = comparing(3)

    run.press(.tab)
    run.type(" ")
    expectEqual(run.list?.selectedCount, 2)
    expectEqual(focus(run), "b")
    expectEqual(specifications(run).count, 3)
    run.type("t")

    expectEqual(run.list?.selectedCount, 3)
  }
}

import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The keys that rotate the view of photos.
struct RotationKeysTests {
  private func window(_ count: Int = 6, columns: Int = 80, rows: Int = 24) -> GalleryRun {
    let service = ScriptedService()
    service.holds(
      (1...count).map {
        Photo.stub(id: "\($0)", name: "photo \($0)", width: 6000, height: 4000)
      })
    return GalleryRun(service: service, columns: columns, rows: rows, hasRotations: true)
  }

  private func rotations(_ run: GalleryRun, _ count: Int = 6) -> [Rotation] {
    (1...count).map { run.pictures.rotations.rotation(of: "\($0)") }
  }

  @Test func `in the list and the grid the photo in focus is rotated, in any source`() {
    let run = window(3)

    run.type(">")
    run.press(.down)
    run.type("<<")
    run.press(.tab)
    run.press(.right)
    run.type("<")

    expectEqual(rotations(run, 3), [.right, .half, .left])
    // All the way round.
    run.type("<<<")
    expectEqual(rotations(run, 3), [.right, .half, .none])
  }

  @Test(
    arguments: [
      // A selection as a whole; a range as often as the key is pressed.
      ("tt>>", [.half, .half, .none, .none]), ("Vjj>>>", [.left, .left, .left, .none]),
      // On the photo screen its photo alone.
      ("ttl>n>p", [.none, .none, .right, .right]),
    ] as [(String, [Rotation])])
  func `what is selected is rotated, and stays so, on the photo screen its photo alone`(
    _ keys: String, _ expected: [Rotation]
  ) {
    let run = window()

    run.type(keys)

    expectEqual(rotations(run, 4), expected)
    if keys == "tt>>" { #expect(run.screen.contains("2 selected")) }
  }

  @Test func `rotating a zoomed photo shows all of it, and zooming continues from there`() {
    let run = window(columns: 100, rows: 30)
    let wide = PixelSize(width: 6000, height: 4000)
    run.pictures.sizes = ["1": wide]
    run.press(.enter)
    run.type("%")
    #expect(run.screen.contains("100%"))

    run.pictures.sizes = [:]
    run.type(">")

    expectEqual(run.pictures.visible.first?.look.region, nil)
    #expect(run.screen.contains("fit"))
    // The source tells 6000×4000; half a turn of a quarter makes 100 % of it as high as it was wide.
    run.type("%")
    let region = run.pictures.visible.first?.look.region
    #expect((region?.width ?? 0) > (region?.height ?? 0))
    run.pictures.sizes = ["1": PixelSize(width: 4000, height: 6000)]
    run.redraw()
    expectEqual(run.pictures.visible.first?.look.region, region)
  }
}

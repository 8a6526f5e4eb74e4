import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import PictureKit
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// How near a photo is seen, as plain arithmetic.
struct PhotoZoomTests {
  private static let cell = PixelSize(width: 10, height: 20)

  private func space(
    _ width: Int, _ height: Int, columns: Int = 80, rows: Int = 20, cell: PixelSize = Self.cell,
    method: GraphicsMethod = .kitty
  ) throws -> ZoomSpace {
    try #require(
      ZoomSpace(
        box: Size(columns: columns, rows: rows), cell: cell,
        source: PixelSize(width: width, height: height), method: method))
  }

  /// The visible part in the picture's pixels: its left and upper edge, and its size.
  private func part(_ zoom: PhotoZoom, _ space: ZoomSpace) throws -> [Int] {
    let region = try #require(zoom.region(in: space))
    let (width, height) = (Double(space.source.width), Double(space.source.height))
    return [
      region.x * width, region.y * height, region.width * width, region.height * height,
    ].map { Int($0.rounded()) }
  }

  // MARK: Steps

  @Test func `the steps lead from fit to squares of four pixels a side`() throws {
    let space = try space(6000, 4000)
    var zoom = PhotoZoom()
    var labels = [zoom.label(in: space)]

    while true {
      let before = zoom
      zoom.zoomIn(in: space)
      if zoom == before { break }
      labels.append(zoom.label(in: space))
    }

    expectEqual(
      labels,
      ["fit", "13%", "18%", "25%", "35%", "50%", "71%", "100%", "200%", "400%"])
    try expectEqual(part(zoom, space).suffix(2), [200, 100])
    expectEqual(zoom.enlargement(in: space), 4)
  }

  @Test func `zooming out takes the same steps back`() throws {
    let space = try space(6000, 4000)
    var zoom = PhotoZoom()
    var regions: [PictureRegion?] = []
    for _ in 0..<10 {
      regions.append(zoom.region(in: space))
      zoom.zoomIn(in: space)
    }

    for region in regions.reversed() {
      expectEqual(zoom.region(in: space), region)
      zoom.zoomOut(in: space)
    }
    #expect(zoom.isFit)
  }

  @Test func `half a cell is a pixel where pictures are characters`() throws {
    let space = try space(6000, 4000, method: .symbols)
    var zoom = PhotoZoom()

    zoom.zoomToFull(in: space)

    try expectEqual(part(zoom, space).suffix(2), [80, 40])
    expectEqual(zoom.label(in: space), "100%")
  }

  @Test func `100% does not enlarge a picture that is smaller than its box`() throws {
    for method in [GraphicsMethod.kitty, .sixel, .symbols] {
      let space = try space(16, 16, method: method)
      var zoom = PhotoZoom()

      zoom.zoomToFull(in: space)

      expectEqual(zoom.region(in: space), nil, "\(method)")
      expectEqual(zoom.enlargement(in: space), 1)
      expectEqual(zoom.label(in: space), "fit")
    }
  }

  @Test func `a small picture is shown at exactly 200% and 400%, and cannot be moved`()
    throws
  {
    let space = try space(16, 16)
    var zoom = PhotoZoom()

    for (label, enlargement) in [("200%", 2), ("400%", 4), ("400%", 4)] {
      zoom.zoomIn(in: space)
      expectEqual(zoom.label(in: space), label)
      expectEqual(zoom.enlargement(in: space), enlargement)
      expectEqual(zoom.region(in: space), .whole)
      #expect(zoom.isZoomed(in: space) && !zoom.canPan(in: space))
    }
    zoom.zoomOut(in: space)
    expectEqual(zoom.label(in: space), "200%")
    zoom.zoomOut(in: space)
    #expect(zoom.isFit)
  }

  @Test func `characters fill their box, and only larger magnifications are steps`() throws {
    // 20 rows are 40 half cells: 2.5 of them for each pixel.
    let space = try space(16, 16, method: .symbols)
    var zoom = PhotoZoom()

    zoom.zoomIn(in: space)

    expectEqual(zoom.label(in: space), "400%")
    expectEqual(zoom.enlargement(in: space), 4)
    try expectEqual(
      #require(zoom.region(in: space)), PictureRegion(x: 0, y: 0.1875, width: 1, height: 0.625))
    #expect(zoom.canPan(in: space))
    zoom.zoomOut(in: space)
    #expect(zoom.isFit)
  }

  @Test func `above 100% the box shows whole pixels only`() throws {
    // 803 × 403 pixels of the terminal.
    let space = try space(
      6000, 4000, columns: 73, rows: 31, cell: PixelSize(width: 11, height: 13))
    var zoom = PhotoZoom()
    zoom.zoomToFull(in: space)
    zoom.zoomIn(in: space)
    zoom.zoomIn(in: space)

    try expectEqual(part(zoom, space).suffix(2), [200, 100])
  }

  @Test func `the first step is never a hair's breadth`() throws {
    // Fit is 70 %: the step of 71 % is left out.
    let space = try space(1142, 400)
    var zoom = PhotoZoom()

    zoom.zoomIn(in: space)

    expectEqual(zoom.label(in: space), "100%")
  }

  @Test func `a picture of just its box is at 100% anyway, one a pixel wider is not`() throws {
    var zoom = PhotoZoom()
    zoom.zoomIn(in: try space(800, 400))
    expectEqual(zoom.label(in: try space(800, 400)), "200%")

    zoom = PhotoZoom()
    let wider = try space(801, 400)
    zoom.zoomIn(in: wider)
    try expectEqual(#require(zoom.region(in: wider)).height, 1)
  }

  // MARK: Places

  @Test func `where the picture overhangs the part has the box's shape, whatever the cells`() throws
  {
    for cell in [Self.cell, PixelSize(width: 8, height: 17), PixelSize(width: 7, height: 9)] {
      let space = try space(6000, 4000, cell: cell)
      var zoom = PhotoZoom()
      zoom.zoomToFull(in: space)

      try expectEqual(part(zoom, space).suffix(2), [80 * cell.width, 20 * cell.height])
    }
  }

  @Test func `a panorama is visible at its full height and part of its width`() throws {
    let space = try space(20_000, 600)
    var zoom = PhotoZoom()

    zoom.zoomIn(in: space)

    let region = try #require(zoom.region(in: space))
    expectEqual(region.height, 1)
    expectEqual(region.y, 0)
    #expect(region.width < 1)
    #expect(abs(region.x + region.width / 2 - 0.5) < 0.001)
  }

  @Test func `moving stops at the edge and turns there`() throws {
    let space = try space(6000, 4000)
    var zoom = PhotoZoom()
    zoom.zoomToFull(in: space)

    zoom.pan(by: PixelOffset(x: -1_000_000, y: -1_000_000), in: space)
    let edge = try #require(zoom.region(in: space))
    expectEqual([edge.x, edge.y], [0, 0])

    zoom.pan(by: PixelOffset(x: 10, y: 20), in: space)
    try expectEqual(part(zoom, space).prefix(2), [10, 20])
  }

  @Test func `moving to and fro a thousand times ends at the start`() throws {
    let space = try space(5983, 3989, cell: PixelSize(width: 9, height: 19))
    var zoom = PhotoZoom()
    for _ in 0..<3 { zoom.zoomIn(in: space) }
    zoom.pan(by: PixelOffset(x: 37, y: -11), in: space)
    let start = zoom.region(in: space)

    for _ in 0..<1000 { zoom.pan(by: PixelOffset(x: 23, y: 7), in: space) }
    let edge = zoom.region(in: space)
    #expect(edge != start)
    for _ in 0..<3 {
      zoom.pan(by: PixelOffset(x: -23, y: -7), in: space)
      zoom.zoomIn(in: space)
      zoom.zoomOut(in: space)
      zoom.pan(by: PixelOffset(x: 23, y: 7), in: space)
    }

    expectEqual(zoom.region(in: space), edge)
  }

  @Test func `the point under the pointer stays there`() throws {
    let space = try space(6000, 4000)
    let pointer = PixelOffset(x: 150, y: -70)
    var zoom = PhotoZoom()
    for _ in 0..<3 { zoom.zoomIn(in: space) }
    let before = try place(of: pointer, zoom, space)
    let region = zoom.region(in: space)

    zoom.zoomIn(in: space, at: pointer)
    let after = try place(of: pointer, zoom, space)
    #expect(abs(before.x - after.x) <= 2)
    #expect(abs(before.y - after.y) <= 2)

    zoom.zoomOut(in: space, at: pointer)
    expectEqual(zoom.region(in: space), region)

    zoom.zoomToFull(in: space)
    let full = try place(of: pointer, zoom, space)
    for _ in 0..<2 { zoom.zoomIn(in: space, at: pointer) }
    let nearest = try place(of: pointer, zoom, space)
    #expect(abs(full.x - nearest.x) <= 1)
    #expect(abs(full.y - nearest.y) <= 1)
  }

  /// The picture's pixel that is so far from the middle of the box.
  private func place(
    of offset: PixelOffset, _ zoom: PhotoZoom, _ space: ZoomSpace
  ) throws -> (x: Double, y: Double) {
    let region = try #require(zoom.region(in: space))
    let scale = space.scale(zoom.magnification(in: space))
    return (
      (region.x + region.width / 2) * Double(space.source.width) + Double(offset.x) / scale,
      (region.y + region.height / 2) * Double(space.source.height) + Double(offset.y) / scale
    )
  }

  // MARK: Other photos and boxes

  @Test func `another photo is shown at the same magnification and position`() throws {
    let large = try space(6000, 4000)
    let small = try space(3000, 2000)
    let tiny = try space(300, 200)
    var zoom = PhotoZoom()
    zoom.zoomToFull(in: large)
    zoom.pan(by: PixelOffset(x: 1500, y: 1000), in: large)
    let region = zoom.region(in: large)

    let other = try #require(zoom.region(in: small))
    expectEqual(zoom.label(in: small), "100%")
    #expect(abs(other.x + other.width / 2 - 0.75) < 0.001)
    expectEqual(zoom.region(in: tiny), nil)
    expectEqual(zoom.region(in: large), region)
  }

  @Test func `another window shows more or less around the same middle`() throws {
    var zoom = PhotoZoom()
    zoom.zoomToFull(in: try space(6000, 4000))

    try expectEqual(part(zoom, space(6000, 4000, columns: 40, rows: 10)), [2800, 1900, 400, 200])
  }

  // MARK: Whatever happens

  @Test func `any sequence of keys, photos and windows leaves a part that is one`() throws {
    var random = SystemRandomNumberGenerator()
    let methods: [GraphicsMethod] = [.symbols, .kitty, .sixel]
    for _ in 0..<300 {
      let seed = (
        width: Int.random(in: 1...40_000, using: &random),
        height: Int.random(in: 1...40_000, using: &random),
        columns: Int.random(in: 1...300, using: &random),
        rows: Int.random(in: 1...100, using: &random),
        method: methods.randomElement(using: &random) ?? .kitty
      )
      var space = try space(
        seed.width, seed.height, columns: seed.columns, rows: seed.rows, method: seed.method)
      var zoom = PhotoZoom()
      for _ in 0..<60 {
        let offset = PixelOffset(
          x: Int.random(in: -3000...3000, using: &random),
          y: Int.random(in: -3000...3000, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: zoom.zoomIn(in: space, at: offset)
        case 2: zoom.zoomOut(in: space, at: offset)
        case 3: zoom.zoomToFull(in: space)
        case 4:
          space = try self.space(
            Int.random(in: 1...40_000, using: &random), seed.height, columns: seed.columns,
            rows: seed.rows, method: seed.method)
        default: zoom.pan(by: offset, in: space)
        }
        expectValid(zoom, space)
      }
      for _ in 0..<80 { zoom.zoomOut(in: space) }
      expectEqual(zoom.region(in: space), nil, "\(seed)")
    }
  }

  private func expectValid(_ zoom: PhotoZoom, _ space: ZoomSpace) {
    let magnification = zoom.magnification(in: space)
    #expect(magnification <= max(4, space.fit))
    #expect(magnification >= space.fit)
    guard let region = zoom.region(in: space) else { return }
    #expect(region.isValid, "\(region) \(space)")
    #expect(region.x + region.width <= 1.000_000_1)
    #expect(region.width < 1 || region.height < 1 || zoom.enlargement(in: space) > 1)
    expectEqual(zoom.canPan(in: space), (region.width < 1 || region.height < 1))
    // At most the box at this magnification, to the pixel.
    let width = region.width * Double(space.source.width) * space.scale(magnification)
    #expect(width <= Double(space.box.width) + space.scale(magnification))
  }

  @Test func `invalid sizes have nothing to zoom`() {
    let (box, empty) = (Size(columns: 80, rows: 24), PixelSize(width: 0, height: 20))
    let source = PixelSize(width: 9, height: 9)
    for (box, cell, source, method) in [
      (Size.zero, Self.cell, source, GraphicsMethod.kitty), (box, empty, source, .kitty),
      (box, Self.cell, empty, .kitty), (box, Self.cell, PixelSize(width: 10, height: -1), .kitty),
      (box, Self.cell, PixelSize(width: .max, height: .max), .kitty),
      (Size(columns: .max, rows: 24), Self.cell, source, .kitty), (box, Self.cell, source, .none),
    ] {
      expectEqual(ZoomSpace(box: box, cell: cell, source: source, method: method), nil)
    }
  }
}

/// The requests while the user moves faster than pictures arrive.
struct PanPrefetcherTests {
  private static let loading = PictureState.loading(rough: nil)
  private static let ready = PictureState.ready(
    Picture(
      id: 1, payload: .histogram(PictureHistogram()), size: Size(columns: 1, rows: 1),
      format: .jpeg, sourceSize: PixelSize(width: 4, height: 4)))
  private let photo = Photo.stub(id: "a")

  private func specification(_ x: Double?, of photo: Photo? = nil) -> PictureSpecification {
    var specification = PictureSpecification(
      photo: photo ?? self.photo, size: Size(columns: 8, rows: 4))
    specification.look.region = x.map { PictureRegion(x: $0, y: 0, width: 0.1, height: 0.1) }
    return specification
  }

  @Test func `a picture that is being made is not cancelled for the next`() {
    var chase = PanPrefetcher()
    expectEqual(
      chase.specifications(for: specification(0.1)) { _ in Self.loading }, [specification(0.1)])
    expectEqual(
      chase.specifications(for: specification(0.2)) { _ in Self.loading },
      [specification(0.2), specification(0.1)])
    expectEqual(
      chase.specifications(for: specification(0.3)) { _ in Self.loading },
      [specification(0.3), specification(0.1)])

    let first = specification(0.1)
    let after = chase.specifications(for: specification(0.4)) {
      $0 == first ? Self.ready : Self.loading
    }

    expectEqual(after, [specification(0.4)])
    expectEqual(chase.roughOnes(for: specification(0.4)), [specification(nil), specification(0.1)])
  }

  @Test func `a picture that is there is the only request, and is shown until the next`() {
    var chase = PanPrefetcher()
    expectEqual(
      chase.specifications(for: specification(nil)) { _ in Self.ready }, [specification(nil)])
    #expect(chase.roughOnes(for: specification(nil)).isEmpty)

    expectEqual(
      chase.specifications(for: specification(0.5)) { _ in Self.loading }, [specification(0.5)])
    expectEqual(chase.roughOnes(for: specification(0.5)), [specification(nil)])
  }

  @Test func `a picture is never shown in place of another photo's`() {
    var chase = PanPrefetcher()
    let other = Photo.stub(id: "b")
    _ = chase.specifications(for: specification(0.1)) { _ in Self.ready }
    _ = chase.specifications(for: specification(0.2)) { _ in Self.loading }

    expectEqual(
      chase.specifications(for: specification(0.2, of: other)) { _ in Self.loading },
      [specification(0.2, of: other)])
    expectEqual(
      chase.roughOnes(for: specification(0.2, of: other)), [specification(nil, of: other)])
  }

  @Test func `one that failed is not waited for`() {
    var chase = PanPrefetcher()
    _ = chase.specifications(for: specification(0.1)) { _ in Self.loading }

    expectEqual(
      chase.specifications(for: specification(0.2)) { _ in .unavailable }, [specification(0.2)])
    expectEqual(chase.roughOnes(for: specification(0.2)), [specification(nil)])
  }
}

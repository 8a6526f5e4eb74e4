import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import PictureKit
import PictureProtocol
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

/// What the screens' pictures ask of the workers, and the placeholders of missing pictures.
struct WorkerPicturesTests {
  private let source = FixedPictureSource()
  private let local = Photo.stub(id: "a", file: FileReference(path: "/photos/a.jpg"))
  private let remote = Photo.stub(id: "b", imageURL: URL(string: "https://example.org/b.jpg"))

  private func make(
    cell: PixelSize? = nil, depth: TerminalKit.ColorDepth = .truecolor
  ) -> WorkerPictures {
    WorkerPictures(
      source: source, terminal: SurfaceTerminal(colorDepth: depth, cellPixelSize: cell),
      theme: .standard())
  }

  private func draw(_ photo: Photo, with pictures: WorkerPictures, columns: Int = 22) -> String {
    var surface = Surface(size: Size(columns: columns, rows: 3))
    pictures.draw(
      PictureSpecification(photo: photo, size: surface.size), in: surface.bounds, on: &surface)
    return surface.framedText
  }

  @Test func `a specification becomes a picture of its file at its size`() {
    let pictures = make(cell: PixelSize(width: 8, height: 17))

    pictures.prepare(
      visible: [PictureSpecification(photo: local, size: Size(columns: 9, rows: 3))],
      next: [PictureSpecification(photo: local, size: Size(columns: 40, rows: 20))])

    let visible = source.declarations.last?.visible.first
    expectEqual(visible?.file.path, Array("/photos/a.jpg".utf8))
    expectEqual(
      visible?.look.target,
      PictureTarget(columns: 9, rows: 3, cellPixelWidth: 8, cellPixelHeight: 17))
    expectEqual(
      visible?.look.output, .symbols(SymbolOptions(colorDepth: .truecolor)))
    expectEqual(source.declarations.last?.prefetch.first?.look.target.columns, 40)
  }

  @Test func `pictures without colours change when the terminal reports its background`() {
    let theme = Theme.standard(for: .monochrome)
    let pictures = WorkerPictures(
      source: source, terminal: SurfaceTerminal(colorDepth: .monochrome), theme: theme)
    func output(on backdrop: Backdrop?) -> PictureOutput? {
      theme.styles = ThemeStyles(ThemeSetting(), on: backdrop, depth: .monochrome)
      pictures.prepare(
        visible: [PictureSpecification(photo: local, size: Size(columns: 20, rows: 7))], next: [])
      return source.declarations.last?.visible.first?.look.output
    }
    let plain = SymbolOptions(colorDepth: .monochrome)
    var (light, dark) = (plain, plain)
    (light.foregroundHint, light.backgroundHint) = (0, 0xFFFFFF)
    (dark.foregroundHint, dark.backgroundHint) = (0xFFFFFF, 0)

    make(depth: .ansi16).prepare(
      visible: [PictureSpecification(photo: local, size: Size(columns: 9, rows: 3))], next: [])
    expectEqual(
      source.declarations.last?.visible.first?.look.output,
      .symbols(SymbolOptions(colorDepth: .ansi16)))
    expectEqual(output(on: nil), .symbols(plain))
    expectEqual(output(on: .light), .symbols(light))
    expectEqual(output(on: .dark), .symbols(dark))
  }

  @Test(arguments: [(19, false), (20, true)])
  func `without colours a picture of characters is left out below 20 columns`(
    columns: Int, isShown: Bool
  ) {
    let pictures = make(depth: .monochrome)

    pictures.prepare(
      visible: [PictureSpecification(photo: local, size: Size(columns: columns, rows: 3))], next: []
    )

    expectEqual(source.declarations.last?.visible.isEmpty, !isShown)
    let blank = Surface(size: Size(columns: columns, rows: 3)).framedText
    expectEqual(draw(local, with: pictures, columns: columns) == blank, !isShown)
    expectEqual(pictures.thumbnailSize(in: .tall), nil)
    expectEqual(make(depth: .ansi16).thumbnailSize(in: .tall), Size(columns: 9, rows: 3))
  }

  @Test func `a rotated photo is asked for rotated, in every size, and others are not`() {
    let rotations = PhotoRotations()
    let pictures = WorkerPictures(
      source: source, rotations: rotations, terminal: SurfaceTerminal(), theme: .standard())
    let other = Photo.stub(id: "c", file: FileReference(path: "/photos/c.jpg"))
    let specifications = [
      PictureSpecification(photo: local, size: Size(columns: 9, rows: 3)),
      PictureSpecification(photo: local, size: Size(columns: 40, rows: 20), role: .photo),
      PictureSpecification(photo: other, size: Size(columns: 9, rows: 3)),
    ]
    pictures.prepare(visible: specifications, next: [])
    rotations.rotate([local], by: .right)
    rotations.rotate([local], by: .right)
    rotations.rotate([local], by: .right)

    pictures.prepare(visible: specifications, next: [])

    expectEqual(
      source.declarations.map { $0.visible.map(\.look.rotation) },
      [
        [.none, .none, .none], [.left, .left, .none],
      ])
    expectEqual(pictures.rotation(of: local), .left)
    expectEqual(pictures.rotation(of: other), .none)

    pictures.rotationWasSaved(.left, into: local)
    expectEqual(source.savedRotations.map(\.rotation), [.left])
    expectEqual(source.savedRotations.map(\.file), [PictureFile(path: "/photos/a.jpg")])
  }

  @Test func `a histogram is a picture of the photo on the screen, and goes with it`() throws {
    let pictures = make()
    let histogram = PictureHistogram(red: [5])
    func prepare(_ photo: Photo) {
      pictures.prepare(
        visible: [PictureSpecification(photo: photo, size: Size(columns: 9, rows: 3))], next: [])
    }
    prepare(local)

    expectEqual(pictures.histogram(of: remote), nil)
    expectEqual(source.declarations.count, 1)
    expectEqual(pictures.histogram(of: local), nil)
    expectEqual(pictures.histogram(of: local), nil)
    expectEqual(source.declarations.count, 2)
    let declared = try #require(source.declarations.last?.visible)
    expectEqual(declared.count, 2)
    expectEqual(declared[1].look.output, .histogram)
    source.deliver(
      .ready(
        Picture(
          id: 1, payload: .histogram(histogram), size: Size(columns: 1, rows: 1), format: .jpeg,
          sourceSize: PixelSize(width: 4, height: 4))), for: declared[1])
    expectEqual(pictures.histogram(of: local), histogram)
    prepare(local)
    expectEqual(source.declarations.last?.visible, declared)

    let next = Photo.stub(id: "2", file: FileReference(path: "/photos/b.jpg"))
    let count = source.declarations.count
    expectEqual(pictures.histogram(of: next), nil)
    expectEqual(source.declarations.count, count)
    prepare(next)
    expectEqual(source.declarations.count, count + 1)
    expectEqual(source.declarations.last?.visible.map(\.look.output).last, .histogram)
    prepare(.stub(id: "3", file: FileReference(path: "/photos/c.jpg")))
    expectEqual(source.declarations.last?.visible.count, 1)
  }

  @Test func `a picture of another size is known of, but not sharp`() throws {
    let pictures = make()
    let specification = PictureSpecification(photo: local, size: Size(columns: 9, rows: 3))
    pictures.prepare(visible: [specification], next: [])
    let key = try #require(source.declarations.last?.visible.first)
    let picture = Picture(
      id: 1, payload: .pixels(PixelPicture(width: 1, height: 1, bytes: [0, 0, 0, 0])),
      size: Size(columns: 1, rows: 1), format: .gif, sourceSize: PixelSize(width: 4, height: 4),
      animation: AnimationFrame(index: 0, count: 2, milliseconds: 40))

    source.deliver(.loading(rough: picture), for: key)
    expectEqual(pictures.state(of: specification), .loading(rough: picture))
    source.deliver(.ready(picture), for: key)
    expectEqual(pictures.state(of: specification), .ready(picture))
  }

  @Test func `a picture of placeholders has no more cells than they can number`() {
    let terminal = SurfaceTerminal(cellPixelSize: PixelSize(width: 10, height: 20))
    let pictures = WorkerPictures(source: source, terminal: terminal, theme: .standard())
    let specification = PictureSpecification(photo: local, size: Size(columns: 400, rows: 298))
    for (method, columns, rows) in [
      (GraphicsMethod.kittyPlaceholders, 297, 297), (.kitty, 400, 298),
    ] as [(GraphicsMethod, UInt32, UInt32)] {
      terminal.graphics = GraphicsSupport(method: method)

      pictures.prepare(visible: [specification], next: [])

      expectEqual(source.declarations.last?.visible.first?.look.target.columns, columns)
      expectEqual(source.declarations.last?.visible.first?.look.target.rows, rows)
    }
  }

  @Test func `a terminal that does not tell its cells is taken for a usual one`() {
    expectEqual(make().cellPixelSize, PixelSize(width: 10, height: 20))
    expectEqual(
      make(cell: PixelSize(width: 0, height: 0)).cellPixelSize, PixelSize(width: 10, height: 20))
  }

  @Test func `photos without a file, and sizes without a cell, are not asked for`() {
    make().prepare(
      visible: [
        PictureSpecification(photo: remote, size: Size(columns: 9, rows: 3)),
        PictureSpecification(photo: local, size: Size(columns: 0, rows: 3)),
        PictureSpecification(photo: local, size: Size(columns: 9, rows: -1)),
      ], next: [])

    expectEqual(source.declarations.last?.visible.isEmpty, true)
  }

  @Test func `a picture that is on its way, one that is elsewhere, and none at all look different`()
  {
    let pictures = make()

    expectEqual(
      draw(local, with: pictures),
      """
      |░░░░░░░░░░░░░░░░░░░░░░|
      |░░░░░░░░░░░░░░░░░░░░░░|
      |░░░░░░░░░░░░░░░░░░░░░░|
      """)
    expectEqual(
      draw(remote, with: pictures),
      """
      |                      |
      | not on this computer |
      |                      |
      """)
    expectEqual(
      draw(.stub(), with: pictures),
      """
      |                      |
      |      no picture      |
      |                      |
      """)
    expectEqual(
      draw(.stub(), with: pictures, columns: 5),
      """
      |     |
      |  ·  |
      |     |
      """)
  }

  // MARK: Placeholders until a picture comes

  private func specification(_ region: PictureRegion? = nil) -> PictureSpecification {
    var specification = PictureSpecification(
      photo: local, size: Size(columns: 8, rows: 2), role: .photo)
    specification.look.region = region
    return specification
  }

  private func drawn(
    _ specification: PictureSpecification, roughOnes: [PictureSpecification],
    with pictures: WorkerPictures
  ) -> String {
    var surface = Surface(size: specification.size)
    pictures.draw(specification, roughOnes: roughOnes, in: surface.bounds, on: &surface)
    return surface.framedText
  }

  private func key(of specification: PictureSpecification, with pictures: WorkerPictures) throws
    -> PictureKey
  {
    pictures.prepare(visible: [specification], next: [])
    return try #require(source.declarations.last?.visible.first)
  }

  private func cells(_ rows: [String], isSharp: Bool = true) -> Picture {
    let scalars = rows.joined().unicodeScalars
    return Picture(
      id: 1,
      payload: .cells(
        CellPicture(
          columns: UInt32(rows[0].count), rows: UInt32(rows.count),
          cells: scalars.map { PictureCell(scalar: $0.value) })),
      size: Size(columns: rows[0].count, rows: rows.count), isSharp: isSharp, format: .jpeg,
      sourceSize: PixelSize(width: 800, height: 400))
  }

  @Test func `how far a picture is`() throws {
    let pictures = make()
    expectEqual(pictures.state(of: specification()), .loading(rough: nil))
    expectEqual(
      pictures.state(of: PictureSpecification(photo: remote, size: Size(columns: 8, rows: 2))),
      .unavailable)

    for state in [.ready(cells(["abcdefgh", "ijklmnop"])), .failed(.emptyFile)] as [PictureState] {
      source.states[try key(of: specification(), with: pictures)] = state
      expectEqual(pictures.state(of: specification()), state)
    }
  }

  @Test func `cells that were shown before fill a part until its picture comes`() throws {
    let pictures = make()
    source.states[try key(of: specification(), with: pictures)] = .ready(
      cells(["abcdefgh", "ijklmnop"]))
    let right = PictureRegion(x: 0.5, y: 0, width: 0.5, height: 0.5)

    expectEqual(
      drawn(specification(right), roughOnes: [specification()], with: pictures),
      """
      |eeffgghh|
      |eeffgghh|
      """)
    expectEqual(
      drawn(specification(right), roughOnes: [], with: pictures),
      """
      |░░░░░░░░|
      |░░░░░░░░|
      """)

    source.states[try key(of: specification(right), with: pictures)] = .ready(
      cells(["ABCDEFGH", "IJKLMNOP"]))
    #expect(
      drawn(specification(right), roughOnes: [specification()], with: pictures).hasPrefix(
        "|ABCDEFGH|"))
  }

  @Test func `the worker's rough picture is finer than enlarged cells, but not than moved ones`()
    throws
  {
    let pictures = make()
    let before = PictureRegion(x: 0, y: 0, width: 0.5, height: 0.5)
    let after = PictureRegion(x: 0.25, y: 0, width: 0.5, height: 0.5)
    source.states[try key(of: specification(), with: pictures)] = .ready(
      cells(["........", "........"]))
    source.states[try key(of: specification(before), with: pictures)] = .ready(
      cells(["abcdefgh", "ijklmnop"]))
    source.states[try key(of: specification(after), with: pictures)] = .loading(
      rough: cells(["~~~~~~~~", "~~~~~~~~"], isSharp: false))

    expectEqual(
      drawn(
        specification(after), roughOnes: [specification(), specification(before)], with: pictures),
      """
      |efgh~~~~|
      |mnop~~~~|
      """)
    #expect(
      drawn(specification(after), roughOnes: [specification()], with: pictures).hasPrefix(
        "|~~~~~~~~|"))
  }

  private func drawn(by method: GraphicsMethod) -> WorkerPictures {
    let terminal = SurfaceTerminal()
    terminal.graphics = GraphicsSupport(method: method, sharesMemory: true)
    return WorkerPictures(source: source, terminal: terminal, theme: .standard())
  }

  @Test func `without pictures it is said that they are off`() {
    let pictures = drawn(by: .none)

    #expect(draw(local, with: pictures).contains("pictures are off"))
    #expect(draw(remote, with: pictures).contains("not on this computer"))
    #expect(draw(local, with: pictures, columns: 10).contains("·"))
  }

  @Test(arguments: [GraphicsMethod.kitty, .kittyPlaceholders])
  func `a picture that the terminal draws stands as it was, where it has room`(
    _ method: GraphicsMethod
  ) throws {
    let pictures = drawn(by: method)
    expectEqual(pictures.graphicsMethod, method)
    let pixels = PixelPicture(
      width: 80, height: 40, bytes: Array(repeating: 0, count: 80 * 40 * 4))
    source.states[try key(of: specification(), with: pictures)] = .ready(
      Picture(
        id: 7, payload: .pixels(pixels), size: Size(columns: 8, rows: 2), format: .jpeg,
        sourceSize: PixelSize(width: 800, height: 400)))
    let part = specification(PictureRegion(x: 0, y: 0, width: 0.5, height: 0.5))

    var surface = Surface(size: Size(columns: 8, rows: 2))
    pictures.draw(part, roughOnes: [specification()], in: surface.bounds, on: &surface)
    expectEqual(surface.graphics.map(\.graphic.id), [7])

    var small = Surface(size: Size(columns: 4, rows: 2))
    var smallPart = PictureSpecification(photo: local, size: small.size)
    smallPart.look.region = part.look.region
    pictures.draw(smallPart, roughOnes: [specification()], in: small.bounds, on: &small)
    // The Kitty protocol scales to the cells of a place; placeholders are the cells.
    expectEqual(
      small.graphics.map(\.rect),
      (method == .kitty ? [Rect(column: 0, row: 0, columns: 4, rows: 1)] : []))
    expectEqual(small.framedText.contains("░"), (method != .kitty))
    let quarter = Graphic.Part(x: 0, y: 0, width: 40, height: 20)
    expectEqual(
      (surface.graphics + small.graphics).compactMap(\.graphic.part),
      (method == .kitty ? [quarter, quarter] : []))
  }

  @Test func `until the preview is there a row's picture is shown in it, and the other way round`()
    throws
  {
    let pictures = make()
    let preview = PictureSpecification(
      photo: local, size: Size(columns: 8, rows: 2), role: .preview)
    source.states[try key(of: preview, with: pictures)] = .loading(rough: cells(["abcd"]))
    let row = PictureSpecification(photo: local, size: Size(columns: 4, rows: 1))
    source.states[try key(of: row, with: pictures)] = .loading(
      rough: cells(["abcdefgh", "ijklmnop"]))

    expectEqual(
      drawn(preview, roughOnes: [], with: pictures),
      """
      |aabbccdd|
      |aabbccdd|
      """)
    expectEqual(drawn(row, roughOnes: [], with: pictures), "|jlnp|")
  }

  /// The size of the placeholder in cells, and of the photo in pixels.
  @Test(
    arguments: [
      (
        GraphicsMethod.kitty, Size(columns: 2, rows: 1), 800,
        Rect(column: 0, row: 0, columns: 8, rows: 2)
      ),
      (
        .kittyPlaceholders, Size(columns: 2, rows: 1), 800,
        Rect(column: 3, row: 0, columns: 2, rows: 1)
      ),
      (.sixel, Size(columns: 2, rows: 1), 800, Rect(column: 3, row: 0, columns: 2, rows: 1)),
      // One of the previous size, which is larger.
      (.kitty, Size(columns: 12, rows: 3), 800, Rect(column: 0, row: 0, columns: 8, rows: 2)),
      (.kittyPlaceholders, Size(columns: 12, rows: 3), 800, nil),
      // A photo smaller than its box is not enlarged for the moment either.
      (.kitty, Size(columns: 1, rows: 1), 32, Rect(column: 2, row: 0, columns: 4, rows: 1)),
    ] as [(GraphicsMethod, Size, Int, Rect?)])
  func `a terminal that scales shows a placeholder in all of the place, others as it is if it fits`(
    method: GraphicsMethod, size: Size, width: Int, rect: Rect?
  ) throws {
    let pictures = drawn(by: method)
    let pixels = PixelPicture(
      width: UInt32(size.columns * 10), height: UInt32(size.rows * 20),
      bytes: Array(repeating: 0, count: size.columns * 10 * size.rows * 20 * 4))
    source.states[try key(of: specification(), with: pictures)] = .loading(
      rough: Picture(
        id: 7, payload: .pixels(pixels), size: size, format: .jpeg,
        sourceSize: PixelSize(width: width, height: width == 32 ? 18 : width / 2)))

    var surface = Surface(size: Size(columns: 8, rows: 2))
    pictures.draw(specification(), in: surface.bounds, on: &surface)

    expectEqual(surface.graphics.map(\.rect), [rect].compactMap(\.self))
    expectEqual(surface.graphics.map(\.graphic.id), rect == nil ? [] : [7])
    expectEqual(surface.framedText.contains("░"), rect == nil)
  }

  @Test func `a zoomed photo is seen in its part before anything of that part has come`() throws {
    let pictures = make()
    source.states[try key(of: specification(), with: pictures)] = .loading(
      rough: cells(["abcd"], isSharp: false))
    let right = PictureRegion(x: 0.5, y: 0, width: 0.5, height: 1)

    expectEqual(
      drawn(specification(right), roughOnes: [specification()], with: pictures),
      """
      |  ccdd  |
      |  ccdd  |
      """)
  }

  @Test func `on a slow line another photo's characters wait, but not a part of this one's`() throws
  {
    let terminal = SurfaceTerminal()
    let pictures = WorkerPictures(source: source, terminal: terminal, theme: .standard())
    let next = PictureSpecification(
      photo: .stub(id: "n", file: FileReference(path: "/photos/n.jpg")),
      size: specification().size, role: .photo)
    source.states[try key(of: next, with: pictures)] = .ready(cells(["ABCDEFGH", "IJKLMNOP"]))
    source.states[try key(of: specification(), with: pictures)] = .ready(
      cells(["abcdefgh", "ijklmnop"]))
    let part = specification(PictureRegion(x: 0.5, y: 0, width: 0.5, height: 0.5))
    _ = drawn(specification(), roughOnes: [], with: pictures)

    terminal.isLineSlow = true
    #expect(!pictures.waitsForPause)
    source.isHurried = true
    #expect(pictures.waitsForPause)
    #expect(drawn(next, roughOnes: [], with: pictures).hasPrefix("|░░░░░░░░|"))
    #expect(drawn(part, roughOnes: [specification()], with: pictures).hasPrefix("|eeffgghh|"))

    source.isHurried = false
    #expect(drawn(next, roughOnes: [], with: pictures).hasPrefix("|ABCDEFGH|"))
    terminal.graphics = GraphicsSupport(method: .sixel)
    source.isHurried = true
    #expect(!pictures.waitsForPause, "what the terminal draws itself is held back by its own limit")
  }

  @Test(arguments: [
    (GraphicsMethod.symbols, true, 120, 36), (.sixel, true, 120, 36),
    (.kitty, true, 25, 7), (.kitty, false, 12, 3), (.kittyPlaceholders, true, 120, 36),
  ])
  func `what is made ahead of a held key is smaller where the terminal scales it`(
    method: GraphicsMethod, sharesMemory: Bool, columns: UInt32, rows: UInt32
  ) {
    let terminal = SurfaceTerminal()
    terminal.graphics = GraphicsSupport(method: method, sharesMemory: sharesMemory)
    let pictures = WorkerPictures(source: source, terminal: terminal, theme: .standard())

    pictures.prepare(
      visible: [], next: [],
      ahead: [
        PictureSpecification(photo: local, size: Size(columns: 120, rows: 36), role: .photo),
        PictureSpecification(photo: remote, size: Size(columns: 120, rows: 36), role: .photo),
      ])

    let target = source.declarations.last?.ahead.first?.look.target
    #expect(target?.columns == columns && target?.rows == rows)
    expectEqual(source.declarations.last?.ahead.count, 1, "a photo that has not been fetched")
  }

  @Test func `why there are no pictures is said in words`() {
    source.problem = .notFound

    expectEqual(make().problem, "no pictures: vitrine-pictures is not installed")
    #expect(draw(local, with: make()).contains("·"))
  }
}

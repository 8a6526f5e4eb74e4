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

/// What photos on the network come to: addresses for the queue, files for the workers, words meanwhile.
@Suite(.timeLimit(.minutes(10)))
struct RemoteWorkerPicturesTests {
  private let images = ScriptedImages()
  private let source = FixedPictureSource()
  private let timer = ManualAlarm()
  private let terminal = SurfaceTerminal(cellPixelSize: PixelSize(width: 10, height: 20))
  private let small = URL(string: "https://a.example/small.jpg")!
  private let large = URL(string: "https://a.example/large.jpg")!
  private var photo: Photo { .stub(id: "p", thumbnailURL: small, imageURL: large) }

  private func make() -> WorkerPictures {
    WorkerPictures(
      source: source, remote: RemotePictures(repository: images, alarm: timer),
      terminal: terminal, theme: .standard())
  }

  private func specification(
    _ photo: Photo? = nil, role: PictureSpecification.Role = .thumbnail, columns: Int = 22,
    rows: Int = 3
  ) -> PictureSpecification {
    PictureSpecification(
      photo: photo ?? self.photo, size: Size(columns: columns, rows: rows), role: role)
  }

  private func draw(_ specification: PictureSpecification, with pictures: WorkerPictures) -> String
  {
    var surface = Surface(size: specification.size)
    pictures.draw(specification, roughOnes: [], in: surface.bounds, on: &surface)
    TransferLine(
      transfer: pictures.transfer(of: specification), theme: .standard(),
      isLoud: specification.role == .photo
    )
    .draw(on: &surface, in: surface.bounds)
    return surface.framedText
  }

  private func picture(_ letter: String, width: Int = 800) -> Picture {
    let cells = Array(
      repeating: PictureCell(scalar: letter.unicodeScalars.first?.value ?? 0), count: 4)
    return Picture(
      id: 1, payload: .cells(CellPicture(columns: 4, rows: 1, cells: cells)),
      size: Size(columns: 4, rows: 1), format: .jpeg,
      sourceSize: PixelSize(width: width, height: width / 2))
  }

  private var declared: (visible: [String], next: [String]) {
    func names(_ keys: [PictureKey]) -> [String] {
      keys.map { String(decoding: $0.file.path, as: UTF8.self) }
    }
    return (
      names(source.declarations.last?.visible ?? []),
      names(source.declarations.last?.prefetch ?? [])
    )
  }

  private func deliver(_ state: PictureState, for name: String) {
    let key = source.declarations.last?.visible.last {
      String(decoding: $0.file.path, as: UTF8.self) == name
    }
    guard let key else {
      Issue.record("\(name) is not asked for")
      return
    }
    source.deliver(state, for: key)
  }

  // MARK: Which picture

  @Test func `a row takes the small picture, and the worker gets its file as one of the network's`()
    async
  {
    let pictures = make()
    pictures.prepare(visible: [specification()], next: [])
    await until { images.waiting == [small] }
    #expect(pictures.state(of: specification()).isLoading)
    #expect(declared.visible.isEmpty)

    images.finish(small)
    await until { declared.visible == ["/store/small.jpg"] }

    expectEqual(source.declarations.last?.visible.first?.file.origin, .network)
    deliver(.ready(picture("s")), for: "/store/small.jpg")
    #expect(pictures.state(of: specification()).isReady)
    expectEqual(
      draw(specification(), with: pictures),
      """
      |                      |
      |         ssss         |
      |                      |
      """)
    await settleTasks()
    expectEqual(images.asked, [small])
  }

  @Test func `a photo with one address takes that, whatever it is for`() async {
    let pictures = make()
    let one = Photo.stub(id: "1", imageURL: large)
    let other = Photo.stub(id: "2", thumbnailURL: small)

    pictures.prepare(visible: [specification(one), specification(other, role: .photo)], next: [])
    await until { images.allWaiting == [large, small] }
  }

  @Test func `an opened photo shows the small picture until the large one is there`() async {
    images.store("/store/small.jpg", for: small)
    let pictures = make()
    let opened = specification(role: .photo)
    pictures.prepare(visible: [opened], next: [])
    await until { images.waiting == [large] && declared.visible == ["/store/small.jpg"] }
    deliver(.ready(picture("s")), for: "/store/small.jpg")

    #expect(draw(opened, with: pictures).contains("ssss"))
    #expect(pictures.state(of: opened).isLoading)
    // The size of the small one says nothing of the photo.
    #expect(pictures.state(of: opened).shown == nil)

    images.finish(large)
    await until { declared.visible == ["/store/small.jpg", "/store/large.jpg"] }
    #expect(draw(opened, with: pictures).contains("ssss"))
    deliver(.ready(picture("L", width: 6000)), for: "/store/large.jpg")
    #expect(draw(opened, with: pictures).contains("LLLL"))
    expectEqual(pictures.state(of: opened).shown?.sourceSize.width, 6000)
    expectEqual(declared.visible, ["/store/large.jpg"])
  }

  @Test func `with the large picture stored the small one is not fetched for an opened photo`()
    async
  {
    images.store("/store/large.jpg", for: large)
    let pictures = make()

    pictures.prepare(visible: [specification(role: .photo)], next: [])
    await until { declared.visible == ["/store/large.jpg"] }
    await settleTasks()

    #expect(images.asked.isEmpty)
  }

  @Test func `small pictures come before large ones`() async {
    let pictures = make()
    let others = (0..<3).map {
      Photo.stub(id: "\($0)", thumbnailURL: URL(string: "https://a.example/\($0)"))
    }

    pictures.prepare(
      visible: [specification(role: .photo)] + others.map { specification($0) }, next: [])
    await until { images.waiting.count == 4 }
    images.finish(small)
    await until { images.asked.count == 5 }

    expectEqual(images.asked.last, large)
  }

  @Test(
    arguments: [
      (GraphicsMethod.symbols, 100, false), (.symbols, 20, true), (.kitty, 100, true),
      (.kitty, 300, false),
    ])
  func `the preview takes the large picture only where the small one has too few dots`(
    _ method: GraphicsMethod, _ width: Int, _ wantsLarge: Bool
  ) async {
    terminal.graphics = GraphicsSupport(method: method, sharesMemory: true)
    images.store("/store/small.jpg", for: small)
    let pictures = make()
    let preview = specification(role: .preview, columns: 40, rows: 20)
    pictures.prepare(visible: [preview], next: [])
    await until { declared.visible == ["/store/small.jpg"] }
    await settleTasks()
    #expect(images.asked.isEmpty)

    deliver(.ready(picture("s", width: width)), for: "/store/small.jpg")
    await settleTasks()

    expectEqual(images.asked, (wantsLarge ? [large] : []))
    guard wantsLarge else { return }
    images.finish(large)
    await until { declared.visible.contains("/store/large.jpg") }
    deliver(.ready(picture("L")), for: "/store/large.jpg")
    await settleTasks()
    // It does not go back when the small one is not asked for any more.
    expectEqual(declared.visible, ["/store/large.jpg"])
  }

  @Test func `where the small picture does not exist the large one stands for it`() async {
    let pictures = make()
    pictures.prepare(visible: [specification()], next: [])
    await until { images.waiting == [small] }

    images.finish(small, .notFound(name: "small.jpg"))

    await until { images.waiting == [large] }
  }

  @Test func `photos with a file go past the network`() async {
    let pictures = make()
    let local = Photo.stub(
      id: "l", thumbnailURL: small, imageURL: large, file: FileReference(path: "/photos/a.jpg"))

    pictures.prepare(visible: [specification(local)], next: [specification(local, role: .photo)])
    await settleTasks()

    #expect(declared == (["/photos/a.jpg"], ["/photos/a.jpg"]))
    expectEqual(source.declarations.last?.visible.first?.file.origin, .localFile)
    #expect(images.lookups.isEmpty)
  }

  @Test func `nothing is fetched while pictures are off, or while no worker runs`() async {
    let pictures = make()
    terminal.graphics = GraphicsSupport(method: .none)
    pictures.prepare(visible: [specification()], next: [])
    #expect(draw(specification(), with: pictures).contains("pictures are off"))

    terminal.graphics = GraphicsSupport(method: .symbols)
    source.problem = .notFound
    pictures.prepare(visible: [specification()], next: [])
    await settleTasks()

    #expect(images.lookups.isEmpty)
    #expect(images.asked.isEmpty)
  }

  @Test func `a screen with files only cancels the downloads of another screen`() async {
    let pictures = make()
    pictures.prepare(visible: [specification()], next: [])
    await until { images.waiting.count == 1 }

    pictures.prepare(
      visible: [specification(.stub(id: "l", file: FileReference(path: "/photos/a.jpg")))], next: []
    )
    await until { images.cancelled == [small] }
  }

  @Test func `a file that has vanished is fetched again, once`() async {
    images.store("/store/small.jpg", for: small)
    let pictures = make()
    pictures.prepare(visible: [specification()], next: [])
    await until { declared.visible.count == 1 }
    let old = source.declarations.last?.visible
    images.store(nil, for: small)

    deliver(.failed(.unreadable(errno: ENOENT)), for: "/store/small.jpg")
    await until { images.waiting == [small] }
    images.finish(small)
    await until { declared.visible.count == 1 && source.declarations.last?.visible != old }

    deliver(.ready(picture("n")), for: "/store/small.jpg")
    #expect(draw(specification(), with: pictures).contains("nnnn"))
    deliver(.failed(.unreadable(errno: ENOENT)), for: "/store/small.jpg")
    await settleTasks()
    expectEqual(images.asked, [small])
  }

  @Test func `a histogram is made of the fetched picture`() async {
    images.store("/store/large.jpg", for: large)
    let pictures = make()
    expectEqual(pictures.histogram(of: photo), nil)
    #expect(source.declarations.isEmpty)
    pictures.prepare(visible: [specification(role: .photo)], next: [])
    await until { declared.visible.count == 1 }

    expectEqual(pictures.histogram(of: photo), nil)

    let visible = source.declarations.last?.visible ?? []
    expectEqual(visible.map(\.file.origin), [.network, .network])
    expectEqual(visible.last?.look.output, .histogram)
  }

  // MARK: What is said

  @Test func `a large download shows how far it is, with a bar where the photo was opened`() async {
    let pictures = make()
    let opened = specification(role: .photo, columns: 46)
    pictures.prepare(visible: [opened], next: [])
    await until { images.allWaiting == [small, large] }
    expectEqual(
      draw(opened, with: pictures),
      """
      |░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░|
      |░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░|
      |░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░|
      """)

    images.tell(large, received: 3_400_000, of: 12_000_000)
    await until { pictures.transfer(of: opened) != nil }

    expectEqual(
      draw(opened, with: pictures),
      """
      |░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░|
      |░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░|
      | ██████▌                 3.4 of 12.0 MB · 28% |
      """)
    #expect(
      draw(specification(role: .preview, columns: 30), with: pictures).contains("░"))
  }

  @Test func `the words of a download stand with what the server says, and without`() {
    func words(_ received: Int, _ expected: Int?) -> String {
      TransferText.words(ImageProgress(receivedByteCount: received, expectedByteCount: expected))
    }
    expectEqual(words(1_200_000, nil), "1.2 MB")
    expectEqual(words(1_200_000, 1_000_000), "1.2 MB")
    expectEqual(words(1_200_000, 0), "1.2 MB")
    expectEqual(words(50, 99_999_999), "0.0 of 99.9 MB · 0%")
    expectEqual(words(99_999_999, 99_999_999), "99.9 of 99.9 MB · 100%")
    expectEqual(words(-5, Int.max), "0.0 of 9223372036854.7 MB · 0%")
  }

  @Test
  func `the reason why a picture could not be fetched is in its place, shortened to fit`()
    async
  {
    let pictures = make()
    let one = Photo.stub(id: "1", imageURL: large)
    pictures.prepare(visible: [specification(one)], next: [])
    await until { images.waiting == [large] }
    images.finish(large, .connectionFailed(host: "a.example"))
    await until { pictures.state(of: specification(one)) == .unavailable }

    expectEqual(
      draw(specification(one, columns: 30), with: pictures),
      """
      |              ×               |
      |    can't reach a.example     |
      |                              |
      """)
    expectEqual(
      draw(specification(one, columns: 9), with: pictures),
      """
      |    ×    |
      | offline |
      |         |
      """)
    expectEqual(
      draw(specification(one, columns: 4), with: pictures),
      """
      |    |
      | ×  |
      |    |
      """)
  }

  @Test func `a large picture that does not come leaves the small one, and says why`() async {
    images.store("/store/small.jpg", for: small)
    let pictures = make()
    let opened = specification(role: .photo, columns: 60)
    pictures.prepare(visible: [opened], next: [])
    await until { images.waiting == [large] && declared.visible.count == 1 }
    deliver(.ready(picture("s")), for: "/store/small.jpg")
    images.finish(large, .tooLarge(name: "large.jpg", byteCount: 9, byteLimit: 5))
    await until { pictures.state(of: opened) == .unavailable }

    expectEqual(
      draw(opened, with: pictures),
      """
      |                                                            |
      |                            ssss                            |
      |      full picture: too large to download · r to retry      |
      """)

    pictures.refresh()
    await until { images.waiting.contains(large) }
  }

  @Test func `every error has words, and short ones that fit a row`() {
    let errors: [PhotoSourceError] = [
      .noNetwork, .hostNotFound(host: "h"), .connectionFailed(host: "h"),
      .certificateInvalid(host: "h", reason: ""), .timedOut(host: "h"), .truncated(host: "h"),
      .redirectRefused(host: "h", reason: ""), .privateAddressRefused(host: "h"),
      .serverOverloaded, .rateLimited(host: "h", seconds: 1),
      .serverFailed(host: "h", status: 500), .permissionDenied(name: "n"),
      .keyMissing(source: "s", variable: "V"), .keyRefused(source: "s", variable: "V"),
      .notFound(name: "n"), .unreadable(name: "n", code: 5),
      .tooLarge(name: "n", byteCount: 1, byteLimit: 1), .notAPicture(name: "n", beginning: "b"),
    ]
    for error in errors {
      #expect(!error.pictureWords.isEmpty)
      #expect((error.pictureTexts.last?.count ?? 99) <= 11)
    }
  }
}

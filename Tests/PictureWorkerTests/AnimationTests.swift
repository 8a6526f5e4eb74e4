import ExpectationSupport
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing

/// Animations, picture by picture, each complete as it is seen.
final class AnimationTests: WorkerTests {
  /// The places that distinguish the pictures of `moving.gif` and `moving.webp`: below, the green spot, the blue one,
  /// the white one, a corner that the green one lacks, and the transparent edge.
  private func places(_ picture: PixelPicture) -> String {
    let points = [(0, 0), (3, 3), (9, 3), (3, 7), (2, 2), (15, 0)]
    return String(
      points.map { x, y -> Character in
        let start = (y * Int(picture.width) + x) * 4
        switch picture.bytes[start..<start + 4].map({ $0 >= 128 }) {
        case [true, false, false, true]: return "r"
        case [false, true, false, true]: return "g"
        case [false, false, true, true]: return "b"
        case [true, true, true, true]: return "w"
        case let color where !color[3]: return "."
        default: return "?"
        }
      })
  }

  private func show(_ frame: UInt32, of file: some WorkerFile) throws -> Picture {
    try worker.send(file, frame: frame).receivePicture()
  }

  private func seen(_ frame: UInt32, of file: some WorkerFile) throws -> String {
    let picture = try show(frame, of: file).pixels
    return picture.width == 16 && picture.height == 12 ? places(picture) : ""
  }

  private static let gif = ["rrrrr.", "rgrrr.", "r.br..", "r.rw.."]
  private static let webp = ["rrrrr.", "rgrrr.", "r.br..", "r.bw.."]

  @Test(arguments: [("moving.gif", gif), ("moving.webp", webp)])
  func `each picture is drawn on top of the previous ones, in whatever order they are asked for`(
    name: String, expected: [String]
  ) throws {
    let order: [UInt32] = [0, 1, 2, 3, 3, 1, 1, 2, 0, 3, 2, 3, 3, 0, 1]

    let seen = try order.map { try self.seen($0, of: name) }

    expectEqual(seen, order.map { expected[Int($0)] })
    // Every answer says which frame it is, how long it lasts, and how often all are played. 10 ms and less mean 100 ms.
    let frames = try (0..<4).map { try show($0, of: name).animation }
    expectEqual(
      frames,
      [200, 50, 100, 20].enumerated().map { index, milliseconds in
        AnimationFrame(
          index: UInt32(index), count: 4, milliseconds: UInt32(milliseconds), loopCount: 3)
      })
  }

  @Test func `a GIF that states no loop count is played once`() throws {
    let answer = try show(0, of: "once.gif")

    expectEqual(
      answer.animation, AnimationFrame(index: 0, count: 2, milliseconds: 40, loopCount: 1))
  }

  @Test(arguments: [
    "quarters.jpg", "quarters.png", "quarters.webp", "quarters.avif", "quarters.tiff",
    "quarters.svg",
  ])
  func `a still has one picture and no others`(name: String) throws {
    try expectEqual(show(0, of: name).animation, nil)
    #expect(throws: PictureFailure.badRequest) { try show(1, of: name) }
  }

  @Test(arguments: ["moving.gif", "moving.webp"])
  func `a picture that is not there is a bad request, and the others go on`(name: String) throws {
    #expect(throws: PictureFailure.badRequest) { try show(4, of: name) }
    #expect(throws: PictureFailure.badRequest) { try show(.max, of: name) }
    try expectEqual(seen(1, of: name), Self.gif[1])
    #expect(throws: PictureFailure.badRequest) { try show(4, of: name) }
    try expectEqual(seen(2, of: name), Self.gif[2])
  }

  @Test func `other files in between change nothing`() throws {
    let (gif, webp) = ("moving.gif", "moving.webp")

    try expectEqual(seen(1, of: gif), Self.gif[1])
    try expectEqual(worker.pixels(of: "quarters.jpg").width, 64)
    try expectEqual(seen(2, of: gif), Self.gif[2])
    try expectEqual(seen(3, of: webp), Self.webp[3])
    try expectEqual(seen(3, of: gif), Self.gif[3])
    for _ in 0..<20 { _ = try worker.pixels(of: "quarters.jpg") }
    try expectEqual(seen(3, of: gif), Self.gif[3])
  }

  @Test func `a file that was written again is read again`() throws {
    let file = try Attacks.animation(frames: 3).opened()
    try expectEqual(show(1, of: file).animation?.count, 3)

    let longer = Attacks.animation(frames: 5)
    _ = longer.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, 0) }

    try expectEqual(show(2, of: file).animation?.count, 5)
  }

  @Test func `parts and characters of later pictures come too`() throws {
    let file = "moving.gif"
    let corner = PictureRegion(x: 0.5, y: 0, width: 0.5, height: 0.5)

    let part = try worker.send(file, region: corner, frame: 2).receivePicture()
    let cells = try worker.send(file, output: .symbols(SymbolOptions()), frame: 3).receivePicture()

    #expect(part.sourceWidth == 16 && part.animation?.index == 2)
    let pixels = try part.pixels
    #expect(pixels.width == 8 && pixels.color(0.2, 0.5) == [0, 0, 255, 255])
    let picture = try cells.cells
    #expect(cells.animation?.index == 3 && picture.columns > 0)
  }

  @Test func `an animation with too many frames is refused before it is read`() throws {
    try expectEqual(
      worker.send(Attacks.animation(frames: 10_001)).receiveFailure(),
      .broken("more than 10000 frames"))

    // libnsgif itself gives up counting at about 4,000.
    let most = try show(0, of: Attacks.animation(frames: 4_000))
    expectEqual(most.animation?.count, 4_000)
  }

  @Test(arguments: [
    // 20 megapixels each.
    (2, 5000, 4000),
    // 4.2 gigapixels in all.
    (1400, 3000, 1000),
    // More lines than libvips counts.
    (1000, 1, 20_000),
  ])
  func `an animation that takes too much to play stays a still`(
    frames: Int, width: Int, height: Int
  ) throws {
    let file = try Attacks.animation(
      frames: frames, width: width, height: height, fillsCanvas: true
    ).opened()

    try expectEqual(show(0, of: file).animation, nil)
    #expect(throws: PictureFailure.badRequest) { try show(1, of: file) }
  }

  @Test(arguments: ["moving.gif", "moving.webp"])
  func `cut and damaged animations cost one answer each`(name: String) throws {
    let whole = try fixture(name)
    var random = SplitMix64(state: 7)
    var answers = 0

    for length in stride(from: 12, to: whole.count, by: 3) {
      var bytes = Array(whole[..<length])
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        bytes[Int.random(in: 12..<max(13, length), using: &random) % length] =
          UInt8.random(in: 0...255, using: &random)
      }
      let file = try bytes.opened()
      for frame: UInt32 in [0, 1, 3] {
        try worker.send(file, frame: frame)
        _ = try worker.receive()
        answers += 1
      }
    }

    #expect(answers > 100)
    try expectEqual(worker.pixels(of: "quarters.png").quarters, upright)
  }
}

import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

/// An animation from a file to the screen, with one of our workers.
@Suite(.timeLimit(.minutes(10))) struct PlayingTests {
  /// A GIF of pictures with one pixel each.
  private func animation(frames: Int) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [4, 0, 4, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for _ in 0..<frames { bytes += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0] }
    return bytes + [0x3B]
  }

  @Test func `each frame is a different picture with its position`() async throws {
    let fixture = try ProcessFixture()
    try fixture.folder.write(bytes: animation(frames: 3), to: "a.gif")
    var key = PictureKey.stub(fixture.folder.path + "/a.gif")

    var ids: Set<Picture.ID> = []
    for frame: UInt32 in [0, 1, 2, 0, 1] {
      key.look.frame = frame
      var next = key
      next.look.frame = (frame + 1) % 3
      fixture.loader.setVisible([key], prefetch: [next])
      try await fixture.changes { fixture.isReady(key) }
      guard case .ready(let picture) = fixture.loader.picture(for: key) else { continue }
      #expect(picture.animation?.index == frame && picture.animation?.count == 3)
      ids.insert(picture.id)
    }
    expectEqual(ids.count, 3)

    key.look.frame = 3
    await #expect(throws: PictureFailure.badRequest) { try await fixture.loader.picture(key) }
    fixture.loader.shutDown()
    try await fixture.noneIsLeft()
  }
}

import ExpectationSupport
import PictureProtocol
import Testing

/// The desktop's thumbnails: those of other programs are used, and other programs can use Vitrine's.
final class ThumbnailTests: WorkerTests {
  private static func offer(
    time: Int64 = 1_506_859_200, byteCount: Int64? = nil, cached: Bool = true,
    wanted: ThumbnailSize? = nil
  ) throws -> ThumbnailOffer {
    ThumbnailOffer(
      uri: "file:///srv/photos/progressive.jpg", modificationSeconds: time,
      byteCount: try byteCount ?? Self.byteCount("progressive.jpg"),
      hasCachedFile: cached, wanted: wanted)
  }

  /// Made by gdk-pixbuf (GNOME, Xfce, MATE), by ImageMagick, and with compressed texts as by Qt (KDE).
  @Test(arguments: ["thumbnail-gdk.png", "thumbnail-imagemagick.png", "thumbnail-packed.png"])
  func `a thumbnail of another program is the picture`(name: String) throws {
    // The picture itself cannot be decoded: everything but the header comes from the thumbnail.
    let onlyHeader = Array(try fixture("progressive.jpg").prefix(700))

    let answer = try worker.send(
      onlyHeader, steps: .roughOnly, thumbnail: Self.offer(), cached: name
    ).receivePicture()

    #expect(answer.isSharp && answer.format == .jpeg && answer.thumbnail == nil)
    #expect(answer.sourceWidth == 640 && answer.sourceHeight == 480)
    let picture = try answer.pixels
    #expect(picture.width == 64 && picture.height == 48)
    expectNear(picture.quarters, upright, by: 12)
  }

  @Test func `a thumbnail of another time, file or size of file is not one of this file`() throws {
    let thumbnail = try Self.made(worker, wanted: .large).png
    var elsewhere = try Self.offer()
    elsewhere.uri += "2"

    for offer in [try Self.offer(time: 1_506_859_201), try Self.offer(byteCount: 1), elsewhere] {
      try worker.send("progressive.jpg", steps: .roughOnly, thumbnail: offer, cached: thumbnail)
      try expectEqual(worker.receiveFailure(), .noRough)
    }
  }

  @Test func `a thumbnail that is too small is a rough picture`() throws {
    for steps in [PictureSteps.roughOnly, .sharp] {
      let picture = try worker.send(
        "progressive.jpg", target: PictureTarget(columns: 40, rows: 20),
        steps: steps, thumbnail: Self.offer(), cached: "thumbnail-gdk.png"
      ).receivePicture()
      expectEqual(picture.isSharp, steps == .sharp)
    }
  }

  @Test func `a damaged thumbnail costs nothing but itself`() throws {
    let bytes = try fixture("thumbnail-gdk.png")

    for count in stride(from: 0, to: bytes.count, by: 37) {
      let picture = try worker.send(
        "progressive.jpg", thumbnail: Self.offer(), cached: Array(bytes.prefix(count))
      ).receivePicture().pixels
      #expect(isNear(picture.quarters[0], upright[0], by: 12))
    }
  }

  @Test(arguments: [ThumbnailSize.normal, .large, .xLarge])
  func `a thumbnail of ours is upright, of its size, and read again`(size: ThumbnailSize) throws {
    let made = try Self.made(worker, file: "orientation-6.jpg", wanted: size)
    expectEqual(made.size, size)
    let answer = try worker.send(
      "orientation-6.jpg", steps: .roughOnly,
      thumbnail: Self.offer(byteCount: Self.byteCount("orientation-6.jpg")), cached: made.png
    ).receivePicture()

    expectEqual(answer.isSharp, true)
    let picture = try answer.pixels
    expectNear(picture.quarters, upright, by: 20)
  }

  @Test(arguments: ["moving.gif", "moving.webp"])
  func `an animation is known as one even if its first picture is a thumbnail`(
    _ file: String
  ) throws {
    let made = try Self.made(worker, file: file, wanted: .large)

    let answer = try worker.send(
      file, steps: .roughOnly, thumbnail: Self.offer(byteCount: Self.byteCount(file)),
      cached: made.png
    ).receivePicture()

    expectEqual(answer.isSharp, true)
    expectEqual(answer.animation?.index, 0)
    #expect((answer.animation?.count ?? 0) > 1)
  }

  @Test func `a thumbnail has the texts that the standard requires`() throws {
    let png = try Self.made(worker, wanted: .large).png

    let text = String(decoding: png, as: Unicode.ASCII.self)
    for entry in [
      "tEXtThumb::URI\0file:///srv/photos/progressive.jpg", "tEXtThumb::MTime\01506859200",
      "tEXtThumb::Size\0", "tEXtThumb::Image::Width\0640", "tEXtThumb::Image::Height\0480",
      "tEXtSoftware\0Vitrine ",
    ] {
      #expect(text.contains(entry), "\(entry)")
    }
  }

  private static func byteCount(_ name: String) throws -> Int64 { try Int64(fixture(name).count) }

  private static func made(
    _ worker: WorkerProcess, file: String = "progressive.jpg", wanted: ThumbnailSize
  ) throws -> CacheThumbnail {
    let offer = try offer(byteCount: byteCount(file), cached: false, wanted: wanted)
    return try #require(try worker.send(file, thumbnail: offer).receivePicture().thumbnail)
  }
}

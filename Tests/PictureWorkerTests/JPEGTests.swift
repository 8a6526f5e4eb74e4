import PictureProtocol
import Testing

final class JPEGTests: WorkerTests {
  private func jpeg(_ name: String, side: UInt32 = 480) throws -> JPEGPicture {
    try worker.send(name, target: .pixels(side, side), output: .jpeg).receivePicture().jpeg
  }

  @Test(arguments: [
    "quarters.jpg", "quarters.png", "quarters.webp", "quarters.gif", "quarters.svg",
    "orientation-6.jpg",
  ])
  func `a picture of any format becomes a whole, upright JPEG of its colours`(_ name: String) throws
  {
    let picture = try jpeg(name)

    #expect(picture.isWhole)
    let pixels = try worker.send(picture.bytes).receivePicture().pixels
    expectNear(pixels.quarters, upright, by: 12)
  }

  @Test func `it is made small, and never larger than its picture`() throws {
    let small = try jpeg("quarters.png", side: 32)
    let own = try jpeg("quarters.png")

    #expect((small.width, small.height) == (32, 24))
    #expect((own.width, own.height) == (64, 48))
  }

  @Test func `metadata and profiles are not kept`() throws {
    let picture = try jpeg("metadata.jpg")

    var markers: Set<UInt8> = []
    for place in picture.bytes.indices.dropLast() where picture.bytes[place] == 0xFF {
      markers.insert(picture.bytes[place + 1])
    }
    // APP1 (EXIF, XMP), APP2 (ICC), APP13 (IPTC).
    #expect(markers.isDisjoint(with: [0xE1, 0xE2, 0xED]))
    #expect(markers.contains(0xC0))
  }

  @Test func `what shows through is white`() throws {
    let picture = try jpeg("alpha.png")

    let pixels = try worker.send(picture.bytes).receivePicture().pixels
    #expect(pixels.bytes.count { $0 > 240 } > pixels.bytes.count / 4)
    #expect(stride(from: 3, to: pixels.bytes.count, by: 4).allSatisfy { pixels.bytes[$0] == 255 })
  }
}

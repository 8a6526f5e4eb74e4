import PictureProtocol
import Testing

/// What a worker calls a JPEG is checked before it gets into a file.
struct JPEGBytesTests {
  private func isRefused(_ jpeg: JPEGPicture) -> Bool {
    let picture = Picture(.jpeg(jpeg), format: .png, sourceWidth: 3, sourceHeight: 2)
    return (try? WorkerAnswer.first(in: WorkerAnswer.picture(id: 1, picture).frame())) == nil
  }

  @Test(
    arguments: [
      [], [0xFF, 0xD8, 0xFF, 0xD9].dropLast(), [0x89, 0x50, 0x4E, 0x47],
      [0xFF, 0xD8, 0xFF, 0xDB, 0, 0], [0xFF, 0xD8, 0, 0, 0xFF, 0xD9],
    ].map(Array.init) as [[UInt8]])
  func `a picture is a JPEG from beginning to end`(_ bytes: [UInt8]) {
    var picture = Samples.jpeg
    #expect(!isRefused(picture))
    picture.bytes = bytes

    #expect(isRefused(picture))
  }

  @Test func `a picture has sides, within the limits`() {
    var picture = Samples.jpeg
    picture.width = 0
    #expect(isRefused(picture))

    var jpeg = Samples.jpeg
    let rest = [UInt8](repeating: 0, count: PictureProtocolLimits.jpegBytes - 5)
    jpeg.bytes = [0xFF, 0xD8, 0xFF] + rest + [0xFF, 0xD9]
    #expect(jpeg.isWhole)
    jpeg.bytes.insert(0, at: 3)
    #expect(!jpeg.isWhole)
  }
}

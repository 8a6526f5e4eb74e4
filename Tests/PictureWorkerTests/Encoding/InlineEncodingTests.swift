import ExpectationSupport
import Glibc
import PictureProtocol
import Testing

/// Files for iTerm2 inline pictures.
final class InlineEncodingTests: WorkerTests {
  static let target = PictureTarget(columns: 6, rows: 7, cellPixelWidth: 4, cellPixelHeight: 5)

  @Test func `an opaque picture is a baseline JPEG of its own size`() throws {
    let picture = KnownPicture.picture(23, 31) { _, _ in [200, 100, 50, 255] }

    let encoded = try worker.encoded(picture, target: Self.target, output: .iTerm2)

    #expect(encoded.coding == .jpeg && encoded.isClean)
    #expect(encoded.pixelWidth == 23 && encoded.pixelHeight == 31)
    #expect(encoded.columns == 6 && encoded.rows == 7)
    // SOF0 and not SOF2.
    let file = try base64(encoded.bytes)
    let markers = zip(file, file.dropFirst()).filter { $0.0 == 0xFF }.map(\.1)
    #expect(markers.contains(0xC0) && !markers.contains(0xC2))
    let decoded = try worker.decoded(encoded)
    #expect(isNear(decoded.color(0.5, 0.5), [200, 100, 50, 255]))
  }

  @Test func `with a background it fills its cells`() throws {
    let picture = KnownPicture.picture(16, 31) { _, _ in [200, 100, 50, 255] }

    let encoded = try worker.encoded(
      picture, target: Self.target, background: .color(red: 0, green: 0, blue: 80), output: .iTerm2)

    expectEqual(encoded.coding, .jpeg)
    #expect(encoded.pixelWidth == 16 && encoded.pixelHeight == 35)
    #expect(isNear(try worker.decoded(encoded).color(0.5, 0.02), [0, 0, 80, 255], by: 40))
  }

  @Test func `a picture with transparency is a PNG`() throws {
    let picture = KnownPicture.picture(7, 5) { column, _ in
      [10, 20, 30, column == 0 ? 0 : 255]
    }

    let encoded = try worker.encoded(picture, target: Self.target, output: .iTerm2)

    expectEqual(encoded.coding, .png)
    let decoded = try worker.decoded(encoded)
    expectEqual(decoded.pixel(1, 0), [10, 20, 30, 255])
    #expect(decoded.pixel(0, 0)[3] == 0 && decoded.pixel(7, 0)[3] == 0)
  }

  @Test(arguments: [UInt8(255), 254])
  func `a picture of noise is made small enough for a sequence`(alpha: UInt8) throws {
    var state: UInt32 = 1
    var bytes = [UInt8](repeating: alpha, count: 1000 * 700 * 4)
    for place in bytes.indices where place & 3 != 3 {
      state = state &* 1_664_525 &+ 1_013_904_223
      bytes[place] = UInt8(state >> 24)
    }
    let noise = PixelPicture(width: 1000, height: 700, bytes: bytes)

    let encoded = try worker.encoded(
      noise, target: PictureTarget(columns: 100, rows: 35), output: .iTerm2)

    expectEqual(encoded.coding, (alpha == 255 ? .jpeg : .png))
    #expect(encoded.bytes.count < 1_000_000)
    #expect(encoded.columns == 100 && encoded.rows == 35)
    let decoded = try worker.decoded(encoded)
    #expect(decoded.width == encoded.pixelWidth && decoded.height == encoded.pixelHeight)
  }
}

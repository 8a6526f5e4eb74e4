import ExpectationSupport
import Glibc
import PictureProtocol
import Testing

/// Pictures of more than 100 megapixels: the limit is the memory that the header implies.
final class LargePictureTests: WorkerTests {
  @Test(arguments: [UInt8(1), 3, 6, 8])
  func `a baseline JPEG of a gigapixel is shown in 250 MB, however it lies`(
    _ orientation: UInt8
  ) throws {
    // What another has taken would count.
    let worker = try WorkerProcess()
    let answer = try worker.send(
      LargePictures.jpeg(width: 32_768, height: 30_720, orientation: orientation)
    ).receivePicture()
    let sides = [answer.sourceWidth, answer.sourceHeight]
    expectEqual(sides, orientation >= 5 ? [30_720, 32_768] : [32_768, 30_720])
    let picture = try answer.pixels
    let lightEnd =
      [1: (0.5, 0.25), 3: (0.5, 0.75), 6: (0.75, 0.5), 8: (0.25, 0.5)][orientation] ?? (0, 0)
    #expect(isNear(picture.color(lightEnd.0, lightEnd.1), [228, 228, 228, 255]))
    #expect(isNear(picture.color(1 - lightEnd.0, 1 - lightEnd.1), [128, 128, 128, 255]))
    #expect(try peakKilobytes(of: worker) <= 250_000)
  }

  @Test(arguments: [1, 3, 6, 8])
  func `a part of a gigapixel is shown pixel by pixel, however it lies`(
    _ orientation: UInt8
  ) throws {
    let isOnItsSide = orientation >= 5
    let (width, height) = isOnItsSide ? (30_720.0, 32_768.0) : (32_768.0, 30_720.0)
    // Across the border between the halves, and the other way round where the picture is.
    let border = (x: isOnItsSide ? 0.5 - 32 / width : 0.5, y: isOnItsSide ? 0.5 : 0.5 - 32 / height)

    let worker = try WorkerProcess()
    let answer = try worker.send(
      LargePictures.jpeg(width: 32_768, height: 30_720, orientation: orientation),
      region: PictureRegion(x: border.x, y: border.y, width: 64 / width, height: 64 / height)
    ).receivePicture()
    #expect(answer.sourceWidth == UInt32(width) && answer.sourceHeight == UInt32(height))
    let picture = try answer.pixels
    #expect(picture.width == 64 && picture.height == 64)
    let (light, dark) = ([228, 228, 228, 255], [128, 128, 128, 255])
    let ends = isOnItsSide ? [(0.1, 0.5), (0.9, 0.5)] : [(0.5, 0.1), (0.5, 0.9)]
    let isLightFirst = orientation == 1 || orientation == 8
    #expect(isNear(picture.color(ends[0].0, ends[0].1), isLightFirst ? light : dark))
    #expect(isNear(picture.color(ends[1].0, ends[1].1), isLightFirst ? dark : light))
    #expect(try peakKilobytes(of: worker) <= 250_000)
  }

  @Test func `a large picture waits until it is the only one`() throws {
    let file = try LargePictures.jpeg(width: 12_000, height: 9_000)

    for (steps, failure) in [
      (PictureSteps.sharp, PictureFailure.large), (.roughOnly, .noRough), (.quick, .noRough),
    ] {
      try worker.send(file, allowsLarge: false, steps: steps)
      try expectEqual(worker.receiveFailure(), failure)
    }
    try expectEqual(worker.send(file).receivePicture().sourceWidth, 12_000)
  }

  @Test func `a progressive JPEG is refused by the memory that its coefficients take`() throws {
    let bytes = LargePictures.resized(try fixture("progressive.jpg"), width: 48_000, height: 40_000)

    try worker.send(bytes)

    guard case .tooLarge(let width, let height, let memory) = try worker.receiveFailure() else {
      Issue.record("not refused")
      return
    }
    #expect(width == 48_000 && height == 40_000)
    // Two bytes for each coefficient, with half of the colours' or with all of them.
    #expect((5_700_000_000...11_700_000_000).contains(memory))
    try expectEqual(worker.pixels(of: "quarters.png").width, 64)
  }

  @Test func `a side beyond the JPEG decoder's is said without reading on`() throws {
    let bytes = LargePictures.resized(try fixture("quarters.jpg"), width: 65_535, height: 8)

    try worker.send(bytes)

    try expectEqual(worker.receiveFailure(), .tooLarge(width: 65_535, height: 8, memoryBytes: 0))
  }

  @Test(arguments: ["metadata.jpg", "metadata.avif"])
  func `what a refused picture says of itself is read`(name: String) throws {
    let file = LargePictures.resized(try fixture(name), width: 65_535, height: 65_535)

    try worker.send(file)
    guard case .tooLarge = try worker.receiveFailure() else {
      Issue.record("not refused")
      return
    }
    let metadata = try worker.metadata(of: file, wantsDetails: true)

    #expect(metadata.cameraModel == "D500" && metadata.title == "Вена")
    #expect(metadata.width == 65_535 && metadata.height == 65_535)
  }

  /// The most memory that it ever had, from proc(5).
  private func peakKilobytes(of worker: WorkerProcess) throws -> Int {
    let status = try LifeTests.text("/proc/\(worker.pid)/status")
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }
}

/// Huge pictures in small files.
enum LargePictures {
  /// A grey baseline JPEG whose upper half has the value 228, the lower one 128, in a file with a hole for its data.
  ///
  /// A block that equals the previous one takes two bits, both 0. The first block, and the first of the lower half,
  /// differ: `10` and eight bits of a difference, then the 0 at the block's end.
  static func jpeg(width: Int, height: Int, orientation: UInt8 = 1) throws -> OwnedDescriptor {
    let plain: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 4, count: 64)
      + [0xFF, 0xC0, 0, 11, 8, UInt8(height >> 8), UInt8(height & 255)]
      + [UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0]
      // Of differences: no bits, 1; eight bits, 2. Of the rest: the end.
      + [0xFF, 0xC4, 0, 21, 0x00, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 8]
      + [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
      + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    let exif = TIFFBytes.exif(orientation: orientation, thumbnail: [])
    let header = orientation > 1 ? plain.withEXIF(exif) : plain
    let blocks = (width + 7) / 8 * ((height + 7) / 8)
    // The first block has nine bits more than others.
    let middle = header.count + (blocks / 2 * 2 + 9) / 8
    let file = try header.opened()
    try #require(ftruncate(file.number, off_t(header.count + (blocks * 2 + 18 + 7) / 8)) == 0)
    // 200 quarters above 128; 4 is the quantum, 8 the scale of a mean.
    try put([0b1011_0010, 0b0000_0000], at: header.count, into: file)
    // 200 less: 55 in one's complement. It starts at the second bit of its byte.
    try put([0b0100_0110, 0b1110_0000], at: middle, into: file)
    try put([0xFF, 0xD9], at: header.count + (blocks * 2 + 18 + 7) / 8, into: file)
    return file
  }

  private static func put(_ bytes: [UInt8], at offset: Int, into file: OwnedDescriptor) throws {
    let count = bytes.withUnsafeBytes {
      pwrite(file.number, $0.baseAddress, $0.count, off_t(offset))
    }
    try #require(count == bytes.count)
  }

  /// A JPEG or AVIF whose header claims another size.
  static func resized(_ file: [UInt8], width: Int, height: Int) -> [UInt8] {
    var bytes = file
    if file.starts(with: [0xFF, 0xD8]) {
      var offset = 2
      while offset + 9 < bytes.count, bytes[offset] == 0xFF {
        if (0xC0...0xC2).contains(bytes[offset + 1]) {
          for (place, value) in [(5, height >> 8), (6, height), (7, width >> 8), (8, width)] {
            bytes[offset + place] = UInt8(truncatingIfNeeded: value)
          }
          return bytes
        }
        offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
      }
    }
    let name = Array("ispe".utf8)
    for start in bytes.indices.dropLast(16) where bytes[start..<start + 4].elementsEqual(name) {
      for (place, value) in [(8, width), (12, height)] {
        for index in 0..<4 {
          bytes[start + place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
        }
      }
    }
    return bytes
  }
}

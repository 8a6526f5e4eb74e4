import ExpectationSupport
import PictureProtocol
import Testing

/// The sizes of JPEG XL files by their first bits, and their animations.
struct JPEGXLTests {
  /// A codestream's beginning (ISO/IEC 18181-1, D.2), from the lowest bit of each byte on.
  private struct Bits {
    private var bits: [UInt8] = []

    mutating func add(_ value: Int, _ count: Int) {
      for bit in 0..<count { bits.append(UInt8(value >> bit & 1)) }
    }

    var bytes: [UInt8] {
      let padded = bits + [UInt8](repeating: 0, count: (8 - bits.count % 8) % 8)
      return [0xFF, 0x0A]
        + stride(from: 0, to: padded.count, by: 8).map { start in
          (0..<8).reduce(UInt8(0)) { $0 | padded[start + $1] << UInt8($1) }
        }
    }
  }

  /// - Parameters:
  ///   - bitCount: Of each side; 5 for sides in eights.
  ///   - ratio: 0 if the width is stated.
  private func codestream(
    _ width: Int, _ height: Int, bitCount: Int, ratio: Int = 0, orientation: Int = 1
  ) -> [UInt8] {
    var bits = Bits()
    bits.add(bitCount == 5 ? 1 : 0, 1)
    func add(_ side: Int) {
      if bitCount == 5 { return bits.add(side / 8 - 1, 5) }
      bits.add([9, 13, 18, 30].firstIndex(of: bitCount) ?? 0, 2)
      bits.add(side - 1, bitCount)
    }
    add(height)
    bits.add(ratio, 3)
    if ratio == 0 { add(width) }
    // Not all defaults; further fields.
    bits.add(orientation > 1 ? 0b10 : 1, 2)
    bits.add(orientation - 1, 3)
    return bits.bytes + [UInt8](repeating: 0, count: 8)
  }

  private func size(of bytes: [UInt8]) throws -> [Int?] {
    let worker = try WorkerProcess()
    let file = try WorkerProcess.file(bytes)
    let metadata = try worker.metadata(of: [file])
    return [metadata.width, metadata.height]
  }

  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: (8 + content.count) >> (24 - 8 * $0)) }
      + Array(name.utf8) + content
  }

  private var container: [UInt8] {
    box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
  }

  @Test(arguments: [
    (256, 8, 5), (8, 256, 5), (1, 512, 9), (511, 2, 9), (4000, 6000, 13), (65_536, 3, 18),
    (1, 1_073_741_824, 30),
  ])
  func `every form of a side is read`(width: Int, height: Int, bitCount: Int) throws {
    try expectEqual(size(of: codestream(width, height, bitCount: bitCount)), [width, height])
  }

  @Test(arguments: [
    (1, 4000), (2, 4800), (3, 5333), (4, 6000), (5, 7111), (6, 5000), (7, 8000),
  ])
  func `a width may be stated as a ratio`(ratio: Int, width: Int) throws {
    try expectEqual(size(of: codestream(0, 4000, bitCount: 13, ratio: ratio)), [width, 4000])
  }

  @Test(arguments: 1...8) func `the size is the upright one`(orientation: Int) throws {
    let expected = orientation >= 5 ? [4000, 6000] : [6000, 4000]

    try expectEqual(
      size(of: codestream(6000, 4000, bitCount: 13, orientation: orientation)), expected)
    try expectEqual(
      size(of: codestream(0, 4000, bitCount: 13, ratio: 4, orientation: orientation)), expected)
  }

  @Test func `a codestream may be in a box, and in pieces`() throws {
    let bytes = codestream(6000, 4000, bitCount: 13, orientation: 6)

    try expectEqual(size(of: container + box("jxlc", bytes)), [4000, 6000])
    try expectEqual(
      size(
        of: container + box("jxlp", [0, 0, 0, 0] + bytes[..<3]) + box("free", [])
          + box("jxlp", [0x80, 0, 0, 1] + bytes[3...])), [4000, 6000])
  }

  @Test func `a file that ends before its size has none`() throws {
    let bytes = codestream(6000, 4000, bitCount: 30)
    for count in [2, 3, 8] { try expectEqual(size(of: Array(bytes[..<count])), [nil, nil]) }
    try expectEqual(size(of: container), [nil, nil])
  }

  /// Red, then green, then blue.
  @Test(arguments: [PictureSteps.sharp, .quick])
  func `an animation is shown by its first frame`(steps: PictureSteps) throws {
    let worker = try WorkerProcess()
    // Twice: the decoder isn't left halfway.
    for _ in 0..<2 {
      try worker.send(WorkerProcess.fixture("moving.jxl"), steps: steps)

      let picture = try worker.receivePicture().pixels
      for found in picture.quarters { #expect(isNear(found, [255, 0, 0, 255]), "\(found)") }
    }
    try expectEqual(worker.pixels(of: "quarters.jxl").width, 64)
  }
}
